import type { Entry } from './entries'
import { EntryClaim, type EntryConflict } from './entry-claim'
import type { EntryWord } from './entry-words'

const relation = /\b(before|after)\b/i
const denied = /\bnot\b|n['’]t\b|\?\s*$|^\W*(?:before|after)\b/i
const coverMin = 0.6
const linesMax = 3

/** Finds "A before B" where the lines of a log or chat have B before A. */
export function reorderedIn({ text, words, entries }: EntryClaim): EntryConflict | null {
  const word = relation.exec(text)
  if (!word || denied.test(text)) return null
  const end = word.index + word[0].length
  const linesOf = (those: readonly EntryWord[]) => linesTelling(new EntryClaim(text, entries, those))
  const first = linesOf(words.filter((one) => one.end <= word.index))
  const second = linesOf(words.filter((one) => one.start >= end))
  const [entry] = first
  const isBefore = word[1]?.toLowerCase() === 'before'
  const isReversed = (gap: number) => (isBefore ? gap > 0 : gap < 0)
  const isOther = first.every((one) => second.every((other) => isReversed((one.time ?? 0) - (other.time ?? 0))))
  return entry && second.length > 0 && isOther ? { start: word.index, end, entry } : null
}

/** The lines that tell of an event; none where some have no time, or only a part of it. */
function linesTelling(claim: EntryClaim): readonly Entry[] {
  const { best, share } = claim.cover()
  const isTold = best.length <= linesMax && best.every((one) => one.time !== null && claim.countIn(one) > 1)
  return isTold && share >= coverMin ? best : []
}
