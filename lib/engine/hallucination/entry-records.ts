import type { Entry } from './entries'
import { changing, comparing, type EntryClaim, type EntryConflict, overlap } from './entry-claim'

/** Values that say too little to be another record's. */
const idle = /^(?:\d{1,2}|true|fals|yes)$/

/**
 * Finds a value of another record than those that a sentence names by their id or name: no place in the sources has both, and each of the
 * records has another value in a field of this one. Records may be of several tables and results.
 */
export function ofOtherRecord({ text, keys, entries }: EntryClaim): EntryConflict | null {
  if (comparing.test(text) || changing.test(text)) return null
  const named = [...keys].flatMap(([key, word]) => {
    const isPart = [...keys.values()].some((one) => one.isCode && one !== word && overlap(one, word))
    const places = isPart ? [] : entries.with(key).filter(({ field }) => field === null)
    const records = places.filter(({ ids }) => ids.has(key))
    return records.length > 0 ? [{ key, places, records }] : []
  })
  for (const [key, word] of keys) {
    const others = named.filter((one) => one.key !== key)
    const records = others.flatMap((one) => one.records)
    const [entry] = records
    if (!entry || idle.test(key) || others.some(({ places }) => places.some(({ slots }) => slots.has(key)))) continue
    const holders = entries.with(key).filter(({ isTable }) => isTable)
    // A word of a longer value is none.
    if (!word.isCapital && !word.isCode && !holders.some(({ single }) => single.has(key))) continue
    const fields = new Set(holders.flatMap(({ slots }) => slots.get(key) ?? []))
    const isSaid = ({ slots }: Entry, field: string) => [...keys.keys()].some((one) => slots.get(one)?.includes(field))
    const hasAnother = (one: Entry) =>
      [...one.slots.values()].some((own) => own.some((field) => fields.has(field) && !isSaid(one, field)))
    if (fields.size > 0 && !fields.has('') && records.every(hasAnother))
      return { start: word.start, end: word.end, entry }
  }
  return null
}
