'use client'

import { useMemo } from 'react'
import { AttemptLineSmall } from '@/components/charts/attempt-line-small'
import { WindowTable } from '@/components/shell/window-table'
import { Link } from '@/components/ui/link'
import type { Column } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { ExecutionView } from '@/lib/contracts/executions'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import { executionHref, executionName, oneMoreText } from '@/lib/presentation/charts/prepare-convergence'
import { formatScore } from '@/lib/presentation/format/number'
import { decisionLabels } from '@/lib/presentation/labels/verdicts'

type ExecutionTableProps = {
  project: string
  label: string
  executions: readonly ExecutionView[]
  /** Whether j, k and l act on these rows; off if the page has several tables. */
  hasKeys: boolean
  hasMore: boolean
  onMore: () => void
  onLarge: (execution: ExecutionView) => void
}

/** Virtualized table of executions with their attempt charts. */
export function ExecutionTable({ project, label, executions, hasKeys, hasMore, onMore, onLarge }: ExecutionTableProps) {
  const showLarge = (execution?: ExecutionView) => execution && onLarge(execution)
  const keys = {
    title: 'Executions',
    noun: 'execution',
    more: [{ keys: 'l', label: 'Open its attempts large', run: showLarge }],
  }
  return (
    <WindowTable
      label={`${label} executions`}
      className="table-fixed"
      columns={useMemo(() => toColumns(project, onLarge), [project, onLarge])}
      rows={executions}
      idOf={idOf}
      hasMore={hasMore}
      onMore={onMore}
      keys={hasKeys ? keys : null}
    />
  )
}

const idOf = ({ chain, key }: ExecutionView) => `${chain} ${key}`

const toColumns = (project: string, onLarge: (execution: ExecutionView) => void): readonly Column<ExecutionView>[] => [
  {
    head: 'Scores',
    className: 'w-24',
    cell: (execution) => (
      <button
        type="button"
        aria-label={`Open ${executionName(execution)} large`}
        aria-haspopup="dialog"
        onClick={() => onLarge(execution)}
        className="relative z-[1] -my-px flex min-h-8 items-center rounded-sm hover:bg-selected"
      >
        <AttemptLineSmall model={prepareAttemptLine(execution, 'small', project)} wordHidden />
      </button>
    ),
  },
  {
    head: 'Execution',
    isRowName: true,
    title: ({ key, chain, version }) => `${key} ${chain} ${version}`,
    cell: (execution) => (
      // On a narrow window in two lines, which a row of one height has room for.
      <Link href={executionHref(execution, project)} className="row-link block truncate max-lg:-my-px">
        <span className="font-medium max-lg:block max-lg:truncate max-lg:leading-4">{execution.key}</span>{' '}
        <span className="text-ink-3 max-lg:block max-lg:truncate max-lg:text-xs max-lg:leading-4">
          <span>{execution.chain}</span> <span>{execution.version}</span>
        </span>
      </Link>
    ),
  },
  { head: 'Attempts', numeric: true, className: 'w-20 max-sm:hidden', cell: ({ attempts }) => attempts.length },
  {
    head: 'Best',
    numeric: true,
    className: 'w-14',
    cell: ({ best, acceptFrom }) => formatScore(best?.score, acceptFrom),
  },
  {
    head: 'Gain',
    numeric: true,
    className: 'w-16 max-sm:hidden',
    cell: ({ gain }) => (gain === null ? '—' : gain < 0.005 ? 'nothing' : `+${formatScore(gain)}`),
  },
  {
    head: 'Next gain',
    numeric: true,
    className: 'w-24 max-md:hidden lg:w-40 xl:w-44',
    title: (execution) => oneMoreText(execution)?.title,
    cellClass: 'whitespace-nowrap',
    cell: (execution) => <NextGain more={oneMoreText(execution)} />,
  },
  {
    head: 'Decision',
    className: 'w-36 max-xl:hidden',
    cellClass: 'whitespace-nowrap text-ink-2',
    cell: ({ decision }) => decisionLabels[decision],
  },
  {
    head: 'Newest',
    numeric: true,
    className: 'w-24 max-md:hidden',
    cell: ({ updatedAt }) => <RelativeTime iso={updatedAt} className="text-ink-2" />,
  },
]

function NextGain({ more }: { more: ReturnType<typeof oneMoreText> }) {
  if (!more) return '—'
  return (
    <>
      {`${more.gain} `}
      <span className="text-ink-3 text-xs max-lg:hidden">{more.interval}</span>{' '}
      {more.advice && <span className="ml-1 text-ink-3 text-xs">{more.advice}</span>}
    </>
  )
}
