'use client'

import { type ComponentProps, memo, type ReactNode, useCallback, useRef } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import type { Selection } from '@/components/ui/selected-rows'
import {
  type Columns,
  HeaderCells,
  RowCells,
  Table,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import { useRowKeys } from './row-keys'

type Keys<Row> = {
  title: string
  /** A row, in the labels of the keys. */
  noun: string
  /** More keys that act on the focused row; `run` gets undefined if no row has the focus. */
  more?: readonly { keys: string; label: string; run: (row: Row | undefined) => void }[]
}

type WindowTableProps<Row> = Pick<ComponentProps<typeof Table>, 'label' | 'className'> & {
  /** Rows are rendered again whenever this array changes. */
  columns: Columns<Row>
  rows: readonly Row[]
  idOf: (row: Row) => string
  hasMore: boolean
  onMore: () => void
  /** Null if another table of the page answers the same keys. */
  keys: Keys<Row> | null
  /** Null if rows cannot be selected. */
  selection?: Selection | null
  /** Rows that nothing can be done with have no checkbox. */
  isSelectable?: (row: Row) => boolean
  /** Name of a row, for its checkbox. */
  nameOf?: (row: Row) => string
  rowClass?: (row: Row) => string | undefined
  onRowFocus?: (row: Row) => void
}

/** Virtualized table of a paginated list. Keys move between its rows and select them; shift selects a range. */
export function WindowTable<Row>(props: WindowTableProps<Row>) {
  const { columns, rows, idOf, hasMore, onMore, keys, selection = null, nameOf = idOf, rowClass, onRowFocus } = props
  const { isSelectable = always } = props
  const frame = useRef<HTMLDivElement>(null)
  const { indexes, before, after, reveal } = useWindowRows({ frame, count: rows.length, hasMore, onMore })
  const select = useSelectRow(rows, { idOf, isSelectable }, selection)
  const width = columns.length + (selection ? 1 : 0)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside it are the focus targets
    <div
      ref={frame}
      onFocus={({ target }) => {
        const row = rows[Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1)]
        if (row) onRowFocus?.(row)
      }}
    >
      {keys && <RowKeys keys={keys} rows={rows} frame={frame} reveal={reveal} onSelect={selection && select} />}
      <Table label={props.label} className={props.className} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <TableHead>
          <tr>
            {selection && (
              <TableHeader className="w-6">
                <Checkbox
                  aria-label="Select all in sight"
                  className="grid! after:-inset-2"
                  checked={selection.all}
                  disabled={!rows.some(isSelectable)}
                  onCheckedChange={(checked) => selection.setAll(checked === true)}
                />
              </TableHeader>
            )}
            <HeaderCells columns={columns} />
          </tr>
        </TableHead>
        <tbody>
          <RowSpacer height={before} columns={width} />
          {indexes.map((index) => {
            const row = rows[index]
            return (
              row && (
                <WindowRow
                  key={idOf(row)}
                  row={row}
                  index={index}
                  columns={columns}
                  className={rowClass?.(row)}
                  name={nameOf(row)}
                  isSelected={selection && (isSelectable(row) ? selection.has(idOf(row)) : 'never')}
                  onSelect={select}
                />
              )
            )
          })}
          <RowSpacer height={after} columns={width} />
        </tbody>
      </Table>
    </div>
  )
}

type WindowRowProps<Row> = {
  row: Row
  index: number
  columns: Columns<Row>
  className: string | undefined
  name: string
  /** Null if rows cannot be selected; never: this one cannot. */
  isSelected: boolean | 'never' | null
  onSelect: (index: number, isRange: boolean) => void
}

const WindowRow = memo(function WindowRow<Row>(props: WindowRowProps<Row>) {
  const { row, index, columns, className, name, isSelected, onSelect } = props
  return (
    <TableRow
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={typeof isSelected === 'boolean' ? isSelected : undefined}
      className={className}
    >
      {isSelected !== null && (
        <TableCell>
          {isSelected !== 'never' && (
            <Checkbox
              aria-label={`Select ${name}`}
              // A press beside it, on the link of the row, would leave the list and what was selected.
              className="z-[1] grid! after:-inset-3"
              checked={isSelected}
              onClick={(event) => onSelect(index, event.shiftKey)}
            />
          )}
        </TableCell>
      )}
      <RowCells columns={columns} row={row} />
    </TableRow>
  )
}) as <Row>(props: WindowRowProps<Row>) => ReactNode

type Selecting<Row> = { idOf: (row: Row) => string; isSelectable: (row: Row) => boolean }

const always = () => true

/** Returns a callback that selects a row or, as a range, all from the last selected one. */
function useSelectRow<Row>(rows: readonly Row[], of: Selecting<Row>, selection: Selection | null) {
  const { idOf, isSelectable } = of
  const anchor = useRef<string | null>(null)
  const { toggle, setMany } = selection ?? {}
  return useCallback(
    (index: number, isRange: boolean) => {
      const row = rows[index]
      if (!row || !isSelectable(row)) return
      // By id: rows that arrived above the last selected one have moved it.
      const last = rows.findIndex((one) => idOf(one) === anchor.current)
      const start = last < 0 ? index : last
      const range = rows.slice(Math.min(start, index), Math.max(start, index) + 1)
      if (isRange) setMany?.(range.filter(isSelectable).map(idOf))
      else toggle?.(idOf(row))
      anchor.current = idOf(row)
    },
    [rows, idOf, isSelectable, toggle, setMany],
  )
}

type RowKeysProps<Row> = Pick<Parameters<typeof useRowKeys>[0], 'frame' | 'reveal'> & {
  keys: Keys<Row>
  rows: readonly Row[]
  onSelect: ((index: number, isRange: boolean) => void) | null
}

function RowKeys<Row>({ keys: { title, noun, more = [] }, rows, frame, reveal, onSelect }: RowKeysProps<Row>) {
  const select = (isRange: boolean) => (index: number | null) => index !== null && onSelect?.(index, isRange)
  useRowKeys({
    frame,
    count: rows.length,
    reveal,
    title,
    noun,
    more: [
      ...(onSelect
        ? [
            { keys: 'x', label: 'Select it', run: select(false) },
            { keys: 'X', label: 'Select all from the last one selected', run: select(true) },
          ]
        : []),
      ...more.map(({ run, ...key }) => ({ ...key, run: (index: number | null) => run(rows[index ?? -1]) })),
    ],
  })
  return null
}
