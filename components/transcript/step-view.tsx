'use client'

import { clsx } from 'clsx'
import { Bot, CircleDot, type LucideIcon, Search, Settings2, ShieldCheck, User, Wrench } from 'lucide-react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { StatusMark, StatusShape } from '@/components/domain-ui/status-mark'
import { IconButton } from '@/components/ui/icon-button'
import type { TextMark } from '@/components/ui/text-marks'
import { toneText } from '@/components/ui/tone'
import { formatPlural } from '@/lib/presentation/format/number'
import { flawTones, roleLabels, stepName, stepTimes, stepTitle } from '@/lib/presentation/labels/transcript'
import { isPrintedWhole } from '@/lib/presentation/transcript/flaws'
import type { Flaw, Step, StepRole } from '@/lib/presentation/transcript/step'
import { stepText } from '@/lib/presentation/transcript/text'
import { doubtMark } from './answer-marks'
import { useNear } from './reading'
import { FarParts, StepBody } from './step-body'
import { StepComments } from './step-comments'
import type { Thread } from './use-comments'

const icons: Record<StepRole, LucideIcon> = {
  system: Settings2,
  user: User,
  assistant: Bot,
  agent: Bot,
  tool: Wrench,
  retrieval: Search,
  check: ShieldCheck,
  step: CircleDot,
}

const edges: Partial<Record<StepRole, string>> = {
  user: 'border-l-accent-line',
  assistant: 'border-l-ink-3',
  agent: 'border-l-ink-3',
}

type StepViewProps = {
  step: Step
  place: number
  isCurrent: boolean
  isOpen: boolean
  isPrinting: boolean
  startsNear: boolean
  /** Permalink of the step. */
  href: string | null
  /** Comments on this step. */
  thread: Thread
  project: string
  runId: string
  onComment: (stepId: string) => void
  onCommentClose: (stepId: string) => void
  onToggle: (stepId: string) => void
  onGo: (stepId: string) => void
}

/** A step with its parts, problems and comments. Rendered in full when it comes near the viewport, until then in a third of the elements. */
export const StepView = memo(function StepView(props: StepViewProps) {
  const { step, place, isCurrent, isPrinting, startsNear, href, thread } = props
  const { ref, isNear: isReached } = useNear(startsNear)
  const isNear = isReached || isPrinting
  const [isAsSent, setAsSent] = useState(false)
  const marks = useMarks(step, thread)
  const isFolded = isPrinting && !props.isOpen && thread.comments.length === 0 && !isPrintedWhole(step)
  const isOpen = props.isOpen || (isPrinting && step.repeats === null)
  return (
    <li
      ref={ref}
      id={`step-${place + 1}`}
      data-step={place}
      tabIndex={-1}
      aria-label={stepTitle(step, place)}
      className={clsx('group/step step', isFolded && 'py-0', isCurrent && !isPrinting && 'bg-hover', edges[step.role])}
    >
      <StepHeader step={step} place={place} href={href} isFolded={isFolded} isNear={isNear}>
        <IconButton
          label={`Comment on step ${place + 1}`}
          shortcut="c"
          className={clsx(
            'size-6! focus-visible:opacity-100 group-hover/step:opacity-100 pointer-coarse:opacity-100',
            isCurrent ? 'opacity-100' : 'opacity-0',
          )}
          onClick={() => props.onComment(step.id)}
        >
          <span className="glyph glyph-comment" aria-hidden />
        </IconButton>
        {step.sent !== undefined && typeof step.sent !== 'string' && (
          <IconButton
            label={`Show step ${place + 1} ${isAsSent ? 'formatted' : 'as sent'}`}
            className="size-6!"
            onClick={() => setAsSent(!isAsSent)}
          >
            <span className="glyph glyph-braces" aria-hidden />
          </IconButton>
        )}
      </StepHeader>
      {isFolded ? null : isNear ? (
        <StepBody
          step={step}
          isOpen={isOpen}
          isAsSent={isAsSent}
          marks={marks}
          onToggle={props.onToggle}
          onGo={props.onGo}
        />
      ) : (
        <FarParts step={step} />
      )}
      {step.flaws.length > 0 && <Flaws flaws={step.flaws} isOpen={isOpen} />}
      {(thread.comments.length > 0 || thread.draft !== undefined) && (
        <StepComments
          project={props.project}
          runId={props.runId}
          stepId={step.id}
          thread={thread}
          onClose={() => props.onCommentClose(step.id)}
        />
      )}
    </li>
  )
})

