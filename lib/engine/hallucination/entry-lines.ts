import type { Entry } from './entries'
import { comparing, type EntryClaim, type EntryConflict } from './entry-claim'
import type { EntryWord } from './entry-words'
import { areAlike, areOpposite, oppositesOf } from './opposites'
import { areSiblings, areSynonyms, hasSiblings } from './siblings'
import { unitOf } from './units'

/** Share of the weight of a claim that the line must have which says it of another. */
const coverMin = 0.4
/** Share of that which a line with the claimed word may have. */
const supportMax = 0.35
/** Lines that may say it, words that each must have, and words of a line that says one thing. */
const [linesMax, keptMin, wordsMax] = [5, 2, 30]

const number = /^[\d.,:/-]+$/
const ordinal = /^(?:first|second|third|fourth|fifth|last)$/

/**
 * Finds a word of a sentence that a log, a conversation or a list has in the place of another: the line that says all else names another
 * speaker or value of the same field, or has an opposite, and no line with the word says as much.
 */
export function ofOtherLine(claim: EntryClaim): EntryConflict | null {
  if (comparing.test(claim.text)) return null
  let found: EntryConflict | null = null
  let highest = 0
  for (const [key, word] of claim.keys) {
    if (number.test(key)) continue
    const holders = claim.entries.with(key)
    const fields = fieldsIn(key, holders)
    if (fields.size === 0 && !oppositesOf(word.stem) && !hasSiblings(word.stem)) continue
    const { best, share, most } = claim.cover(word)
    const [entry] = best
    if (!entry || share < coverMin || best.length > linesMax) continue
    if (best.some((one) => one.isTable || claim.countIn(one, word) < keptMin)) continue
    const supported = Math.max(0, ...holders.map((one) => claim.weightIn(one, word)))
    if (supported > supportMax * most || !best.every((one) => hasRival(one, word, fields, holders, claim))) continue
    const score = share - supported / most
    if (score <= highest) continue
    found = { start: word.start, end: word.end, entry }
    highest = score
  }
  return found
}

/** What a word is in the lines that have it: their speaker, or the value of a field. */
function fieldsIn(key: string, holders: readonly Entry[]): Set<string> {
  return new Set(
    holders.flatMap(({ isTable, slots }) => (isTable ? [] : (slots.get(key)?.filter((slot) => slot !== '') ?? []))),
  )
}

function hasRival(
  { slots, words }: Entry,
  word: EntryWord,
  fields: ReadonlySet<string>,
  holders: readonly Entry[],
  claim: EntryClaim,
): boolean {
  const { keys } = claim
  // The claim may name who says it, too.
  const isNamed = (field: string) =>
    [...slots].some(
      ([key, own]) =>
        keys.has(key) && own.includes(field) && !holders.some((one) => one.slots.get(key)?.includes(field)),
    )
  for (const [key, own] of slots)
    if (!keys.has(key) && own.some((field) => fields.has(field) && !isNamed(field))) return true
  if (word.isCapital || words.length > wordsMax || ordinal.test(word.stem) || unitOf(word.stem) !== null) return false
  const isKept = words.some(({ stem }) => areAlike(stem, word.stem) || areSynonyms(stem, word.stem))
  return words.some(
    ({ key, stem }, at) =>
      !keys.has(key) &&
      !isKept &&
      (areOpposite(word.stem, stem) || areSiblings(word.stem, stem)) &&
      areBesideTheSame(word, at, words, claim),
  )
}

/** Whether a word of a claim and one of a line stand within two words of the same. */
function areBesideTheSame(word: EntryWord, there: number, others: Entry['words'], { words }: EntryClaim): boolean {
  const at = words.indexOf(word)
  const near = new Set(others.slice(Math.max(0, there - 2), there + 3).map(({ key }) => key))
  return words.slice(Math.max(0, at - 2), at + 3).some(({ key }) => key !== word.key && near.has(key))
}
