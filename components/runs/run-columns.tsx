import { PanelRight } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ConfidenceBarSmall } from '@/components/charts/confidence-bar'
import { ThresholdBar } from '@/components/charts/small-marks'
import { ChainVersion, DecisionWord, RunStatus } from '@/components/domain-ui/run-marks'
import { browserSetting, useBrowserSetting } from '@/components/ui/browser-storage'
import { Link } from '@/components/ui/link'
import type { Column } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { toneText } from '@/components/ui/tone'
import type { RunRow } from '@/lib/contracts/runs'
import { prepareConfidenceBar } from '@/lib/presentation/charts/prepare-confidence-bar'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCompact, formatCost, formatExact, formatScore, MISSING } from '@/lib/presentation/format/number'
import { runFailureKind } from '@/lib/presentation/labels/failures'
import { gradeLabels } from '@/lib/presentation/labels/verdicts'
import { runHref } from '@/lib/presentation/links'
import { qualityVerdict, shownQuality } from '@/lib/presentation/quality-verdict'
import { RunName } from './run-name'
import { useRunSearch } from './use-run-search'

type RunColumn = Omit<Column<RunRow>, 'cell'> & {
  id: string
  /** Cannot be hidden. */
  isFixed?: true
  cell: (run: RunRow, view: RunView) => ReactNode
}

type RunView = {
  project: string
  /** The active search text. */
  text: string | null
  /** Shows a run beside the list. */
  peek: (runId: string) => void
}

const from = {
  sm: 'max-sm:hidden',
  md: 'max-md:hidden',
  xl: 'max-xl:hidden',
  xxl: 'max-2xl:hidden',
}

const beyond = {
  [from.sm]: 'sm:hidden',
  [from.md]: 'md:hidden',
  [from.xl]: 'xl:hidden',
  [from.xxl]: '2xl:hidden',
}

/** Class of a note that a column needs a wider window; null for one that is shown at any width. */
export function narrowOnly({ className = '' }: RunColumn): string | null {
  const shown = Object.values(from).find((name) => className.includes(name))
  return shown === undefined ? null : (beyond[shown] ?? null)
}

const gradeTones = { excellent: 'pass', good: 'pass', acceptable: 'review', poor: 'fail', failed: 'fail' } as const

const NOT_REPORTED = (
  <span className="text-ink-3" title="Not reported">
    {MISSING}
  </span>
)

// Each column is as wide as its widest word from the first row on: otherwise all of them move when a longer one comes into view.
const runColumns: readonly RunColumn[] = [
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
    isRowName: true,
    isFixed: true,
    // Takes the remaining width, but has a minimum.
    className: 'w-full min-w-32 max-w-0 2xl:min-w-40',
    cell: (run, { project, text, peek }) => (
      <span className="flex items-center gap-1">
        <Link href={runHref(project, run.id)} className="row-link block min-w-0 flex-1">
          <RunName run={run} text={text} />
        </Link>
        <PeekButton name={run.clientId} onPeek={() => peek(run.id)} />
      </span>
    ),
  },
  {
    id: 'chain',
    head: 'Chain',
    className: `min-w-32 max-w-32 lg:min-w-40 lg:max-w-40 xl:min-w-44 xl:max-w-44 2xl:min-w-56 2xl:max-w-56 ${from.md}`,
    cell: (run) => (
      // The name of the chain is cut before its version is, which tells the rows apart.
      <span className="flex [&>bdi]:truncate" title={`${run.chain}@${run.version}`}>
        <ChainVersion chain={run.chain} version={run.version} versionClass="max-w-1/2 shrink-0 truncate text-ink-3" />
      </span>
    ),
  },
  {
    id: 'decision',
    head: 'Decision',
    className: 'min-w-29 max-w-29 xl:min-w-42 max-xl:whitespace-normal xl:max-w-42',
    cellClass: 'max-xl:py-0 max-xl:leading-4',
    cell: (run) => <DecisionWord run={run} className="flex! max-xl:whitespace-normal!" />,
  },
  {
    id: 'attempt',
    head: 'Attempt',
    numeric: true,
    className: from.xxl,
    cell: (run) => <span className={run.execution ? undefined : 'text-ink-3'}>{run.attempt}</span>,
  },
  {
    id: 'quality',
    head: 'Quality',
    numeric: true,
    className: `min-w-19 ${from.sm}`,
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
    className: `min-w-24 max-w-24 min-[1400px]:min-w-36 min-[1400px]:max-w-36 ${from.xl}`,
    cell: (run) => (
      <span className="block truncate text-ink-2" title={runFailureKind(run) ?? undefined}>
        {runFailureKind(run)}
      </span>
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
    className: from.xxl,
    cell: (run) => (run.tokens === null ? NOT_REPORTED : formatCompact(run.tokens)),
  },
  {
    id: 'cost',
    head: 'Cost',
    numeric: true,
    className: `min-w-20 ${from.xxl}`,
    cell: (run) => (run.costUsd === null ? NOT_REPORTED : formatCost(run.costUsd)),
  },
  {
    id: 'when',
    head: 'When',
    numeric: true,
    className: `min-w-20 ${from.sm}`,
    cell: (run) => <RelativeTime iso={run.occurredAt} className="text-ink-2" />,
  },
]

