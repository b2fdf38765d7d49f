import { Flag, UserCheck } from 'lucide-react'
import dynamic from 'next/dynamic'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import { isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { RunRow } from '@/lib/contracts/runs'
import { scenarioName } from '@/lib/presentation/labels/runs'
import { flagLabels } from '@/lib/presentation/labels/verdicts'
import { markWords, startNearWord } from '@/lib/presentation/text/mark-words'

const RareMarks = dynamic(orMissing(() => import('./rare-marks'), 'RareMarks'))

const TAGS_SHOWN = 2

/** Name cell of a run: title or id, scenario, beginning of the request or search excerpt, tags and badges. */
export function RunName({ run, text }: { run: RunRow; text: string | null }) {
  const isDecided = isDecidedByPerson(run.humanOrigin)
  return (
    <span className="flex items-center gap-1.5">
      {text && run.excerpt ? (
        <span className="-my-px min-w-24">
          <span className="block truncate font-medium leading-4">{run.title ?? run.clientId}</span>{' '}
          <Excerpt excerpt={run.excerpt} text={text} />
        </span>
      ) : (
        // On a phone in two lines, so that the name has the width of the column.
        <span dir="auto" className="min-w-24 truncate max-sm:-my-px max-sm:leading-4">
          <span
            className="font-medium max-sm:block max-sm:truncate"
            title={run.title === null ? undefined : run.clientId}
          >
            {run.title ?? run.clientId}
          </span>{' '}
          <span className="text-ink-3 max-sm:block max-sm:truncate max-sm:text-xs max-sm:leading-4">
            {run.scenario && run.scenario !== run.title && !run.excerpt?.startsWith(run.scenario) && (
              <span className="mr-1 sm:ml-1 sm:mr-0" title="Scenario">
                {scenarioName(run.scenario)}
              </span>
            )}
            {run.excerpt && (
              <span className="sm:ml-1" title={run.excerpt}>
                {` ${run.excerpt}`}
              </span>
            )}
          </span>
        </span>
      )}
      {run.tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span
          key={tag}
          className="min-w-10 max-w-24 shrink-9 truncate rounded-sm bg-sunken px-1 text-ink-2 text-xs max-[1400px]:hidden"
        >
          {tag}
        </span>
      ))}
      {run.tags.length > TAGS_SHOWN && (
        <span className="shrink-0 text-ink-3 text-xs max-[1400px]:hidden" title={run.tags.slice(TAGS_SHOWN).join(', ')}>
          +{run.tags.length - TAGS_SHOWN}
        </span>
      )}
      {run.kind === 'dry_run' && <span className="shrink-0 text-ink-3 text-xs">dry run</span>}
      {isDecided && (
        <span className="shrink-0" title="Decided by a person">
          <UserCheck className="size-3.5 text-human" aria-label="Decided by a person" />
        </span>
      )}
      {(run.askedBy !== undefined || run.isIncomplete || run.overridden) && (
        <LatePart>
          <RareMarks run={run} />
        </LatePart>
      )}
      {run.flag && (
        <span className="shrink-0" title={`Flagged: ${flagLabels[run.flag]}`}>
          <Flag className="size-3.5 text-review" aria-label={`Flagged: ${flagLabels[run.flag]}`} />
        </span>
      )}
    </span>
  )
}

/** Search excerpt with the matching words highlighted. */
function Excerpt({ excerpt, text }: { excerpt: string; text: string }) {
  return (
    <span className="block truncate text-ink-2 text-xs leading-4">
      {markWords(startNearWord(excerpt, text), text).map(({ text: part, isMarked, at }) =>
        isMarked ? (
          <mark key={at} className="rounded-xs bg-review-bg text-ink">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </span>
  )
}
