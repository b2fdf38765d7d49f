import { areAlike } from './opposites'
import { areSynonyms } from './siblings'
import { stemOf } from './stems'
import type { Claim, TableConflict } from './table-claims'
import { hasToken, namesColumn } from './table-mentions'
import type { Cell, TableRecord } from './tables'
import { isContent, type Token } from './tokens'

const copula = /^(?:is|are|was|were|wa)$/
const article = /^(?:a|an|the)$/
/** Fields whose value is one of several words. Others, such as a name or a booking, may be the subject of any statement. */
const states = new Set(
  'status state class type method category priority level colour color mode plan tier role currency language department severity stage phase outcome grade shape gender'
    .split(' ')
    .map(stemOf),
)
/** Words of a value, and of what is said in its place. */
const wordsMax = 3
const stemMin = 4

/**
 * Finds a word as the value of a field that has another: "the status is delivered", where the record has "processed". Only a warning, since
 * it may be a synonym.
 */
export function otherWordOf(
  { table, tokens, cells, isDenied, isCompared }: Claim,
  record: TableRecord,
): TableConflict | null {
  const at = tokens.findIndex(({ term }) => copula.test(term.key))
  if (at < 1 || isDenied || isCompared) return null
  const predicate = tokens.slice(at + 1).filter(({ term }) => !article.test(term.key))
  const [first] = predicate
  if (!first || predicate.length > wordsMax || !predicate.every(isContent)) return null
  const before = tokens.slice(0, at)
  const columns = [...record.cells.values()].filter(({ column }) => {
    const field = table.columns[column]
    return field && before.some((token) => states.has(token.term.key) && namesColumn(token, field))
  })
  const [cell] = columns
  const field = cell && table.columns[cell.column]
  if (!cell || !field || columns.length > 1 || cells.isRepeated(field) || !isWords(cell)) return null
  const isKnown = (token: Token) =>
    table.records.some((one) => [...one.cells.values()].some((other) => hasToken(other, token))) ||
    cell.tokens.some((other) => maySayTheSame(token.term.key, other.term.key))
  return predicate.some(isKnown) ? null : { token: first, record, column: cell.column, isWeak: true }
}

const isWords = ({ text, tokens }: Cell) =>
  tokens.length > 0 && tokens.length <= wordsMax && tokens.every(isContent) && !/\d/.test(text)

function maySayTheSame(one: string, other: string): boolean {
  return one.slice(0, stemMin) === other.slice(0, stemMin) || areAlike(one, other) || areSynonyms(one, other)
}
