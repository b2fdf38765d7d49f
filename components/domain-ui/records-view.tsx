'use client'

import { clsx } from 'clsx'
import { Fragment, useState } from 'react'
import { FieldMarks, JsonView, MarkedValue } from '@/components/ui/json-view'
import { formatCount } from '@/lib/presentation/format/number'
import { type Cell, type Records, readRecords } from '@/lib/presentation/transcript/records'

const ROWS_SHOWN = 20

type RecordsViewProps = { value: readonly unknown[]; name: string; of: string }

/** A list as a table if its records are alike, with the quotes of `TextMarks` highlighted; any other as a JSON tree. */
export function RecordsView({ value, name, of }: RecordsViewProps) {
  const records = readRecords(value)
  return records ? <RecordsTable records={records} of={of} /> : <JsonView value={value} name={name} />
}

function RecordsTable({ records: { columns, rows }, of }: { records: Records; of: string }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? rows : rows.slice(0, ROWS_SHOWN)
  return (
    <>
      <section
        aria-label={`${of}, as a table`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
        tabIndex={0}
        className="relative max-w-full overflow-x-auto rounded-md border"
      >
        <table className="w-full border-separate border-spacing-0 text-left text-xs">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  className={clsx(
                    'max-w-36 border-b bg-sunken px-2 py-1 align-bottom font-medium font-mono text-ink-3',
                    column.isNumeric && 'text-right',
                  )}
                >
                  {wordsOf(column.name).map((word, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a word is identified by its position.
                    <Fragment key={place}>
                      {word}
                      <wbr />
                    </Fragment>
                  ))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a record is identified by its position.
              <tr key={place} className="[&:last-child>td]:border-b-0">
                {columns.map((column, at) => (
                  <FieldMarks key={column.name} name={`[${place}].${column.name}`}>
                    <RecordCell cell={row[at]} isNumeric={column.isNumeric} />
                  </FieldMarks>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown.length && (
        <button type="button" onClick={() => setAll(true)} className="link mt-1 min-h-6 text-ink-2 text-xs">
          Show all {formatCount(rows.length)} rows
        </button>
      )}
    </>
  )
}

/** The words of a field's name, between which its header may break. */
const wordsOf = (name: string) => name.split(/(?<=[_.])/)

function RecordCell({ cell, isNumeric }: { cell: Cell; isNumeric: boolean }) {
  return (
    <td
      className={clsx(
        'border-b px-2 py-1 align-top',
        isNumeric ? 'whitespace-nowrap text-right tabular-nums' : 'min-w-16 max-w-72 whitespace-pre-line break-words',
        (cell === null || typeof cell === 'boolean') && 'text-ink-3',
      )}
    >
      {cell !== undefined && <MarkedValue value={cell} />}
    </td>
  )
}
