import { lazily } from '../../lazily'
import type { HallucinationType } from '../finding'
import { smallCount } from '../numbers/quantities'
import { isSupported } from '../numbers/supported-values'
import { convert, unitOf } from '../numbers/units'
import { type IsUnsupported, mayFollow } from '../sources/derived-values'
import { isOfOtherTime, isWithinBound, otherCaseWords } from '../sources/other-case'
import type { ReadSentence } from '../sources/read-prose'
import { claimKey, isCovered, ownOf, type Segment, type SourceSentence, tokenAt } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { isRestOnly, weightMin, weightOf } from './misattributed'
import { isStructured, type Misplaced } from './misplaced-names'
import { afterNumber, isRivalNumber } from './rival-numbers'

/** A sentence of the output, and what the sources say that may be about the same. */
export interface Claims {
  sentence: ReadSentence
  before: ReadSentence | undefined
  segments: readonly Segment[]
  sources: readonly SourceSentence[]
  places: readonly Segment[]
}

/** Share of the weight of what is said of a value that the source must have, and of its words that the sources may not know. */
const [coverMin, unknownMax] = [0.8, 0.2]
/** Words that both sentences must have. */
const sharedMin = 2
/** Lines of a page or list rather than a sentence. */
const lines = /\n\s*[^\p{Ll}\s]/u
/** A name of several words, with a capital within, or before a comma or "'s". */
const naming = /^\p{Lu}[\p{L}\d]*(?:\p{Lu}|[ -]\p{Lu}|,|['’]s)/u
/** A time told from the end of a game, of whose minute nothing else tells. */
const countdown = /\bminutes? (?:from|before) (?:the )?(?:time|end|full)\b|\bminutes? (?:to go|left|remaining)\b/i
const bound = /\b(?:(?:less|more|fewer|later|older) than|under|over|below|above|at (?:least|most)|up to)\b/i
const nothing: ReadonlySet<string> = new Set()

/**
 * Finds a number or date that is in no source and follows from none, where a source says the same with another value. Other such values of
 * the sentence, and names after it that no source has, count for neither side: where an answer is invented, all of them differ.
 */
export function inventedValue(
  claims: Claims,
  reading: SourceReading,
  isUnsupported: IsUnsupported,
): (Misplaced & { type: HallucinationType; source: SourceSentence }) | null {
  const index = reading.index()
  const { segments, sources, places } = claims
  if (lines.test(claims.sentence.text)) return null
  const wholes = lazily(() => sources.map(wholeOf))
  for (const claim of segments) {
    const values = claim.tokens.filter(({ number, date, term }) => (number || date) && !index.has(term.id))
    const words = values.length > 0 ? wordsOf(claim, index) : null
    if (!words) continue
    for (const token of values) {
      if (!isUnknown(token, claims, reading, isUnsupported)) continue
      const mayFollowFromSources = mayFollow(token, claims.sentence, sources, reading) !== false
      if (mayFollowFromSources && token.number?.unit !== '%') continue
      const isTold = (place: Segment) =>
        isToldOf(token, claim, words, place) && isOfTheSame(token, claims, place, index)
      const source = (
        places.find(isTold) ??
        wholes().find((whole) => isTold(whole) && isBesideWord(token, claim, words, whole, places))
      )?.source
      if (source && (!mayFollowFromSources || isRestOnly(token, claim, source)))
        return { type: typeOfValue(token), from: token, to: token, says: 'The source says', source }
    }
  }
  return null
}

/** The type of a finding about a number or date. */
export function typeOfValue({ date, number }: Token): HallucinationType {
  return date ? 'temporal_error' : number?.unit === '%' ? 'invented_statistic' : 'unsupported_number'
}

/** The weight of each word of a segment that the sources have; null if they know too few. */
function wordsOf(claim: Segment, index: SourceIndex): ReadonlyMap<string, number> | null {
  const words = new Map<string, number>()
  let unknown = 0
  for (const [key, token] of claim.own) {
    if (token.kind !== 'word') continue
    if (index.has(token.term.id)) words.set(key, weightOf(token, key, index))
    else if (!token.isCapital || token.start === 0) unknown++
  }
  return words.size === 0 || unknown / (unknown + words.size) > unknownMax ? null : words
}

/** Whether a segment of the sources says the same with another value. */
function isToldOf(token: Token, claim: Segment, words: ReadonlyMap<string, number>, place: Segment): boolean {
  if (place.isRow || negationsIn(place.tokens) % 2 !== negationsIn(claim.tokens) % 2) return false
  let [whole, covered, shared] = [0, 0, 0]
  for (const [key, weight] of words) {
    whole += weight
    if (!isCovered(key, place)) continue
    covered += weight
    if (weight > weightMin) shared++
  }
  const [subject] = [...claim.own].find(([, { kind }]) => kind === 'word') ?? []
  if (subject === undefined || !isCovered(subject, place)) return false
  for (const key of claim.inherited) if (!words.has(key) && isCovered(key, place)) shared++
  for (const other of claim.own.values())
    if (other !== token && (other.number || other.date) && isMatched(other, claim, place)) shared++
  if (shared < sharedMin || covered < coverMin * whole - 1e-9) return false
  const rivals = rivalsOf(token, claim, place)
  const { source } = place
  if (source && (rivals.some((other) => isWithinBound(token, other, source)) || isOneUnit(token, source.text)))
    return false
  return rivals.length > 0 && !rivals.some((other) => claim.own.has(claimKey(other, false) ?? ''))
}

const oneUnit = /\b(?:an?|one) (\p{Ll}+)\b/gu

/** Whether a source tells a value as one of a unit: "a year" for "twelve months". */
function isOneUnit({ number }: Token, text: string): boolean {
  const { unit, value } = number ?? {}
  if (value === undefined || unit == null) return false
  return [...text.matchAll(oneUnit)].some(([, word = '']) => {
    const one = unitOf(word)
    return one !== null && convert(1, one, unit) === value
  })
}

/** Whether a segment has the same value, or exactly one other in its place. */
function isMatched(token: Token, claim: Segment, place: Segment): boolean {
  return isCovered(claimKey(token, false) ?? '', place) || rivalsOf(token, claim, place).length === 1
}

/** The values of a segment with the same unit, or else of the same things or after the same word: "212 people", "founded in 1880". */
function rivalsOf(token: Token, claim: Segment, place: Segment): Token[] {
  return place.tokens.filter((other) => {
    if (!isRivalNumber(token, other, claim, place)) return false
    if (token.date || token.number?.unit) return true
    const counted = afterNumber(token, claim)
    if (counted && isContent(counted) && counted.term === afterNumber(other, place)?.term) return true
    const before = tokenAt(token, claim, -1)
    return before !== undefined && before.term === tokenAt(other, place, -1)?.term
  })
}

function wholeOf(source: SourceSentence): Segment {
  const { tokens } = source
  return { tokens, own: ownOf(tokens, true), inherited: nothing, names: nothing, isRow: false, source }
}

/** Whether the only such value of a whole sentence is in a segment with a word of the claim. */
function isBesideWord(
  token: Token,
  claim: Segment,
  words: ReadonlyMap<string, number>,
  whole: Segment,
  places: readonly Segment[],
): boolean {
  const [rival, another] = rivalsOf(token, claim, whole)
  const part =
    rival && !another && places.find((place) => place.source === whole.source && place.tokens.includes(rival))
  return part ? [...words].some(([key, weight]) => weight > weightMin && part.own.has(key)) : false
}

/** Whether a segment has the names before a value, and does not begin with another name while the sentence before tells of one. */
function isOfTheSame(token: Token, { sentence, before }: Claims, place: Segment, index: SourceIndex): boolean {
  const { source } = place
  if (!source || source.text.includes('\n') || isStructured(source.text) || countdown.test(source.text)) return false
  const wording = source.text.toLowerCase()
  if (otherCaseWords(sentence.text).some((word) => !wording.includes(word))) return false
  const tokens = sentence.tokens()
  if (isOfOtherTime(token, tokens, source.tokens)) return false
  // "Over 500 g it does not need help" where it does under 500 g.
  const isTurned = () => negationsIn(tokens) % 2 !== negationsIn(clauseAt(source, place.tokens[0]?.start ?? 0)) % 2
  if (bound.test(source.text) && isTurned()) return false
  const isName = (one: Token) => isContent(one) && one.isCapital && (one.start > 0 || index.isName(one.term.id))
  const isThere = ({ term }: Token) => source.terms().has(term) || place.inherited.has(term.key)
  if (tokens.some((one) => one.start < token.start && isName(one) && !isThere(one))) return false
  const subject = source.tokens.find(isContent)
  if (!subject?.isCapital || !naming.test(source.text.slice(subject.start))) return true
  if (tokens.some(({ term }) => term === subject.term)) return true
  const names = before?.tokens().filter(isName) ?? []
  return names.length === 0 || names.some(isThere)
}

/** The tokens of a sentence between the semicolons around a place. */
function clauseAt({ text, tokens, isWhole }: SourceSentence, start: number): readonly Token[] {
  if (!isWhole || !text.includes(';')) return tokens
  const clauseOf = (at: number) => text.slice(0, at).split(';').length
  return tokens.filter((token) => clauseOf(token.start) === clauseOf(start))
}

/** Whether a number or date is in no source. */
function isUnknown(token: Token, { sentence }: Claims, reading: SourceReading, isUnsupported: IsUnsupported) {
  const { text, start } = sentence
  const { number } = token
  // Small counts and times of day have no check of their own.
  const isUnchecked = number && (number.unit === 'clock' || (number.value <= smallCount && number.step === 1))
  const claim = { value: 0, step: 1, ...number, unit: number?.unit ?? '', text, from: token.start, start: 0, end: 0 }
  return isUnchecked ? !isSupported(claim, reading.values()) : isUnsupported(start + token.start, start + token.end)
}
