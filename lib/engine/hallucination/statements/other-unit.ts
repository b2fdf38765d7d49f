import { areComparable } from '../numbers/units'
import { isEquivalent } from '../sources/alignment'
import type { IsUnsupported } from '../sources/derived-values'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceReading } from '../sources/source-reading'
import { isComparing, negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { typeOfValue } from './invented-values'

/** Words that a sentence shares with the one of the source, and their share of all; where the units measure different things. */
const [sharedMin, shareMin] = [2, 0.6]
const [copiedMin, copiedShare] = [3, 0.8]

/**
 * Finds a number that the closest sentences of the sources have in another unit, in whatever order the words stand: "It answers in 20 s under
 * load" where the source has 20 ms.
 */
export function ofOtherUnit(
  sentence: ReadSentence,
  places: () => readonly number[],
  reading: SourceReading,
  isUnsupported: IsUnsupported,
): Conflict | null {
  const { table, from, to, start } = sentence
  const index = reading.index()
  for (let at = from; at < to; at++) {
    if (!table.isNumber(at)) continue
    const value = table.token(at, start)
    if (!value.number?.unit) continue
    if (!isUnsupported(start + value.start, start + value.end)) continue
    const tokens = sentence.tokens()
    const about = places()
      .map((place) => index.sentence(place))
      .filter((source) => sharedWith(tokens, source) > 0)
    if (about.some((source) => source.tokens.some((other) => other.kind === 'number' && isEquivalent(value, other))))
      continue
    const source = about.find((one) => one.tokens.some((other) => isOfOtherUnit(value, other, sharedWith(tokens, one))))
    if (source) return { type: typeOfValue(value), from: value, to: value, says: 'The source says', source }
  }
  return null
}

/** Whether a number is the same in another unit: one of the same measure, if the sentences do not have nearly all in common. */
function isOfOtherUnit({ number: own }: Token, { number: other }: Token, shared: number): boolean {
  if (!own?.unit || !other?.unit || own.value !== other.value || other.unit === 'clock') return false
  return areComparable(own.unit, other.unit) || shared >= copiedShare
}

/** Returns the share of the words of a sentence that a source has; 0 if they tell of different things, or one of several. */
function sharedWith(tokens: readonly Token[], source: SourceSentence): number {
  const isThere = ({ term }: Token) => source.terms().has(term)
  if (negationsIn(tokens) !== negationsIn(source.tokens)) return 0
  if (tokens.some((token) => isComparing(token) && !isThere(token))) return 0
  const words = tokens.filter((token) => token.kind === 'word' && isContent(token))
  // What it begins with, and names, tell what it is about.
  if (words.some((word, at) => (at === 0 || (word.isCapital && word.start > 0)) && !isThere(word))) return 0
  const shared = words.filter(isThere).length
  const share = shared < sharedMin ? 0 : shared / words.length
  return share < shareMin ? 0 : shared < copiedMin ? Math.min(share, shareMin) : share
}
