import { differences, sums } from '../numbers/derived'
import { areComparable, isPart, type Quantity } from '../numbers/units'
import { isEquivalent } from '../sources/alignment'
import { type IsUnsupported, isOneFrom } from '../sources/derived-values'
import { isOfOtherTime, isWithinBound, otherCaseWords } from '../sources/other-case'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isComparing, negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { toldOf } from './comparisons'
import type { Conflict } from './elsewhere'
import { typeOfValue } from './invented-values'
import { areOfOneKind } from './measures'
import { isName } from './misplaced-names'

/** Words of a plain statement. */
const wordsMax = 14
/** What is told with a value that is reckoned or no longer the same. */
const reckoned =
  /\b(?:about|approximately|around|average|remaining|left|more|less|fewer|extra|additional|another|each|every|per (?:day|week|month|year)|discount\w*|refund\w*|sav(?:e|es|ed|ing|ings)|after|before|until|since|grew|rose|fell|increas\w+|decreas\w+)\b/i

/**
 * Finds a value in no source as the only one of a plain statement about a named thing, of which the sources tell one value in this unit with
 * another word of the statement or for the same measure: "A person pays €53 for the Raven trail" where that charges €40 per person. So is its
 * number in another unit.
 */
export function otherThanTold(
  sentence: ReadSentence,
  index: SourceIndex,
  isUnsupported: IsUnsupported,
): Conflict | null {
  const { text, start } = sentence
  const tokens = sentence.tokens()
  if (tokens.length > wordsMax) return null
  const [value, more] = tokens.filter(({ number, date }) => number || date)
  if (!value || more || (!value.date && !value.number?.unit && !isYear(value.number))) return null
  if (!isUnsupported(start + value.start, start + value.end) || !isUnsupported(start, start + text.length)) return null
  if (negationsIn(tokens) > 0 || tokens.some(isComparing)) return null
  if (sums.test(text) || differences.test(text) || reckoned.test(text) || otherCaseWords(text).length > 0) return null
  const names = tokens.filter((token) => token !== value && isName(token, token.start, index))
  const words = tokens.filter(
    (token, at) => isContent(token) && !names.includes(token) && !isPartOfName(at, tokens, names),
  )
  if (names.length === 0 || words.some(({ isCapital, start: at }) => isCapital && at > 0)) return null
  const told = toldOf(names, [], index).filter(
    (source) => names.every(({ term }) => source.terms().has(term)) && negationsIn(source.tokens) === 0,
  )
  const rivals = told.flatMap((source) =>
    source.tokens.flatMap((other) => (isOfUnit(value, other) ? [{ other, source }] : [])),
  )
  const [rival] = rivals
  if (!rival || rivals.some(({ other }) => !isEquivalent(other, rival.other))) return null
  const { other, source } = rival
  if (isEquivalent(value, other) || isOfOtherTime(value, tokens, source.tokens)) return null
  if (isWithinBound(value, other, source)) return null
  if (isOneFrom(source, value.number?.value ?? Number.NaN)) return null
  if (!isOfSame(words, source)) return null
  return { type: typeOfValue(value), from: value, to: value, says: 'The source says', source }
}

const isYear = (number: Quantity | undefined) =>
  number !== undefined && number.unit === null && number.step === 1 && number.value >= 1000 && number.value <= 2100

/** Whether a token is the noun of a name: the trail of "the Raven trail". */
function isPartOfName(at: number, tokens: readonly Token[], names: readonly Token[]): boolean {
  return names.some((name) => name === tokens[at - 1])
}

/** Whether another value has the unit of one, or its number in a unit or currency of the same measure. */
function isOfUnit(value: Token, other: Token): boolean {
  if (value.date || other.date) return value.date !== undefined && other.date !== undefined
  const [own, theirs] = [value.number, other.number]
  if (!own || !theirs) return false
  const areAlike = areComparable(own.unit, theirs.unit) || (isPart(own.unit) && isPart(theirs.unit))
  return own.unit === theirs.unit ? own.unit !== null || isYear(theirs) : own.value === theirs.value && areAlike
}

/** Whether a source has one of the words of a statement besides the name, or both have one for the same measure. */
function isOfSame(words: readonly Token[], source: SourceSentence): boolean {
  return words.some(({ term }) => source.terms().has(term)) || areOfOneKind(words, source.tokens)
}
