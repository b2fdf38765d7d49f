import { quoting, type Span, spanOf } from '../finding'
import type { Material } from '../material'
import type { NumberMention } from '../numbers/read-numbers'
import { alikeUnits, isMoney, type Quantity, unitOf, unitOfSign } from '../numbers/units'
import { describeRecord } from '../tables/table-conflicts'
import { measureOf } from '../tables/table-mentions'
import type { Table, TableRecord } from '../tables/tables'
import { sentenceAround } from '../text/sentences'

/** Digits from which an amount that recurs in another currency is the same one. */
const telling = 3
/** Dollars that are said to be of the United States. */
const [american, americanBefore] = [/^\s?USD(?!\w)/, /(?:USD|US ?\$)\s?$/]
const [codeBefore, codeBehind] = [/(?:[$€£¥₹]|\b[A-Z]{3})[ \u00a0]?$/, /^[ \u00a0]?(?:[$€£¥₹]|[A-Z]{3}\b)/]

/** Returns the span of an amount with the currency beside it. */
export function amountSpan(output: string, { start, end }: NumberMention): Span {
  const before = codeBefore.exec(output.slice(Math.max(0, start - 5), start))?.[0].length ?? 0
  const behind = before > 0 ? 0 : (codeBehind.exec(output.slice(end, end + 5))?.[0].length ?? 0)
  return spanOf(output, start - before, end + behind)
}

/** Returns what tells that the sources have an amount, exact to its last digit, in other currencies only; null if they may not. */
export function inOtherCurrency(claim: NumberMention, { value, step, unit }: Quantity, { reading, tables }: Material) {
  if (unit === null || !isMoney(unit) || digitsOf(value, step) < telling) return null
  const { text, start, end } = claim
  const digit = start + text.slice(start, end).search(/\d/)
  const isAmerican =
    unit === '$' &&
    (american.test(text.slice(lastDigit(claim), end + 14)) ||
      americanBefore.test(text.slice(Math.max(0, digit - 5), digit)))
  const meant = isAmerican ? [unit] : alikeUnits(unit)
  const isOther = (own: string | null | undefined) => own != null && isMoney(own) && !meant.includes(own)
  const priced = pricedOtherwise(value, meant, tables().all)
  if (priced === null && !reading.distinctUnits().some(isOther)) return null
  const quantities = reading.quantities()
  const places = [...quantities.keys()].filter((at) => quantities[at]?.value === value)
  const [first] = places
  if (first !== undefined && places.every((at) => isOther(quantities[at]?.unit))) {
    const one = reading.numbers()[first] as NumberMention
    return quoting(
      'The source has this amount in another currency:',
      reading.asWritten(sentenceAround(one.text, one).trim()),
    )
  }
  // The numbers of JSON are fields of its records only.
  if (priced === null || !places.every((at) => quantities[at]?.unit === null)) return null
  return `The source says: ${describeRecord(priced.record, priced.amount, priced.currency)}.`
}

/** The number of digits that tell one amount from another: 2 of 1200, 5 of 355.20. */
function digitsOf(value: number, step: number): number {
  const digits = String(Math.round(Math.abs(value) / step))
  return (step < 1 ? digits : digits.replace(/0+$/, '')).length
}

/** Where the digits of a number end. */
const lastDigit = ({ text, start, end }: NumberMention) => start + text.slice(start, end).search(/\d(?!.*\d)/s) + 1

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
function pricedOtherwise(value: number, meant: readonly string[], tables: readonly Table[]): Priced | null {
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
