import type { Entries, Entry, EntryConflict, EntryWord } from './entries'

/** What stands before a value: "is", "uses a", "by the". */
export const predicative =
  /(?:^|\W)(?:is|are|was|were|be|been|by|through|via|uses?|to|in|with|has)\s+(?:an?\s+|the\s+|in\s+|set to\s+)?$/i
/** Words of a value. */
const wordsMax = 3

/** Finds "in basic economy" where the field has "economy", and the other way round where that is a value of another record. */
export function ofOtherQualifier(
  text: string,
  words: readonly EntryWord[],
  entry: Entry,
  entries: Entries,
): EntryConflict | null {
  for (const [at, first] of words.entries()) {
    if (first.isCode || first.isCapital || !predicative.test(text.slice(0, first.start))) continue
    let last = at
    while (isBeside(words[last], words[last + 1])) last++
    const said = words.slice(at, last + 1)
    const noun = said.at(-1) as EntryWord
    const [field, more] = (entry.slots.get(noun.key) ?? []).filter((one) => one !== '')
    if (field === undefined || more !== undefined || said.length > wordsMax) continue
    const given = [...entry.slots].flatMap(([key, fields]) => (fields.includes(field) ? [key] : []))
    // "Has the status delivered" names the field.
    const isOther = said.slice(0, -1).some(({ key }) => !given.includes(key) && !entry.slots.get(key)?.includes(''))
    const lacks =
      said.length === 1 && given.length === 2 && entries.with(noun.key).some(({ single }) => single.has(noun.key))
    if (given.length <= wordsMax && given.at(-1) === noun.key && (isOther || lacks))
      return { start: first.start, end: noun.end, entry }
  }
  return null
}

const isBeside = (one: EntryWord | undefined, next: EntryWord | undefined) =>
  one !== undefined && next !== undefined && next.start - one.end === 1 && !next.isCode && !next.isCapital
