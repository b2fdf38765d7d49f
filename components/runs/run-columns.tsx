import { columnVisibilityFeature, createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table'
import { Flag, ShieldOff, UserCheck } from 'lucide-react'
import { ConfidenceBarSmall } from '@/components/pieces/confidence-bar'
import { DecisionWord } from '@/components/pieces/decision-word'
import { ThresholdBar } from '@/components/pieces/threshold-bar'
import { RelativeTime } from '@/components/ui/time'
import { toneText } from '@/components/ui/tone'
import { prepareConfidenceBar } from '@/lib/charts/prepare-confidence-bar'
import { qualityVerdict } from '@/lib/charts/quality-verdict'
import type { RunRow } from '@/lib/contracts/runs'
import { formatDuration } from '@/lib/format/duration'
import { failureClassLabels, flagLabels, gradeLabels } from '@/lib/format/labels'
import { formatCompact, formatExact, formatScore, MISSING } from '@/lib/format/number'
import { RunStatus } from './run-status'

/** How a column is laid out: right-aligned numbers, and from which width on it is shown. */
type RunColumnMeta = { numeric?: boolean; className?: string; canHide?: boolean }

export const runTableFeatures = tableFeatures({ columnVisibilityFeature, columnMeta: metaHelper<RunColumnMeta>() })

const helper = createColumnHelper<typeof runTableFeatures, RunRow>()
const from = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden' }

const gradeTones = { excellent: 'pass', good: 'pass', acceptable: 'review', poor: 'fail', failed: 'fail' } as const

export const runColumns = helper.columns([
  helper.display({
    id: 'status',
    header: () => <span className="sr-only">Status</span>,
    meta: { className: 'w-6', canHide: false },
    cell: ({ row }) => <RunStatus status={row.original.status} wordHidden className="flex!" />,
  }),
  helper.display({
    id: 'run',
    header: 'Run',
    meta: { className: 'w-full max-w-0', canHide: false },
    cell: ({ row }) => <RunName run={row.original} />,
  }),
  helper.display({
    id: 'chain',
    header: 'Chain',
    meta: { className: `max-w-44 ${from.md}` },
    cell: ({ row: { original: run } }) => (
      <span className="block truncate" title={`${run.chain}@${run.version}`}>
        {run.chain}
        <span className="text-ink-3">@{run.version}</span>
      </span>
    ),
  }),
  helper.display({
    id: 'attempt',
    header: 'Attempt',
    meta: { numeric: true, className: from.xl },
    cell: ({ row: { original: run } }) => (
      <span className={run.execution ? undefined : 'text-ink-3'}>{run.attempt}</span>
    ),
  }),
  helper.display({
    id: 'quality',
    header: 'Quality',
    meta: { numeric: true, className: from.sm },
    cell: ({ row }) => <QualityCell run={row.original} />,
  }),
  helper.display({
    id: 'grade',
    header: 'Grade',
    meta: { className: from.lg },
    cell: ({ row: { original: run } }) =>
      run.grade ? (
        <span className={toneText[gradeTones[run.grade]]} title={`Quality check ${formatExact(run.gaff)}`}>
          {gradeLabels[run.grade]}
        </span>
      ) : (
        <span className="text-ink-3">{MISSING}</span>
      ),
  }),
  helper.display({
    id: 'confidence',
    header: 'Confidence',
    meta: { numeric: true, className: from.md },
    cell: ({ row: { original: run } }) => (
      <ConfidenceBarSmall model={prepareConfidenceBar({ ...run, vetoed: run.signals.human === 0 })} />
    ),
  }),
  helper.display({
    id: 'decision',
    header: 'Decision',
    cell: ({ row: { original: run } }) => (
      <DecisionWord decision={run.decision} reason={run.reason} className="flex!" />
    ),
  }),
  helper.display({
    id: 'failure',
    header: 'Failure',
    meta: { className: `max-w-36 ${from.lg}` },
    cell: ({ row: { original: run } }) => (
      <span className="block truncate text-ink-2">{run.failureClass ? failureClassLabels[run.failureClass] : ''}</span>
    ),
  }),
  helper.display({
    id: 'duration',
    header: 'Took',
    meta: { numeric: true, className: from.xl },
    cell: ({ row }) => formatDuration(row.original.durationMs),
  }),
  helper.display({
    id: 'tokens',
    header: 'Tokens',
    meta: { numeric: true, className: from.xl },
    cell: ({ row }) => formatCompact(row.original.tokens),
  }),
  helper.display({
    id: 'when',
    header: 'When',
    meta: { numeric: true, className: from.sm },
    cell: ({ row }) => <RelativeTime iso={row.original.occurredAt} className="text-ink-2" />,
  }),
])

/** Columns that can be hidden, with the word their head shows. */
export const hideableColumns = runColumns.flatMap((column) =>
  column.meta?.canHide === false
    ? []
    : [{ id: column.id ?? '', label: typeof column.header === 'string' ? column.header : '' }],
)

function RunName({ run }: { run: RunRow }) {
  const isDecided = run.humanOrigin === 'review' || run.humanOrigin === 'gate'
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
