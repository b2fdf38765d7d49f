'use client'

import { useRef } from 'react'
import { AttemptLineSmall } from '@/components/charts/attempt-line-small'
import { useRowKeys } from '@/components/shell/row-keys'
import { Link } from '@/components/ui/link'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import type { ExecutionView } from '@/lib/contracts/executions'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import { executionHref, executionName, oneMoreText } from '@/lib/presentation/charts/prepare-convergence'
import { formatScore } from '@/lib/presentation/format/number'
import { decisionLabels } from '@/lib/presentation/labels/verdicts'

const COLUMNS = 8

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
  const frame = useRef<HTMLDivElement>(null)
  const { indexes, before, after, reveal } = useWindowRows({ frame, count: executions.length, hasMore, onMore })
  const showLarge = (index: number | null) => {
    const execution = executions[index ?? -1]
    if (execution) onLarge(execution)
  }
  return (
    <div ref={frame}>
      {hasKeys && <Keys frame={frame} count={executions.length} reveal={reveal} onLarge={showLarge} />}
      <Table label={`${label} executions`} className="table-fixed" aria-rowcount={hasMore ? -1 : executions.length + 1}>
        <TableHead>
          <tr>
            <TableHeader className="w-24">Scores</TableHeader>
            <TableHeader>Execution</TableHeader>
            <TableHeader numeric className="w-20 max-sm:hidden">
              Attempts
            </TableHeader>
            <TableHeader numeric className="w-14">
              Best
            </TableHeader>
            <TableHeader numeric className="w-20 max-sm:hidden">
              Gain
            </TableHeader>
            <TableHeader numeric className="w-24 max-md:hidden xl:w-28">
              Next gain
            </TableHeader>
            <TableHeader className="w-40 max-xl:hidden">Decision</TableHeader>
            <TableHeader numeric className="w-28 max-md:hidden">
              Newest
            </TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          <RowSpacer height={before} columns={COLUMNS} />
          {indexes.map((index) => {
            const execution = executions[index]
            return (
              execution && (
                <ExecutionRow
                  key={`${execution.chain} ${execution.key}`}
                  project={project}
                  execution={execution}
                  index={index}
                  onLarge={onLarge}
                />
              )
            )
          })}
          <RowSpacer height={after} columns={COLUMNS} />
        </TableBody>
      </Table>
    </div>
  )
}

type KeysProps = Pick<Parameters<typeof useRowKeys>[0], 'frame' | 'count' | 'reveal'> & {
  onLarge: (index: number | null) => void
}

function Keys({ onLarge, ...rows }: KeysProps) {
  useRowKeys({
    ...rows,
    title: 'Executions',
    noun: 'execution',
    more: [{ keys: 'l', label: 'Open its attempts large', run: onLarge }],
  })
  return null
}

type ExecutionRowProps = {
  project: string
  execution: ExecutionView
  index: number
  onLarge: (execution: ExecutionView) => void
}

function ExecutionRow({ project, execution, index, onLarge }: ExecutionRowProps) {
  const line = prepareAttemptLine(execution, 'small', project)
  const more = oneMoreText(execution)
  const { best, acceptFrom, gain } = execution
  return (
    <TableRow data-row={index} aria-rowindex={index + 2}>
      <TableCell className="w-24">
        <button
          type="button"
          aria-label={`Open ${executionName(execution)} large`}
          aria-haspopup="dialog"
          onClick={() => onLarge(execution)}
          className="relative z-[1] flex min-h-8 items-center rounded-sm hover:bg-selected"
        >
          <AttemptLineSmall model={line} wordHidden />
        </button>
      </TableCell>
      <TableCell>
        <Link href={executionHref(execution, project)} className="row-link block truncate">
          <span className="font-medium">{execution.key}</span>{' '}
          <span className="text-ink-3">
            {execution.chain} {execution.version}
          </span>
        </Link>
      </TableCell>
      <TableCell numeric className="w-20 max-sm:hidden">
        {execution.attempts.length}
      </TableCell>
      <TableCell numeric className="w-14">
        {formatScore(best?.score, acceptFrom)}
      </TableCell>
      <TableCell numeric className="w-20 max-sm:hidden">
        {gain === null ? '—' : gain < 0.005 ? 'nothing' : `+${formatScore(gain)}`}
      </TableCell>
      <TableCell numeric className="w-24 max-md:hidden xl:w-28" title={more?.title}>
        {more ? (
          <>
            {more.gain}
            {more.advice && <span className="ml-1 text-ink-3 text-xs">{more.advice}</span>}
          </>
        ) : (
          '—'
        )}
      </TableCell>
      <TableCell className="w-40 whitespace-nowrap text-ink-2 max-xl:hidden">
        {decisionLabels[execution.decision]}
      </TableCell>
      <TableCell numeric className="w-28 max-md:hidden">
        <RelativeTime iso={execution.updatedAt} className="text-ink-2" />
      </TableCell>
    </TableRow>
  )
}
