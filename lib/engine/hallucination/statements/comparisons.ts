import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isGreater, isLesser } from '../tables/table-comparisons'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import {
  areOfOneMeasure,
  countOf,
  difference,
  isOfOneMeasureOnly,
  type Measure,
  type Measured,
  measuredIn,
  measuresOf,
  onlyLike,
} from './measures'
import { isName } from './misplaced-names'

/** Sentences that tell of one of the two things. */
const toldMax = 40
/** Words between a comparative and "than". */
const betweenMax = 5
const adverbs = /^(?:more|less)$/
/** A number that is no part of a name. */
const value = /(?:^|[\s$€£(])\d/

/**
 * Finds "A is longer than B" where the sources give each of the two one such measure, and that of B is greater. Where only one of them is told
 * in a word for the measure, and the other in its unit, it is weak.
 */
export function wronglyCompared(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const compared = comparisonIn(sentence, index)
  if (!compared) return null
  const { word, isMore, one, other, of, measures } = compared
  const [own, others] = [toldOf(one, other, index), toldOf(other, one, index)]
  for (const measure of measures) {
    const [mine, theirs] = alike(measuredIn(measure, own), measuredIn(measure, others))
    if (mine && theirs) return conflictOf(mine, theirs, measure.isMore)
  }
  const [mine, theirs] = alike(countOf(of, own), countOf(of, others))
  return mine && theirs ? conflictOf(mine, theirs, isMore) : null

  /** Where only one is told in a word for the measure, the only value of the other in its unit. */
  function alike(mine: Measured | null, theirs: Measured | null) {
    const [isMine, isTheirs] = [mine?.isLiteral === true, theirs?.isLiteral === true]
    if (isMine && !isTheirs) return [mine, onlyLike(mine, others) ?? theirs]
    return isTheirs && !isMine ? [onlyLike(theirs, own) ?? mine, theirs] : [mine, theirs]
  }

  function conflictOf(mine: Measured, theirs: Measured, isOfMore: boolean): Conflict | null {
    const isLiteral = mine.isLiteral && theirs.isLiteral
    // One may be the length and the other a distance.
    const isOfOne = isLiteral || areOfOneMeasure(mine.source, theirs.source, sentence.tokens())
    const { unit } = mine.number
    const isAlike = unit !== null && unit === theirs.number.unit && mine.isLiteral !== theirs.isLiteral
    const more = isOfOne || isAlike ? difference(mine, theirs) : null
    if (more === null || more === 0 || more > 0 === isOfMore) return null
    const says = 'The source says otherwise:'
    return { type: 'source_contradiction', from: word, to: word, says, source: mine.source, isWeak: !isOfOne }
  }
}

interface Comparison {
  /** The comparative, and whether it says that the first has more of what it measures. */
  word: Token
  isMore: boolean
  /** What names each of the two things, and not the other. */
  one: readonly Token[]
  other: readonly Token[]
  /** What is counted ("more visitors than"), or the verb that tells the measure. */
  of: readonly Token[]
  /** What an adjective measures. */
  measures: readonly Measure[]
}

/** Reads a sentence that compares two named things without a value of its own. */
function comparisonIn(sentence: ReadSentence, index: SourceIndex): Comparison | null {
  if (!sentence.text.includes(' than ') || value.test(sentence.text)) return null
  const tokens = sentence.tokens()
  const middle = tokens.findIndex(({ term }) => term.key === 'than')
  if (middle < 2 || tokens.some(({ number, date }) => number || date) || negationsIn(tokens) > 0) return null
  const at = tokens.findLastIndex((token, place) => place < middle && isComparative(token))
  const word = tokens[at]
  if (!word || middle - at > betweenMax) return null
  const named = (from: number, to: number) =>
    tokens.filter((token, place) => place >= from && place < to && isName(token, place, index))
  const [left, right] = [named(0, at), named(middle + 1, tokens.length)]
  const without = (names: readonly Token[], others: readonly Token[]) =>
    names.filter(({ term }) => !others.some((name) => name.term === term))
  const [one, other] = [without(left, right), without(right, left)]
  if (one.length === 0 || other.length === 0) return null
  const between = tokens.slice(at + 1, middle).filter(isContent)
  const isMore = !isLesser(word.term.key)
  const before = tokens.slice(0, at).filter((token) => isContent(token) && !left.includes(token))
  const own = { word, isMore, one, other }
  if (adverbs.test(word.term.key) && between[0]) {
    // "More expensive" and "less expensive".
    const measures = measuresOf(between[0].term.key).map((each) => ({ ...each, isMore: each.isMore === isMore }))
    if (measures.length > 0) return { ...own, of: [], measures }
  }
  const measures = toldBy(tokens.slice(0, at), measuresOf(word.term.key))
  if (isOfOneMeasureOnly(word.term.key)) return { ...own, of: [], measures }
  const counted = between.filter(({ term }) => !isGreater(term.key))
  return counted.length > 0 ? { ...own, of: counted, measures: [] } : { ...own, of: before.slice(-1), measures }
}

/** Of what an adjective may measure, what another word of the sentence tells: "is guaranteed for longer". */
function toldBy(tokens: readonly Token[], measures: readonly Measure[]): readonly Measure[] {
  const told = measures.filter(({ of }) => of !== null && tokens.some(({ term }) => of.test(term.key)))
  return told.length > 0 ? told : measures
}

const isComparative = ({ term: { key } }: Token) =>
  isGreater(key) || isLesser(key) || (key.endsWith('er') && measuresOf(key).length > 0)

/** The sentences with one of the names and none of the others. */
export function toldOf(names: readonly Token[], others: readonly Token[], index: SourceIndex): SourceSentence[] {
  const places = new Set(names.flatMap(({ term }) => index.placesOf(term.id, toldMax)))
  if (places.size > toldMax) return []
  return [...places]
    .map((place) => index.sentence(place))
    .filter((one) => one.isStatement() && !others.some(({ term }) => one.terms().has(term)))
}
