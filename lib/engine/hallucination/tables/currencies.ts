import { unitOf, unitOfSign } from '../numbers/units'
import { measureOf } from './table-mentions'
import type { Table, TableRecord } from './tables'

/** The name of a field that tells in what all amounts of its record are. */
const title = /(?:^|[\s_.-])currency(?:[\s_.-]?code)?$|Currency(?:Code)?$/i

/** An amount of a record and the field with its currency. */
interface Priced {
  record: TableRecord
  amount: number
  currency: number
}

/**
 * Returns an amount that every record with its number has in another currency: "USD 355" for `{"amount": 355, "currency": "CAD"}`.
 * @param meant the currencies that the claim may mean
 */
export function pricedOtherwise(value: number, meant: readonly string[], tables: readonly Table[]): Priced | null {
  let found: Priced | null = null
  for (const { columns, records } of tables) {
    const [currency, more] = columns.flatMap((column, at) => (title.test(column.title) ? [at] : []))
    if (currency === undefined || more !== undefined) continue
    for (const record of records) {
      const amount = [...record.cells.values()].find((cell) => measureOf(cell)?.number?.value === value)
      if (!amount) continue
      const code = record.cells.get(currency)?.text ?? ''
      const own = unitOfSign(code.toUpperCase()) ?? unitOf(code.toLowerCase())
      if (own === null || meant.includes(own)) return null
      found ??= { record, amount: amount.column, currency }
    }
  }
  return found
}
