import { lazily } from '../../lazily'
import { differences, sums } from '../numbers/derived'
import type { NumberMention } from '../numbers/read-numbers'
import { isAmong } from '../numbers/supported-values'
import { measureOf } from './table-mentions'
import { identifyingColumns, type Table, type TableRecord } from './tables'

/** Rows of a table whose values are added and subtracted, records named before a total, and values of which any two make one. */
const [rowsMax, namedMax, pairedMax] = [50, 12, 3]

/** What follows from the values of tables: the total of a column, the difference of two rows. */
export class TableValues {
  readonly #tables: () => readonly Table[]
  readonly #columns = lazily(() => this.#tables().flatMap(columnsOf))
  readonly #totals = lazily(() => this.#columns().flatMap((column) => (column.length > 1 ? [totalOf(column)] : [])))

  readonly #computed = lazily(() => new Set(this.#columns().flatMap(computedFrom).map(withoutNoise)))

  constructor(tables: () => readonly Table[]) {
    this.#tables = tables
  }

  /**
   * Whether the sentence says that the claim is a total or a difference of such values, whose rows or one of which it names; or the total of two
   * or more records that are named before it.
   */
  has(claim: NumberMention, sentence: string, others: () => readonly number[], before: () => string): boolean {
    if (claim.unit === '%' || this.#tables().length === 0) return false
    if (sums.test(sentence) && (isAmong(claim, this.#totals()) || this.#isTotalOf(claim, before().toLowerCase())))
      return true
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

  /** Whether a number is the total of a column, or of up to three values the sum or difference of two. */
  isComputed(value: number): boolean {
    return this.#computed().has(withoutNoise(Math.abs(value)))
  }

  /** Whether a value is the sum of what the records that a text names by their ids have in fields of one name. */
  #isTotalOf(claim: NumberMention, text: string): boolean {
    const named = this.#tables().flatMap((table) => {
      const ids = identifyingColumns(table)
      return table.records.filter(({ cells }) =>
        [...ids].some((at) => text.includes(cells.get(at)?.text.toLowerCase() ?? '\n')),
      )
    })
    if (named.length < 2 || named.length > namedMax) return false
    const fields = new Map<string, number[]>()
    for (const { table, cells } of named)
      for (const [column, cell] of cells) {
        const value = measureOf(cell)?.number?.value
        const title = table.columns[column]?.title
        if (value !== undefined && title !== undefined) fields.set(title, [...(fields.get(title) ?? []), value])
      }
    return [...fields.values()].some((values) => isAmong(claim, sumsOf(values)))
  }
}

function computedFrom(column: readonly number[]): number[] {
  if (column.length < 2) return []
  if (column.length > pairedMax) return [totalOf(column)]
  const differences = column.flatMap((one, at) => column.slice(at + 1).map((other) => Math.abs(one - other)))
  return [...sumsOf(column), ...differences]
}

/** A sum of fractions without its noise. */
const withoutNoise = (value: number) => Number(value.toPrecision(12))

/** The sums of two values, and of all. */
function sumsOf(values: readonly number[]): number[] {
  const pairs = values.flatMap((one, at) => values.slice(at + 1).map((other) => one + other))
  return values.length > 2 ? [...pairs, totalOf(values)] : pairs
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
