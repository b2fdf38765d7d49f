import { lazily } from '../../lazily'
import { differences, sums } from '../numbers/derived'
import { isAmong, type NumberMention } from '../numbers/read-numbers'
import { measureOf } from './table-mentions'
import type { Table, TableRecord } from './tables'

/** Rows of a table whose values are added and subtracted. */
const rowsMax = 50

/** What follows from the values of tables: the total of a column, the difference of two rows. */
export class TableValues {
  readonly #tables: () => readonly Table[]
  readonly #columns = lazily(() => this.#tables().flatMap(columnsOf))
  readonly #totals = lazily(() => this.#columns().flatMap((column) => (column.length > 1 ? [totalOf(column)] : [])))

  constructor(tables: () => readonly Table[]) {
    this.#tables = tables
  }

  /** Whether the sentence says that the claim is a total or a difference of such values, whose rows or one of which it names. */
  has(claim: NumberMention, sentence: string, others: () => readonly number[]): boolean {
    if (claim.unit === '%' || this.#tables().length === 0) return false
    if (sums.test(sentence) && isAmong(claim, this.#totals())) return true
    if (!differences.test(sentence)) return false
    const stated = others()
    const isDifference = (column: readonly number[], from: readonly number[]) =>
      from.some((one) =>
        isAmong(
          claim,
          column.map((other) => Math.abs(one - other)),
        ),
      )
    if (
      this.#columns().some((column) =>
        isDifference(
          column,
          column.filter((one) => stated.includes(one)),
        ),
      )
    )
      return true
    const text = sentence.toLowerCase()
    return this.#tables().some((table) =>
      columnsOf({
        ...table,
        records: table.records.slice(0, rowsMax).filter((record) => isNamedIn(record, text)),
      }).some((column) => isDifference(column, column)),
    )
  }
}

function isNamedIn({ table, cells }: TableRecord, text: string): boolean {
  return table.columns.some(({ isKey }, place) => isKey && text.includes(cells.get(place)?.text.toLowerCase() ?? '\n'))
}

function columnsOf({ columns, records }: Table): number[][] {
  if (records.length < 2 || records.length > rowsMax) return []
  return columns.map((_, place) =>
    records.flatMap(({ cells }) => {
      const value = measureOf(cells.get(place))?.number?.value
      return value === undefined ? [] : [value]
    }),
  )
}

const totalOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