function useMarks({ doubts }: Step, { comments }: Thread): readonly TextMark[] {
  return useMemo(
    () => [
      ...doubts.map(doubtMark),
      ...comments.flatMap(({ quote, resolved, by }): TextMark[] => {
        return quote === null || resolved ? [] : [{ quote, kind: 'comment', title: `${by} commented on this` }]
      }),
    ],
    [doubts, comments],
  )
}

type StepHeaderProps = {
  step: Step
  place: number
  href: string | null
  isFolded: boolean
  isNear: boolean
  children: ReactNode
}

function StepHeader({ step, place, href, isFolded, isNear, children }: StepHeaderProps) {
  const Icon = icons[step.role]
  const name = stepName(step)
  const isEmpty = step.parts.length === 0 && !step.error
  return (
    <header className={clsx('step-head', isFolded && 'mb-0 min-h-0 leading-4')}>
      {isNear ? <Icon className="size-3.5 shrink-0 text-ink-3" aria-hidden /> : <span className="size-3.5 shrink-0" />}
      <h3 className={isFolded ? undefined : 'text-sm'} title={step.name}>
        {name}
      </h3>
      {name !== roleLabels[step.role] && step.role !== 'step' && (
        <span className="shrink-0 text-ink-3 max-sm:hidden">{roleLabels[step.role]}</span>
      )}
      {step.isAnswer && name !== 'Answer' && <span className="shrink-0 text-ink-2">The answer</span>}
      {step.status !== null && step.status !== 'completed' && <StatusMark status={step.status} />}
      {isEmpty && step.status !== 'skipped' && <span className="shrink-0 text-ink-3">no content</span>}
      {isFolded && !isEmpty && (
        <span className="shrink-0 text-ink-3">{formatPlural(stepText(step).length, 'character')}, not printed</span>
      )}
      <span className="step-times text-ink-3">{stepTimes(step)}</span>
      {isNear && !isFolded && children}
      {href === null || isFolded ? (
        <span className="w-6 shrink-0 text-right text-ink-3">{place + 1}</span>
      ) : (
        <a href={href} aria-label={`Address of step ${place + 1}`} className="step-link">
          {place + 1}
        </a>
      )}
    </header>
  )
}

const FLAWS_SHOWN = 3
/** Kinds whose detail is omitted, because the error above shows it in full. */
const ERROR_KINDS: readonly Flaw['kind'][] = ['root', 'failed', 'cascade']

/** Problems of a step, most severe first. */
function Flaws({ flaws, isOpen }: { flaws: readonly Flaw[]; isOpen: boolean }) {
  const shown = isOpen ? flaws : flaws.slice(0, FLAWS_SHOWN)
  return (
    <ul aria-label="What is wrong here" className="mt-2 space-y-1 border-l pl-3 text-xs">
      {shown.map((flaw, index) => {
        const tone = flawTones[flaw.kind]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may occur twice.
          <li key={index} className="flex min-w-0 items-start gap-1.5">
            <StatusShape status={tone === 'unknown' ? 'unknown' : tone} className="mt-0.5 size-3" />
            <span className="min-w-0 break-words">
              <span className={clsx('font-medium', toneText[tone])}>{flaw.label}</span>
              {flaw.detail && !ERROR_KINDS.includes(flaw.kind) && <span className="text-ink-2"> {flaw.detail}</span>}
            </span>
          </li>
        )
      })}
      {shown.length < flaws.length && (
        <li className="text-ink-3">{formatPlural(flaws.length - shown.length, 'more finding')}</li>
      )}
    </ul>
  )
}
