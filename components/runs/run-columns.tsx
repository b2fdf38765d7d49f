import { Flag, ShieldOff, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConfidenceBarSmall } from '@/components/charts/confidence-bar'
import { ThresholdBar } from '@/components/charts/threshold-bar'
import { DecisionWord, RunStatus } from '@/components/domain-ui/run-marks'
import { RelativeTime } from '@/components/ui/time'
import { toneText } from '@/components/ui/tone'
import { isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { RunRow } from '@/lib/contracts/runs'
import { prepareConfidenceBar } from '@/lib/presentation/charts/prepare-confidence-bar'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCompact, formatExact, formatScore, MISSING } from '@/lib/presentation/format/number'
import { failureClassLabels, flagLabels, gradeLabels } from '@/lib/presentation/labels/verdicts'
import { qualityVerdict } from '@/lib/presentation/quality-verdict'

export type RunColumn = {
  id: string
  head: string
  /** The head is read out and not shown. */
  isHeadHidden?: true
  /** Cannot be hidden. */
  isFixed?: true
  /** Right-aligned. */
  numeric?: true
  /** Among others from which width on it is shown. */
  className?: string
  cell: (run: RunRow) => ReactNode
}

const from = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden' }

const gradeTones = { excellent: 'pass', good: 'pass', acceptable: 'review', poor: 'fail', failed: 'fail' } as const

export const runColumns: readonly RunColumn[] = [
  {
    id: 'status',
    head: 'Status',
    isHeadHidden: true,
    isFixed: true,
    className: 'w-6',
    cell: (run) => <RunStatus status={run.status} wordHidden className="flex!" />,
  },
  {
    id: 'run',
    head: 'Run',
    isFixed: true,
    className: 'w-full max-w-0',
    cell: (run) => <RunName run={run} />,
  },
  {
    id: 'chain',
    head: 'Chain',
    className: `max-w-44 ${from.md}`,
    cell: (run) => (
      <span className="block truncate" title={`${run.chain}@${run.version}`}>
        {run.chain}
        <span className="text-ink-3">@{run.version}</span>
      </span>
    ),
  },
  {
    id: 'decision',
    head: 'Decision',
    cell: (run) => <DecisionWord decision={run.decision} reason={run.reason} className="flex!" />,
  },
  {
    id: 'attempt',
    head: 'Attempt',
    numeric: true,
    className: from.xl,
    cell: (run) => <span className={run.execution ? undefined : 'text-ink-3'}>{run.attempt}</span>,
  },
  {
    id: 'quality',
    head: 'Quality',
    numeric: true,
    className: from.sm,
    cell: (run) => <QualityCell run={run} />,
  },
  {
    id: 'grade',
    head: 'Grade',
    className: from.xl,
    cell: (run) =>
      run.grade ? (
        <span className={toneText[gradeTones[run.grade]]} title={`Quality check ${formatExact(run.gaff)}`}>
          {gradeLabels[run.grade]}
        </span>
      ) : (
        <span className="text-ink-3">{MISSING}</span>
      ),
  },
  {
    id: 'confidence',
    head: 'Confidence',
    numeric: true,
    className: from.md,
    cell: (run) => <ConfidenceBarSmall model={prepareConfidenceBar(run)} />,
  },
  {
    id: 'failure',
    head: 'Failure',
    className: `max-w-36 ${from.lg}`,
    cell: (run) => (
      <span className="block truncate text-ink-2">{run.failureClass ? failureClassLabels[run.failureClass] : ''}</span>
    ),
  },
  {
    id: 'duration',
    head: 'Duration',
    numeric: true,
    className: from.xl,
    cell: (run) => formatDuration(run.durationMs),
  },
  {
    id: 'tokens',
    head: 'Tokens',
    numeric: true,
    className: from.xl,
    cell: (run) => formatCompact(run.tokens),
  },
  {
    id: 'when',
    head: 'When',
    numeric: true,
    className: from.sm,
    cell: (run) => <RelativeTime iso={run.occurredAt} className="text-ink-2" />,
  },
]

/** Columns that can be hidden, with the word their head shows. */
export const hideableColumns = runColumns.filter((column) => !column.isFixed)

function RunName({ run }: { run: RunRow }) {
  const isDecided = isDecidedByPerson(run.humanOrigin)
  return (
    <span className="flex items-center gap-1.5">
      <span className="min-w-0 truncate">
        <span className="font-medium">{run.clientId}</span>
        {run.scenario && <span className="ml-2 text-ink-3">{run.scenario}</span>}
      </span>
      {run.kind === 'dry_run' && <span className="shrink-0 text-ink-3 text-xs">dry run</span>}
      {isDecided && (
        <span className="shrink-0" title="Decided by a person">
          <UserCheck className="size-3.5 text-human" aria-label="Decided by a person" />
        </span>
      )}
      {run.overridden && (
        <span className="shrink-0" title={flagLabels.overridden}>
          <ShieldOff className="size-3.5 text-review" aria-label={flagLabels.overridden} />
        </span>
      )}
      {run.flag && (
        <span className="shrink-0" title={`Flagged: ${flagLabels[run.flag]}`}>
          <Flag className="size-3.5 text-review" aria-label={`Flagged: ${flagLabels[run.flag]}`} />
        </span>
      )}
    </span>
  )
}

function QualityCell({ run }: { run: RunRow }) {
  const verdict = qualityVerdict(run)
  return (
    <span
      className="inline-flex items-center gap-1.5"
      title={`${verdict.word}: ${formatExact(run.quality)}${run.blocked ? ', blocked' : ''}`}
    >
      <ThresholdBar value={run.quality} threshold={verdict.threshold} tone={verdict.tone} />
      <span className={run.quality === null ? 'text-ink-3' : undefined}>
        {formatScore(run.quality, verdict.threshold)}
      </span>
    </span>
  )
}
