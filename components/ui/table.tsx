import { clsx } from 'clsx'
import { type ComponentProps, memo, type ReactNode } from 'react'
import { lazyComponent } from './lazy-component'
import { scrollStop } from './scroll-stop'

const copying = lazyComponent(() => import('./copy-rows'))

type TableProps = ComponentProps<'table'> & { /** Accessible name: what the table lists. */ label: string }

/** Dense table with a sticky header. Scrolls horizontally on narrow screens only. */
export function Table({ label, className, ...rest }: TableProps) {
  return (
    <div
      ref={scrollStop}
      // Positioned, so that visually hidden text is clipped with the table and does not widen the page.
      className="relative overflow-x-auto lg:overflow-visible"
    >
      <table
        aria-label={label}
        className={clsx('w-full border-separate border-spacing-0 text-left text-sm', className)}
        onCopy={(event) => copying.get()?.copyRows(event)}
        {...rest}
      />
    </div>
  )
}

/** A column: its header, and what its cells show of a row. */
export type Column<Row> = {
  /** Text of the header; also the key of the column unless it has an `id`. */
  head: string
  id?: string
  /** The header is only available to screen readers. */
  isHeadHidden?: boolean
  /** In place of a hidden header: the ends of the axis that its cells are drawn on. */
  axis?: readonly [start: string, end: string]
  /** Its cells name their rows. */
  isRowName?: boolean
  /** Right-aligned. */
  numeric?: boolean
  /** Classes of the header and the cells, including the breakpoint from which the column is shown. */
  className?: string
  /** Classes of the cells only. */
  cellClass?: string | ((row: Row) => string | undefined)
  title?: (row: Row) => string | null | undefined
  cell: (row: Row) => ReactNode
}

/** `false` stands for a column that is left out. */
export type Columns<Row> = readonly (Column<Row> | false)[]

type DataTableProps<Row> = Omit<TableProps, 'rows'> & {
  columns: Columns<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  rowProps?: (row: Row, index: number) => ComponentProps<typeof TableRow>
  headClass?: string
  /** More table bodies. */
  children?: ReactNode
}

/** Table of rows described by its columns. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, rowProps, headClass, children, ...table } = props
  return (
    <Table {...table}>
      <TableHead className={headClass}>
        <tr>
          <HeaderCells columns={columns} />
        </tr>
      </TableHead>
      <tbody>
        {rows.map((row, index) => (
          <TableRow key={keyOf(row)} {...rowProps?.(row, index)}>
            <RowCells columns={columns} row={row} />
          </TableRow>
        ))}
      </tbody>
      {children}
    </Table>
  )
}

/** The last column of a phone ends at the edge of the page, as the last one does. */
function endOnPhone<Row>(columns: Columns<Row>, column: Column<Row>): string | false {
  const onPhone = columns.filter(isShown).filter(({ className = '' }) => !className.includes('max-sm:hidden'))
  return column === onPhone.at(-1) && 'max-sm:pr-0'
}

const isShown = <Row,>(column: Column<Row> | false): column is Column<Row> => column !== false

export function HeaderCells<Row>({ columns }: { columns: Columns<Row> }) {
  return columns.filter(isShown).map((column) => {
    const { head, id = head, isHeadHidden, axis, numeric, className } = column
    return (
      <TableHeader key={id} numeric={numeric} className={clsx(className, endOnPhone(columns, column))}>
        {isHeadHidden ? <span className="sr-only">{head}</span> : head}
        {axis && (
          <span className="flex justify-between gap-2">
            {axis.map((end) => (
              <span key={end}>{end}</span>
            ))}
          </span>
        )}
      </TableHeader>
    )
  })
}

/** Rendered again only for other columns or another row: a row that is selected keeps its cells. */
export const RowCells = memo(function RowCells<Row>({ columns, row }: { columns: Columns<Row>; row: Row }) {
  return columns.filter(isShown).map((column) => {
    const { head, id = head, isRowName, numeric, className, cellClass, title, cell } = column
    const props = {
      numeric,
      title: title?.(row) ?? undefined,
      className: clsx(
        className,
        endOnPhone(columns, column),
        typeof cellClass === 'function' ? cellClass(row) : cellClass,
      ),
      children: cell(row),
    }
    return <TableCell key={id} isRowName={isRowName} {...props} />
  })
}) as <Row>(props: { columns: Columns<Row>; row: Row }) => ReactNode

export function TableHead({ className, ...rest }: ComponentProps<'thead'>) {
  return <thead className={clsx('lg:sticky lg:top-12 lg:z-10', className)} {...rest} />
}

type CellProps = { /** Right-aligned. */ numeric?: boolean }

export function TableHeader({ numeric, className, scope = 'col', ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope={scope}
      className={clsx(
        'h-8 whitespace-nowrap border-b bg-paper px-2 font-medium text-ink-3 text-xs first:pl-0 last:pr-0',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    />
  )
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'> & { 'data-row'?: number }) {
  return <tr className={clsx('row', className)} {...rest} />
}

type TableCellProps = ComponentProps<'td'> & CellProps & { isRowName?: boolean }

export function TableCell({ numeric, isRowName, className, ...rest }: TableCellProps) {
  const props = { className: clsx('cell', numeric && 'whitespace-nowrap text-right', className), ...rest }
  return isRowName ? <th scope="row" {...props} /> : <td {...props} />
}
