import { Link } from '@/components/ui/link'
import type { ChartTable } from '@/lib/presentation/charts/chart-parts'

type NumbersTableProps = { label: string; table: ChartTable /** Without a maximum height. */; isWhole?: boolean }

/** The numbers of a chart as a table; each row links to the same page as its mark. */
export function NumbersTable({ label, table, isWhole = false }: NumbersTableProps) {
  return (
    <section
      aria-label={`${label}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
      tabIndex={0}
      className={isWhole ? 'overflow-x-auto' : 'max-h-72 overflow-auto'}
    >
      <table aria-label={label} className="w-full text-sm">
        <thead className="sticky top-0 bg-paper text-ink-3 text-xs">
          <tr>
            {table.columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={`py-1.5 pr-3 font-medium last:pr-1 ${column.numeric ? 'text-right' : 'text-left'}`}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, place) => (
                <td
                  key={table.columns[place]?.label ?? place}
                  className={`border-t py-1.5 pr-3 last:pr-1 ${table.columns[place]?.numeric ? 'text-right' : ''}`}
                >
                  {place === 0 && row.href ? (
                    <Link href={row.href} className="link">
                      {cell}
                    </Link>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
