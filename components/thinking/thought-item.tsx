'use client'

import { clsx } from 'clsx'
import { ChevronRight, GitBranch, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '@/components/ui/badge'
import type { ThoughtRow } from '@/lib/presentation/charts/prepare-thinking-tree'
import { formatPlural, formatScore } from '@/lib/presentation/format/number'
import { OutcomeMark } from './thinking-marks'
import { ThoughtDetails } from './thought-details'

type ThoughtItemProps = {
  project: string
  sessionId: string
  row: ThoughtRow
  isOpen: boolean
  onToggle: () => void
  /** Scrolls to the thought that this one revises; null if that one is not stored. */
  onShowRevised: (() => void) | null
}

/** A thought in two lines: its text, and the recommended step. Expands to its details. */
export function ThoughtItem({ project, sessionId, row, isOpen, onToggle, onShowRevised }: ThoughtItemProps) {
  const detailsId = useId()
  const { thought, revisedBy, level } = row
  return (
    <div className="relative" style={{ paddingLeft: `calc(var(--lane) * ${level + 1} + 0.375rem)` }}>
      <ThoughtRails row={row} isOpen={isOpen} />
      <div className="group relative rounded-md px-2 py-2 focus-within:bg-selected hover:bg-hover">
        <div className="flex items-start gap-x-3">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={onToggle}
            className="flex min-w-0 flex-1 items-start gap-x-3 text-left outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
          >
            <span className="w-6 shrink-0 text-right font-medium text-ink-2 sm:w-8">
              <span className="sr-only">Thought </span>
              {thought.number}
            </span>{' '}
            <span
              className={clsx(
                'min-w-0 flex-1 whitespace-pre-wrap break-words text-base',
                (!isOpen || thought.isCut) && 'line-clamp-2',
                revisedBy.length > 0 && 'text-ink-3 line-through decoration-1',
              )}
            >
              {thought.text}
              {thought.isCut && '…'}
            </span>
          </button>
          {thought.outcome && (
            <OutcomeMark outcome={thought.outcome} className="shrink-0 pt-px text-sm max-sm:hidden" />
          )}
          <ChevronRight
            className={clsx('mt-1 size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
            aria-hidden
          />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 pl-9 text-ink-3 text-xs sm:pl-11">
          <Relations row={row} onShowRevised={onShowRevised} />
          {thought.outcome && <OutcomeMark outcome={thought.outcome} className="sm:hidden" />}
          <StepLine row={row} />
        </div>
        {isOpen && (
          <div id={detailsId} className="relative mt-3 pl-9 sm:pl-11">
            <ThoughtDetails project={project} sessionId={sessionId} ordinal={thought.ordinal} isCut={thought.isCut} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Badges for a branch that starts here and for revisions. */
function Relations({
  row: { fork, revisedBy, thought },
  onShowRevised,
}: Pick<ThoughtItemProps, 'row' | 'onShowRevised'>) {
  return (
    <>
      {fork && (
        <Badge icon={<GitBranch aria-hidden />} className="max-w-full" title={`Branch ${fork.branchId}`}>
          <span className="max-w-48 truncate">{fork.branchId}</span>{' '}
          <span className="font-normal">
            from {fork.from}
            {fork.isLost && ', no longer kept'}
          </span>
        </Badge>
      )}
      {thought.revises !== null &&
        (onShowRevised ? (
          <button
            type="button"
            onClick={onShowRevised}
            className="link relative inline-flex min-h-6 items-center gap-1 text-ink-2"
          >
            <RotateCcw className="size-3" aria-hidden />
            revises {thought.revises}
          </button>
        ) : (
          <span>revises {thought.revises}, no longer kept</span>
        ))}
      {revisedBy.length > 0 && <span>revised by {revisedBy.join(', ')}</span>}
    </>
  )
}

function StepLine({ row: { thought } }: { row: ThoughtRow }) {
  const { workflow, step, tools, unavailable, suggests } = thought
  const [first, ...others] = tools
  return (
    <>
      <span className="text-ink-2">
        {workflow ?? 'no workflow'}
        {workflow !== null && (
          <>
            <span className="sr-only"> step</span> {step.number}/{step.count}
          </>
        )}
      </span>
      <span className="min-w-0 truncate max-sm:hidden">{step.description}</span>
      {first && (
        <span className="sm:whitespace-nowrap">
          {first.name} <span className="sr-only">confidence </span>
          {formatScore(first.confidence)}
          {others.length > 0 && `, ${others.length} more`}
        </span>
      )}
      {unavailable > 0 && <span className="whitespace-nowrap">{formatPlural(unavailable, 'tool')} missing</span>}
      {suggests && <span className="whitespace-nowrap text-review-fg">suggests a {suggests}</span>}
    </>
  )
}

/** Distance of a dot's centre from the top of its row, in px. */
const DOT_Y = 20

const colorOf = (hue: number | null) => (hue === null ? 'var(--line-control)' : `var(--series-${hue})`)
const middleOf = (level: number) => `calc(var(--lane) * ${level + 0.5})`

/** Branch lines beside a row, its dot, and the start of a branch. Decorative: the row has the same information as text. */
function ThoughtRails({ row, isOpen }: { row: ThoughtRow; isOpen: boolean }) {
  const { rails, level, hue, fork } = row
  const isRevised = row.revisedBy.length > 0
  return (
    <div aria-hidden className="absolute inset-y-0 left-0" style={{ width: `calc(var(--lane) * ${level + 1})` }}>
      {rails.map((rail) => (
        <span
          key={rail.level}
          className="absolute w-0.5 -translate-x-1/2"
          style={{
            left: middleOf(rail.level),
            top: rail.isAbove ? 0 : DOT_Y,
            ...(rail.isBelow ? { bottom: 0 } : { height: rail.isAbove ? DOT_Y : 0 }),
            background: colorOf(rail.hue),
          }}
        />
      ))}
      {fork && !fork.isLost && level > 0 && (
        <span
          className="absolute h-2.5 rounded-bl-lg border-b-2 border-l-2"
          style={{
            left: `calc(${middleOf(level - 1)} - 1px)`,
            width: 'var(--lane)',
            top: DOT_Y - 9,
            borderColor: colorOf(hue),
          }}
        />
      )}
      <span
        className={clsx(
          'absolute -translate-x-1/2 -translate-y-1/2 rounded-full border-2',
          isRevised ? 'size-2' : 'size-3',
          isOpen && 'ring-3 ring-accent-line',
        )}
        style={{
          left: middleOf(level),
          top: DOT_Y,
          borderColor: colorOf(hue),
          background: isRevised || row.thought.revises !== null ? 'var(--paper)' : colorOf(hue),
        }}
      />
    </div>
  )
}
