import { tokensMax } from './alignment'
import type { Entries, Entry, EntryConflict } from './entries'
import { ofOtherValue } from './entry-fields'
import { type EntryWord, entryWordsIn, keyed } from './entry-words'
import { type HallucinationFinding, type Material, spanOf } from './finding'

/** A sentence that denies, or tells of several records together, is compared with none. */
const comparing =
  /\b(?:not|no|never|none|neither|nor|without|except|than|rather|instead|unlike|before|after|both|every|each|other|another|total|together|if|unless)\b|n['’]t\b|\?\s*$/i
/** What is changed is no longer as the sources have it. */
const changing =
  /\b(?:chang|updat|upgrad|downgrad|switch|mov|renam|reschedul|transferr|convert|replac|revert)\w*\b.*\b(?:to|by|with)\b/i
/** Values that say too little to be another record's. */
const idle = /^(?:\d{1,2}|true|fals|yes)$/

/** Finds what records and settings of the sources have otherwise, in the sentences that nothing else contradicts. */
export function findEntryConflicts(
  { output, readings, tables, isEnglish }: Material,
  found: readonly HallucinationFinding[],
): HallucinationFinding[] {
  // Only English words of denial and comparison are known.
  if (!isEnglish) return []
  const entries = tables().entries()
  if (entries.all.length === 0) return []
  const contradicted = found.filter(({ verdict }) => verdict === 'contradicted')
  return readings().flatMap(({ text, start, from, to }): HallucinationFinding[] => {
    if (to - from > tokensMax || changing.test(text)) return []
    if (contradicted.some(({ span }) => span.start < start + text.length && span.end > start)) return []
    const conflict = ofOtherValue(text, entries) ?? ofOtherRecord(text, entries)
    if (!conflict) return []
    return [
      {
        type: 'source_contradiction',
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.8,
        span: spanOf(output, start + conflict.start, start + conflict.end),
        evidence: `The source says "${conflict.entry.text().replace(/\s+/g, ' ').slice(0, 200)}".`,
      },
    ]
  })
}

/**
 * Finds a value of another record than those that a sentence names by their id or name: no record has both, and each of the
 * named records has another value in a field of this one. Records may be of several tables and results.
 */
function ofOtherRecord(text: string, entries: Entries): EntryConflict | null {
  if (comparing.test(text)) return null
  const keys = keyed(entryWordsIn(text))
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
    const holders = entries.with(key)
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

const overlap = (one: EntryWord, other: EntryWord) => one.start < other.end && other.start < one.end
