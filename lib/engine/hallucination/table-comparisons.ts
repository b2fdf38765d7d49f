import type { Claim, TableConflict } from './table-claims'
import { measureOf, namesColumn } from './table-mentions'
import type { Column } from './tables'
import type { Token } from './tokens'
import { unitOf } from './units'

const greater = /^(?:more|higher|larger|bigger|greater|longer|taller|heavier|older|faster|deeper|wider|later)$/
const lesser = /^(?:less|fewer|lower|smaller|shorter|lighter|younger|cheaper|earlier)$/
const than = /^than$/
const between = 6

/** Finds "A has more … than B" where the table has it the other way round. */
export function comparedOf({ table, tokens, names, isDenied }: Claim): TableConflict | null {
  const at = tokens.findIndex(({ term }) => greater.test(term.key) || lesser.test(term.key))
  const middle = tokens.findIndex(({ term }, place) => place > at && than.test(term.key))
  const word = tokens[at]
  if (!word || middle < 0 || middle - at > between || isDenied) return null
  const left = names.filter(({ to }) => to <= at)
  const right = names.filter(({ from }) => from > middle)
  const [one, other] = [left[0]?.record, right[0]?.record]
  if (!one || !other || one === other || left.length > 1 || right.length > 1) return null
  const said = tokens.filter((_, place) => !names.some(({ from, to }) => place >= from && place < to))
  if (said.some(({ number }) => number)) return null
  const numeric = table.columns.flatMap((column, place) =>
    !column.isKey && table.records.every(({ cells }) => measureOf(cells.get(place))?.number) ? [{ column, place }] : [],
  )
  const named = numeric.filter(({ column }) =>
    said.some((token) => namesColumn(token, column) || isUnitOf(token, column)),
  )
  // "Higher than" tells of the only number there is.
  const [chosen, more] = named.length > 0 ? named : middle === at + 1 ? numeric : []
  if (!chosen || more) return null
  const [own, theirs] = [one, other].map(({ cells }) => measureOf(cells.get(chosen.place))?.number?.value ?? 0)
  const isMore = (own ?? 0) > (theirs ?? 0)
  return own === theirs || isMore !== greater.test(word.term.key)
    ? { token: word, record: other, column: chosen.place }
    : null
}

function isUnitOf({ term }: Token, { words, unit }: Column): boolean {
  const own = unitOf(term.key)
  return own !== null && (own === unit || [...words].some((one) => unitOf(one) === own))
}
