import { quoting, type Span, spanOf } from '../finding'
import type { Material } from '../material'
import type { NumberMention } from '../numbers/read-numbers'
import { alikeUnits, isMoney, type Quantity } from '../numbers/units'
import { pricedOtherwise } from '../tables/currencies'
import { describeRecord } from '../tables/table-conflicts'
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
