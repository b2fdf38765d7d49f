import { isEquivalent } from './alignment'
import { changedIn } from './directions'
import { type Claim, isValue, type TableConflict } from './table-claims'
import { hasToken } from './table-mentions'
import type { Table, TableRecord } from './tables'
import { isContent, type Token } from './tokens'

const recordsMax = 500

/** The two columns that together name each record of a table, as time and station do, by the table. */
const pairs = new WeakMap<Table, readonly [number, number] | null>()

function pairOf(table: Table): readonly [number, number] | null {
  let found = pairs.get(table)
  if (found === undefined) {
    found = findPair(table)
    pairs.set(table, found)
  }
  return found
}

function findPair({ columns, records }: Table): readonly [number, number] | null {
  if (records.length < 3 || records.length > recordsMax || columns.some(({ isKey }) => isKey)) return null
  const isMeasured = (column: number) => records.some(({ cells }) => isAmount(cells.get(column)?.tokens ?? []))
  const naming = columns.flatMap((_, column) => (isMeasured(column) ? [] : [column]))
  for (const one of naming)
    for (const other of naming) {
      if (other <= one) continue
      const names = new Set(
        records.map(({ cells }) => `${cells.get(one)?.text.toLowerCase()} | ${cells.get(other)?.text.toLowerCase()}`),
      )
      if (names.size === records.length) return [one, other]
    }
  return null
}

/** Whether a value is a plain number rather than a time or a name. */
const isAmount = (tokens: readonly Token[]) =>
  tokens.length === 1 && tokens[0]?.number !== undefined && tokens[0].number.unit !== 'clock'

/** The record that a claim names by two columns together: "at 07:00 B4", of a table without a column that names its records. */
export function recordByPair({ table, tokens }: Claim): TableRecord | null {
  const pair = pairOf(table)
  if (!pair) return null
  const namesOf = (column: number) =>
    tokens.filter(
      (token) =>
        (token.kind !== 'word' || isContent(token)) &&
        table.records.some(({ cells }) => hasToken(cells.get(column), token)),
    )
  const [one, other] = pair.map(namesOf) as [Token[], Token[]]
  if (one.length === 0 || other.length === 0) return null
  const named = table.records.filter(
    ({ cells }) =>
      one.every((token) => hasToken(cells.get(pair[0]), token)) &&
      other.every((token) => hasToken(cells.get(pair[1]), token)),
  )
  return named.length === 1 ? (named[0] as TableRecord) : null
}

/** Finds "from A to B" where B stands before A in the same column, among the records of what is named. */
export function reversedSeries({ table, tokens, columns }: Claim): TableConflict | null {
  const { records } = table
  if (records.length < 2 || records.length > recordsMax || !isInOrder(table)) return null
  for (const { from, to } of changedIn(tokens)) {
    if (!from.number || !to.number || isEquivalent(from, to)) continue
    for (const column of columns) {
      const of = (token: Token) => records.flatMap((one, at) => (hasValueOf(one, column, token) ? [at] : []))
      const [starts, ends] = [of(from), of(to)]
      const [start, end] = [starts[0] ?? -1, ends[0] ?? -1]
      if (starts.length === 1 && ends.length === 1 && end < start)
        return { token: from, record: records[end] as TableRecord, column }
    }
  }
  return null
}

function hasValueOf({ cells }: TableRecord, column: number, token: Token): boolean {
  const cell = cells.get(column)
  return cell !== undefined && isValue(cell, token)
}

/** Whether the first column is a time that does not run backwards. */
function isInOrder({ records }: Table): boolean {
  const times = records.map(({ cells }) => cells.get(0))
  if (!times.every((cell) => cell?.tokens.some(({ date, number }) => date !== undefined || number?.unit === 'clock')))
    return false
  return times.every((cell, at) => at === 0 || (times[at - 1]?.text ?? '') <= (cell?.text ?? ''))
}
