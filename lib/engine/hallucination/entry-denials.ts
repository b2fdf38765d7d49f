import { comparing, type EntryClaim, type EntryConflict } from './entry-claim'
import { entryWordsIn } from './entry-words'

const absent = /(?<!\p{L})(?:no|without(?: any)?|zero)\s+(\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?)/giu
const having = /\b(?:is|are|was|were|has|have|had|with|found|includes?|contains?|uses?|shows?|there)\b/i
const coverMin = 0.4

/** Finds what a sentence says to be there where the only line that names it has "no" before it. */
export function deniedInLine(claim: EntryClaim): EntryConflict | null {
  const { entries, text, words } = claim
  if (comparing.test(text) || !having.test(text)) return null
  for (const [at, word] of words.entries()) {
    const [entry, more] = entries.with(word.key)
    if (!entry || more || entry.isTable || claim.cover().share < coverMin) continue
    const gone = [...entry.text.matchAll(absent)].map(([, what = '']) => entryWordsIn(what).map(({ key }) => key))
    const whole = gone.find(([first]) => first === word.key)
    if (!whole || entry.words.filter(({ key }) => key === word.key).length > 1) continue
    // "No colour jitter" denies no colour.
    if (whole.length > 1 && words[at + 1]?.key !== whole[1] && !/\s(?:is|are|was|were|found)/.test(entry.text)) continue
    return { start: word.start, end: word.end, entry }
  }
  return null
}
