import { areComparable, convert, type Quantity } from '../numbers/units'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isGreater, isLesser } from '../tables/table-comparisons'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { isName } from './misplaced-names'

/** Sentences that tell of one of the two things. */
const toldMax = 40
/** Words between a comparative and "than". */
const betweenMax = 5
/** A unit of what a comparative measures, for those that tell it without another word. */
const measures: readonly (readonly [words: RegExp, unit: string])[] = [
  [/^(?:longer|shorter)$/, 'm'],
  [/^(?:longer|shorter)$/, 'h'],
  [/^(?:taller|higher|deeper|wider|farther|further|closer|nearer)$/, 'm'],
  [/^(?:heavier|lighter)$/, 'kg'],
  [/^(?:older|younger)$/, 'year'],
  [/^(?:cheaper|expensiv|dearer|costlier)$/, '$'],
]
const farther = /^(?:farther|further|dearer|costlier)$/
const nearer = /^(?:closer|nearer)$/

/** Finds "A is longer than B" where the sources give each of the two one such measure, and that of B is greater. */
export function wronglyCompared(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const compared = comparisonIn(sentence, index)
  if (!compared) return null
  const { word, isMore, one, other, of, adjective } = compared
  const mine = valuesOf(toldOf(one, other, index), of, adjective)
  const theirs = valuesOf(toldOf(other, one, index), of, adjective)
  if (!mine || !theirs) return null
  // One may be the length and the other a distance.
  const isOfOne = !adjective || (mine.isLiteral && theirs.isLiteral)
  if (!isOfOne && !areOfOneMeasure(mine.source, theirs.source, sentence.tokens())) return null
  const their = inUnitOf(mine.number, theirs.number)
  if (their === null || their === mine.number.value || mine.number.value > their === isMore) return null
  return { type: 'source_contradiction', from: word, to: word, says: 'The source says otherwise:', source: mine.source }
}

interface Comparison {
  /** The comparative, and whether it says that the first has more of what it measures. */
  word: Token
  isMore: boolean
  /** What names each of the two things, and not the other. */
  one: readonly Token[]
  other: readonly Token[]
  /** What is counted ("more visitors than"), if no adjective tells the measure. */
  of: readonly Token[]
  adjective: Token | null
}

/** Reads a sentence that compares two named things without a value of its own. */
function comparisonIn(sentence: ReadSentence, index: SourceIndex): Comparison | null {
  if (!sentence.text.includes(' than ')) return null
  const tokens = sentence.tokens()
  const middle = tokens.findIndex(({ term }) => term.key === 'than')
  if (middle < 2 || negationsIn(tokens) > 0 || tokens.some(({ number, date }) => number || date)) return null
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
  const adjective = [word, ...between].find(({ term }) => measures.some(([words]) => words.test(term.key))) ?? null
  const counted = between.filter(({ term }) => !isGreater(term.key))
  const before = tokens.slice(0, at).filter((token) => isContent(token) && !left.includes(token))
  const of = adjective ? [] : counted.length > 0 ? counted : before.slice(-1)
  return { word, isMore: isGreater(word.term.key) || farther.test(word.term.key), one, other, of, adjective }
}

/** The value of a quantity in the unit of another; null if it cannot be told. */
function inUnitOf({ unit }: Quantity, other: Quantity): number | null {
  if (other.unit === unit) return other.value
  return unit && other.unit ? convert(other.value, other.unit, unit) : null
}

const isComparative = ({ term: { key } }: Token) =>
  isGreater(key) || isLesser(key) || farther.test(key) || nearer.test(key)

/** The sentences with one of the names and none of the others. */
function toldOf(names: readonly Token[], others: readonly Token[], index: SourceIndex): SourceSentence[] {
  const places = new Set(names.flatMap(({ term }) => index.placesOf(term.id)))
  if (places.size > toldMax) return []
  return [...places]
    .map((place) => index.sentence(place))
    .filter((one) => one.isStatement() && !others.some(({ term }) => one.terms().has(term)))
}

/** The only value of sentences with all the words, or in a unit of what an adjective measures. */
function valuesOf(
  told: readonly SourceSentence[],
  words: readonly Token[],
  adjective: Token | null,
): { number: Quantity; source: SourceSentence; isLiteral: boolean } | null {
  if (words.length === 0 && !adjective) return null
  const isMeasure = ({ unit }: Quantity) =>
    adjective === null ||
    measures.some(([of, one]) => of.test(adjective.term.key) && unit !== null && areComparable(one, unit))
  const found = told.flatMap((source) => {
    const keys = source.terms()
    if (!words.every(({ term }) => keys.has(term)) || negationsIn(source.tokens) > 0) return []
    return source.tokens.flatMap(({ number }) =>
      number && number.unit !== 'clock' && isMeasure(number) ? { number, source } : [],
    )
  })
  const root = adjective?.term.key.replace(/i?er$/, '')
  const literal = found.filter(({ source }) => root && source.tokens.some(({ term }) => term.key.startsWith(root)))
  const isLiteral = literal.length > 0
  const [first, ...more] = isLiteral ? literal : found
  const isOne = more.every(({ number }) => number.value === first?.number.value && number.unit === first.number.unit)
  return first && isOne ? { ...first, isLiteral } : null
}

/** Whether two sentences share a word besides what names both things: "costs" for "cheaper", "coast" for "nearer to the coast". */
function areOfOneMeasure(one: SourceSentence, other: SourceSentence, said: readonly Token[]): boolean {
  const isOfBoth = ({ term }: Token) => said.filter((token) => token.term === term).length > 1
  return one.tokens.some(
    (token) => isContent(token) && !token.isCapital && other.terms().has(token.term) && !isOfBoth(token),
  )
}
