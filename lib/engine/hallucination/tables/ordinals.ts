import { isEquivalent } from '../sources/alignment'
import type { Token } from '../words/tokens'
import { isValue, type TableConflict } from './table-claims'
import { type Mention, measureOf } from './table-mentions'
import type { Table, TableRecord } from './tables'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
/** What stands before an ordinal that tells which of a list is meant. */
const possessive = /^(?:the|his|hi|her|their|your|its|our|my)$/
/** What an entry of any list may be called. */
const generic = /^(?:item|entry|row|record|result|line|position)$/
/** A sentence that compares, denies or may tell of another list. */
const open =
  /^(?:than|not|no|never|unlike|instead|before|after|until|except|other|another|if|would|should|could|may|might)$/
/** Of those of a day, another may be the first: "at weekends the first train". */
const day = /^(?:mon|tues|wednes|thurs|fri|satur|sun|holi|week)day$|^weekend$/
/** More entries are not counted. */
const recordsMax = 50

/** "The second order": the place that it tells, and the tokens that tell it. */
interface Ordinal {
  place: number
  noun: Token
  from: number
  to: number
}

/** Reads the only ordinal of a sentence that tells which of several things is meant; null for none, or for several. */
export function ordinalIn(tokens: readonly Token[]): Ordinal | null {
  const found = tokens.flatMap(({ term }, at) => {
    const place = term.key === 'last' ? Number.POSITIVE_INFINITY : ordinals.indexOf(term.key) + 1
    return place > 0 ? [{ place, at }] : []
  })
  const [one, more] = found
  if (!one || more || !possessive.test(tokens[one.at - 1]?.term.key ?? '')) return null
  if (tokens.some(({ term }) => open.test(term.key) || day.test(term.key))) return null
  const to = tokens[one.at + 1]?.term.key === 'list' ? one.at + 3 : one.at + 2
  const noun = tokens[to - 1]
  return noun?.kind === 'word' ? { place: one.place, noun, from: one.at - 1, to } : null
}

/** Returns the record that an ordinal means; null where the table is not of such things, or in no order that "first" tells of. */
export function recordAt({ place, noun }: Ordinal, table: Table, tables: readonly Table[]): TableRecord | null {
  const { records, columns, names } = table
  if (records.length < 2 || records.length > recordsMax) return null
  const isList = ({ records: those }: Table) => those.length > 1
  const isOfNoun =
    names.has(noun.term.key) ||
    columns.some(({ isKey, words }) => isKey && words.has(noun.term.key)) ||
    (generic.test(noun.term.key) && tables.filter(isList).length === 1)
  if (!isOfNoun || isBackward(table)) return null
  return records[Math.min(place, records.length + (Number.isFinite(place) ? 1 : 0)) - 1] ?? null
}

/** Whether the latest comes first, so that the first may be the last. */
function isBackward({ columns, records }: Table): boolean {
  return columns.some((_, at) => {
    const days = records.flatMap(({ cells }) => {
      const [date] = measureOf(cells.get(at))?.date?.readings ?? []
      return date ? [(date.year ?? 0) * 400 + date.month * 32 + (date.day ?? 0)] : []
    })
    const [first = 0, last = 0] = [days[0], days.at(-1)]
    return first > last && days.every((day, place) => place === 0 || day <= (days[place - 1] ?? 0))
  })
}

/** Finds a value of another of several numbered columns: "the second trip leaves at 07:13" where that is of `trip 3`. */
export function ofOtherPlace(
  { place, noun }: Ordinal,
  tokens: readonly Token[],
  names: readonly Mention[],
  table: Table,
): TableConflict | null {
  const group = table.columns.flatMap(({ title, words }, column) => {
    const number = words.has(noun.term.key) ? /\d+$/.exec(title)?.[0] : undefined
    return number === undefined ? [] : [{ column, number: Number(number) }]
  })
  const meant = group.find(({ number }) => number === place)
  const [name, more] = new Set(names.map(({ record }) => record))
  if (!meant || group.length < 2 || !name || more) return null
  const own = name.cells.get(meant.column)
  const value = measureOf(own)
  for (const token of tokens) {
    if (!value || (!token.number && !token.date) || isEquivalent(token, value)) continue
    const isOther = group.some(({ column }) => {
      const cell = column === meant.column ? undefined : name.cells.get(column)
      return cell !== undefined && isValue(cell, token)
    })
    if (isOther) return { token, record: name, column: meant.column }
  }
  return null
}