/** Columns that users can hide. */
export const hideableColumns = runColumns.filter((column) => !column.isFixed)

/** Keys have `p` for it, and a phone has no room beside the list. */
function PeekButton({ name, onPeek }: { name: string; onPeek: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Show ${name} beside the list`}
      title="Show it beside the list"
      className="icon-button z-[1] -my-1 hidden size-6 shrink-0 sm:pointer-coarse:inline-flex sm:[tr:hover_&]:inline-flex"
      onClick={onPeek}
    >
      <PanelRight aria-hidden />
    </button>
  )
}

function QualityCell({ run }: { run: RunRow }) {
  const verdict = qualityVerdict(run)
  const quality = shownQuality(run)
  return (
    <span
      className="inline-flex items-center gap-1.5"
      title={`${verdict.word}: ${formatExact(run.quality)}${run.blocked ? ', blocked' : ''}`}
    >
      <ThresholdBar value={quality} threshold={verdict.threshold} tone={verdict.tone} />
      <span className={quality === null ? 'text-ink-3' : undefined}>{formatScore(quality, verdict.threshold)}</span>
    </span>
  )
}

/** Returns the columns of the table: those named in the URL, or all but those hidden in this browser. */
export function useShownColumns(): {
  columns: readonly RunColumn[]
  /** Ids of the shown columns that can be hidden. */
  shown: readonly string[]
  show: (ids: readonly string[]) => void
} {
  const [hidden, setHidden] = useHiddenColumns()
  const { search, change } = useRunSearch()
  const named = search.columns
  const shown = useMemo(
    () => hideableColumns.map(({ id }) => id).filter((id) => (named ? named.includes(id) : !hidden.includes(id))),
    [named, hidden],
  )
  const columns = useMemo(() => runColumns.filter(({ id, isFixed }) => isFixed || shown.includes(id)), [shown])
  const show = (ids: readonly string[]) => {
    setHidden(hideableColumns.map(({ id }) => id).filter((id) => !ids.includes(id)))
    if (named) change({ columns: [...ids] })
  }
  return { columns, shown, show }
}

/** By default these are hidden, to leave room for run names; the grade judges by another profile than most chains' quality. */
const setting = browserSetting('run-columns', '["grade","duration","tokens"]')

/** Returns the ids of the columns hidden in this browser, and a setter. */
function useHiddenColumns(): [string[], (hidden: readonly string[]) => void] {
  const text = useBrowserSetting(setting)
  return [useMemo(() => parse(text), [text]), (hidden) => setting.write(JSON.stringify(hidden))]
}

function parse(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}
