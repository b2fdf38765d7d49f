import { LongText } from '@/components/domain-ui/long-text'
import { formatPlural } from '@/lib/presentation/format/number'
import { roleLabels } from '@/lib/presentation/labels/transcript'
import type { GivenMessage, Step } from '@/lib/presentation/transcript/step'
import { briefly, partText } from '@/lib/presentation/transcript/text'
import { Fold, StepPart } from './step-parts'

/** Characters shown of each message before it is collapsed. */
const MESSAGE_MAX = 3000

type StepGivenProps = {
  step: Step
  isOpen: boolean
  onToggle: () => void
  onGo: (stepId: string) => void
}

/** What a step was given and no earlier step shows, in one line that opens. */
export function StepGiven({ step: { given, isGivenLeftOut }, isOpen, onToggle, onGo }: StepGivenProps) {
  return (
    <div className="mb-2 text-ink-2">
      {given.length > 0 && (
        <Fold isOpen={isOpen} onToggle={onToggle}>
          <span className="shrink-0 font-medium text-xs">{titleOf(given)}</span>
          {!isOpen && <span className="min-w-0 truncate text-ink-3 text-xs">{lineOf(given)}</span>}
        </Fold>
      )}
      {isOpen && given.length > 0 && (
        <div className="mt-1 space-y-3 border-l pl-3">
          {given.map(({ role, parts }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message is identified by its position.
            <section key={place} aria-label={role === null ? 'Input' : roleLabels[role]} className="min-w-0 space-y-2">
              {role !== null && <p className="eyebrow">{roleLabels[role]}</p>}
              {parts.map((part, index) =>
                part.kind === 'text' ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
                  <LongText key={index} text={part.text} max={MESSAGE_MAX} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
                  <StepPart key={index} part={part} textMax={MESSAGE_MAX} isOpen onToggle={onToggle} onGo={onGo} />
                ),
              )}
            </section>
          ))}
        </div>
      )}
      {isGivenLeftOut && (
        <p className="text-ink-3 text-xs">Input not shown: this run’s inputs are too long to show together.</p>
      )}
    </div>
  )
}

function titleOf(given: readonly GivenMessage[]): string {
  const told = given.filter(({ role }) => role !== 'system' && role !== null).length
  if (given.every(({ role }) => role === 'system')) return 'Instructions'
  return told === 0 ? 'Input' : `Input, ${formatPlural(told, 'message')} not shown above`
}

/** The beginning of what was last given. */
function lineOf(given: readonly GivenMessage[]): string {
  const [part] = given.at(-1)?.parts ?? []
  if (part === undefined) return ''
  return part.kind === 'json' ? briefly(part.value, 160) : briefly(partText(part), 160)
}
