import { type Entries, type Entry, type EntryConflict, type EntryWord, keyed } from './entries'

/** The fields with the two ends of a way, by the last word of their names. */
const [starts, ends] = [
  /(?:^|[\s_.-])(?:from|origin|source|sender|departure|start)(?:$|[\s_.-](?:city|airport|account|code|id)$)/,
  /(?:^|[\s_.-])(?:to|destination|target|recipient|receiver|arrival|end)(?:$|[\s_.-](?:city|airport|account|code|id)$)/,
]
const way =
  /\b(?:from|leaves|departs) (?:the )?([\p{L}\d_-]{2,40})\b.{0,40}?\b(?:to|lands in|arrives (?:in|at)) (?:the )?([\p{L}\d_-]{2,40})/iu
/** A code without digits, such as that of an airport. */
const letters = /^\p{Lu}{2,4}$/u

/**
 * Finds "from A to B" said of a record, named by its id, that leads from B to A, or that begins with another code than A, which the
 * sources do not have. Not if any record leads from A to B: it may be a part of the one that is named.
 */
export function ofOtherWay(text: string, words: readonly EntryWord[], entries: Entries): EntryConflict | null {
  // Most sentences tell of no way, which a word tells faster than the pattern.
  if (!text.includes(' to ') && !text.includes(' lands ') && !text.includes(' arrives ')) return null
  const found = way.exec(text)
  if (!found) return null
  const [, from = '', to = ''] = found
  const wordAt = (name: string) => words.find(({ start }) => start >= found.index && text.startsWith(name, start))
  const [start, end] = [wordAt(from), wordAt(to)]
  if (!start || !end || start.key === end.key) return null
  const known = entries.with(start.key)
  if (known.some((one) => isEnd(one, start, starts) && isEnd(one, end, ends))) return null
  for (const [key, { isCode }] of keyed(words)) {
    if (!isCode || key === start.key || key === end.key) continue
    const ways = entries.with(key).filter((one) => one.ids.has(key) && namesIn(one, starts).length > 0)
    const [entry, ...more] = ways.filter((one) => namesIn(one, ends).length > 0)
    if (!entry) continue
    const isReversed = (one: Entry) => isEnd(one, end, starts) && isEnd(one, start, ends)
    const isInvented = (one: Entry) =>
      known.length === 0 &&
      letters.test(from) &&
      isEnd(one, end, ends) &&
      namesIn(one, starts).every((name) => name.length === from.length)
    if ([entry, ...more].every((one) => isReversed(one) || isInvented(one)))
      return { start: start.start, end: start.end, entry }
  }
  return null
}

/** The values of the fields with such a name. */
function namesIn({ slots }: Entry, fields: RegExp): string[] {
  return [...slots].flatMap(([key, names]) => (names.some((name) => fields.test(name)) ? key : []))
}

function isEnd({ slots }: Entry, { key }: EntryWord, fields: RegExp): boolean {
  return slots.get(key)?.some((name) => fields.test(name)) ?? false
}
