import { clsx } from 'clsx'
import { memo, useCallback, useRef } from 'react'
import { useRowKeys } from '@/components/shell/row-keys'
import { Checkbox } from '@/components/ui/checkbox'
import { Link } from '@/components/ui/link'
import type { Selection } from '@/components/ui/selected-rows'
import { SelectAllHeader } from '@/components/ui/selected-rows'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import type { RunRow } from '@/lib/contracts/runs'
import { runHref } from '@/lib/presentation/links'
import type { RunColumn } from './run-columns'
import { useShownColumns } from './run-columns'

type RunTableProps = {
  project: string
  runs: readonly RunRow[]
  /** The active search text. */
  text: string | null
  selection: Selection
  /** Id of the run shown in the side panel. */
  peeked: string | null
  onPeek: (runId: string | null) => void
  hasMore: boolean
  onMore: () => void
}

/** Virtualized table of runs. */
export function RunTable({ project, runs, text, selection, peeked, onPeek, hasMore, onMore }: RunTableProps) {
  const { columns } = useShownColumns()
  const anchor = useRef<number | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { indexes, before, after, reveal } = useWindowRows({ frame, count: runs.length, hasMore, onMore })
  const at = (index: number | null) => runs[index ?? -1]?.id
  const { setMany, toggle } = selection
  const select = useCallback(
    (index: number, isRange: boolean) => {
      const id = runs[index]?.id
      if (!id) return
      if (isRange && anchor.current !== null) {
        const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)]
        setMany(runs.slice(from, to + 1).map((run) => run.id))
      } else toggle(id)
      anchor.current = index
    },
    [runs, setMany, toggle],
  )
  const showBeside = (index: number | null) => {
    const id = at(index)
    if (id) onPeek(id === peeked ? null : id)
  }
  useRowKeys({
    frame,
    count: runs.length,
    reveal,
    title: 'Runs',
    noun: 'run',
    more: [
      { keys: 'x', label: 'Select it', run: (index) => index !== null && select(index, false) },
      {
        keys: 'X',
        label: 'Select all from the last one selected',
        run: (index) => index !== null && select(index, true),
      },
      { keys: 'p', label: 'Show it beside the list', run: showBeside },
      { keys: ' ', label: 'Show it beside the list', run: showBeside },
    ],
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside it are the focus targets
    <div
      ref={frame}
      onFocus={({ target }) => {
        const row = peeked === null ? null : target.closest('[data-row]')?.getAttribute('data-row')
        const id = row === null || row === undefined ? undefined : at(Number(row))
        if (id && id !== peeked) onPeek(id)
      }}
    >
      <Table label="Runs" aria-rowcount={hasMore ? -1 : runs.length + 1}>
        <TableHead>
          <tr>
            <SelectAllHeader selection={selection} />
            {columns.map((column) => (
              <TableHeader key={column.id} numeric={column.numeric} className={column.className}>
                {column.isHeadHidden ? <span className="sr-only">{column.head}</span> : column.head}
              </TableHeader>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          <RowSpacer height={before} columns={columns.length + 1} />
          {indexes.map((index) => {
            const run = runs[index]
            return (
              run && (
                <RunTableRow
                  key={run.id}
                  project={project}
                  run={run}
                  text={text}
                  index={index}
                  columns={columns}
                  isSelected={selection.has(run.id)}
                  isPeeked={run.id === peeked}
                  onSelect={select}
                />
              )
            )
          })}
          <RowSpacer height={after} columns={columns.length + 1} />
        </TableBody>
      </Table>
    </div>
  )
}

type RunTableRowProps = {
  project: string
  run: RunRow
  text: string | null
  index: number
  columns: readonly RunColumn[]
  isSelected: boolean
  isPeeked: boolean
  onSelect: (index: number, isRange: boolean) => void
}

const RunTableRow = memo(function RunTableRow(props: RunTableRowProps) {
  const { project, run, text, index, columns, isSelected, isPeeked, onSelect } = props
  return (
    <TableRow
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={isPeeked ? '[--fill:var(--selected)]!' : undefined}
    >
      <TableCell>
        <Checkbox
          aria-label={`Select ${run.clientId}`}
          className="relative z-[1] grid!"
          checked={isSelected}
          onClick={(event) => onSelect(index, event.shiftKey)}
        />
      </TableCell>
      {columns.map(({ id, numeric, className, cell }) => (
        <TableCell key={id} numeric={numeric} className={clsx('whitespace-nowrap', className)}>
          {id === 'run' ? (
            <Link href={runHref(project, run.id)} className="row-link block">
              {cell(run, text)}
            </Link>
          ) : (
            cell(run, text)
          )}
        </TableCell>
      ))}
    </TableRow>
  )
})
