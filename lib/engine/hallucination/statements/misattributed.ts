import { areComparable } from '../numbers/units'
import { isCovered, type Segment, type SourceSentence } from '../sources/segment'
import { refersBack } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { dropsException, isNegation, negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import type { Misplaced } from './misplaced-names'
import { hasRival, hasValue, type Value, valuesOf } from './rivals'
import { followed, identified, isAnswer, isCorrected, isOtherVerb, isToldBeside } from './told-elsewhere'

/** Share of the weight of what is said of a value that a segment of the sources must have. */
const coverMin = 0.8
/** Share of the words that the sources may not know. */
const unknownMax = 1 / 3
export const weightMin = 0.1
/** Tokens of a sentence in which a name may be another's: a longer one joins what several places say. */
const namedMax = 15

/** Verbs that say little: "a note is needed", "it takes", "they get". */
const light = new Set(['need', 'requires', 'get', 'take', 'makes', 'include', 'contain', 'happen'].map(stemOf))

/** How much a word tells: the rarer, the more; verbs that say little, least. */
export function weightOf(token: Token, key: string, index: SourceIndex): number {
  return light.has(key) ? weightMin : Math.max(weightMin, index.weightOf(token.term.id))
}

/** A segment of the output, its words weighted, and how much of them each segment of the sources has. */
interface Coverage {
  claim: Segment
  index: SourceIndex
  weights: ReadonlyMap<string, number>
  whole: number
  unknown: number
  isDenied: boolean
  places: readonly Segment[]
  covered: readonly number[]
}

/**
 * Finds a value, name or word that the sources give to another: everything else of its segment is in one segment of the sources, which has
 * another of the same kind, and no segment with the value has as much. Unless `isNamed`, the claim does not say what it is about, "It draws 1.2
 * mA": only values that the sources lack are found.
 */
export function misattributed(
  segments: readonly Segment[],
  places: readonly Segment[],
  index: SourceIndex,
  mayFollow: (token: Token) => boolean,
  isNamed: boolean,
): (Misplaced & { source: SourceSentence }) | null {
  const mayHaveName = segments.reduce((sum, { tokens }) => sum + tokens.length, 0) <= namedMax
  for (const claim of segments) {
    const coverage = coverageOf(claim, places, index)
    if (!coverage) continue
    for (const value of valuesOf(claim, index)) {
      const [from] = value.tokens
      if (value.kind === 'name' && !mayHaveName) continue
      if (!isNamed && value.kind === 'number' && index.has(from.term.id)) continue
      const source = rivalOf(value, coverage)
      if (!source) continue
      const isNew = value.kind === 'number' && !index.has(from.term.id)
      if (isNew && mayFollow(from) && !isRestOnly(from, claim, source)) continue
      const to = value.tokens.at(-1) ?? from
      return { from, to, says: 'The source says this of something else:', source }
    }
  }
  return null
}

const rest = /^(?:rest|remain|remainder|other|others|left|leav|leaving|els|else)/

/** Whether a share is what another of the same words leaves of the whole, and the claim does not say so. */
export function isRestOnly({ number }: Token, claim: Segment, source: SourceSentence): boolean {
  if (number?.unit !== '%' || claim.tokens.some(({ term }) => rest.test(term.key))) return false
  // Where 72 % did not, 28 % did.
  if (negationsIn(claim.tokens) % 2 !== negationsIn(source.tokens) % 2) return false
  return source.tokens.some(({ number: other }) => other?.unit === '%' && other.value + number.value === 100)
}

/** Weighs what the sources know of a segment; null where nothing in them is about the same. */
function coverageOf(claim: Segment, places: readonly Segment[], index: SourceIndex): Coverage | null {
  const weights = new Map<string, number>()
  let [whole, unknown, highest] = [0, 0, 0]
  for (const [key, token] of claim.own) {
    // "There were 7 errors" says nothing with its first word.
    if (key === 'time' || (key === 'ther' && token === claim.tokens[0])) continue
    if (token.kind === 'word' && !index.has(token.term.id)) unknown++
    else {
      const weight = weightOf(token, key, index)
      weights.set(key, weight)
      whole += weight
      highest = Math.max(highest, weight)
    }
  }
  if (weights.size === 0) return null
  const covered = places.map((place) => {
    let sum = 0
    for (const [key, weight] of weights) if (isCoveredBy(key, claim, place)) sum += weight
    return sum
  })
  const isNear = covered.some((sum, at) => sum > 0 && (places[at]?.isRow || sum >= coverMin * (whole - 2 * highest)))
  if (!isNear) return null
  return { claim, index, weights, whole, unknown, isDenied: negationsIn(claim.tokens) % 2 === 1, places, covered }
}

/** Whether a segment has a word or value of a claim, a number in no other unit. */
function isCoveredBy(key: string, claim: Segment, place: Segment): boolean {
  if (!isCovered(key, place)) return false
  const [unit, other] = [claim.own.get(key)?.number?.unit, place.own.get(key)?.number?.unit]
  return !unit || !other || areComparable(unit, other)
}

/** Returns the sentence of the sources that says of another what the output says of the value. */
function rivalOf(
  value: Value,
  { claim, index, weights, whole, unknown, isDenied, places, covered }: Coverage,
): SourceSentence | null {
  const keys = [...weights.keys()].filter((key) => !value.tokens.some((token) => token === claim.own.get(key)))
  const isNamed = (token: Token | undefined) => token?.kind === 'word' && token.isCapital && token.start > 0
  const names = value.kind === 'number' ? keys.filter((key) => isNamed(claim.own.get(key))) : []
  const isName = value.kind === 'name'
  const isCompared = claim.tokens.some(({ term }) => term.key === 'than')
  const comparing = value.kind === 'number' ? undefined : claim.tokens.find(isComparing)
  if (keys.length === 0) return null
  const own = [...weights].reduce((sum, [key, weight]) => (keys.includes(key) ? sum : sum + weight), 0)
  const least = coverMin * (whole - own) - 1e-9
  const withValue = places.filter((place) => hasValue(value, claim, place))
  // "Green instead of blue" says that it is not blue.
  if (value.kind === 'opposite' && isBehindInstead(value, claim)) return null
  // "Does not come with furniture" is without it.
  if (isDenied && value.tokens[0].term.key === 'with') return null
  // "Without a receipt there is no refund" where there is one only with it.
  if (value.tokens[0].term.key === 'without' && negationsIn(claim.tokens) > 1) return null
  // "Not all came" and "most did not come" tell of others than "all" and "most".
  if (isDenied && value.kind === 'quantifier' && !isNegation(value.tokens[0])) return null
  const isTooNew = unknown / (unknown + keys.length) > unknownMax
  const isGiven = withValue.length > 0 || index.has(value.tokens[0].term.id)
  const isParityMeant = value.kind === 'quantifier' || value.tokens[0].term.key.startsWith('with')
  for (const [at, place] of places.entries()) {
    if (!place.source) continue
    // Tables compare the records.
    if (place.isRow) continue
    if (isTooNew || keys.length < (isName ? 2 : 1) || (covered[at] ?? 0) < least) continue
    if (!isParityMeant && (negationsIn(place.tokens) % 2 === 1) !== isDenied) continue
    // "Both lack a licence" where neither has one.
    if (value.kind === 'quantifier' && claim.tokens.some(isLacking) !== place.tokens.some(isLacking)) continue
    // "None without an adult" is with an adult.
    if (value.tokens[0].term.key === 'with' && place.tokens.some(isOtherDenial)) continue
    // "Build 12 took longer than build 11" gives neither anything of the other, nor does "Ek was born before Voss".
    if (isBehindThan(value, claim) && !place.tokens.some(({ term }) => term.key === 'than')) continue
    // Berlin is the largest city, Hamburg the second largest.
    if (
      isName &&
      claim.tokens.some((one, at) => ordinal.test(one.term.key) && !hasOrdinal(place, one, claim.tokens[at + 1]))
    )
      continue
    if (!isOfSameScope(claim, place.source)) continue
    // Which thing has more or most of something is no word of a statement about one.
    if (comparing && !place.tokens.some(({ term }) => term === comparing.term)) continue
    const isThere = hasValue(value, claim, place)
    let sum = 0
    for (const key of keys) if (isCoveredBy(key, claim, place)) sum += weights.get(key) ?? 0
    if (sum < least || !keys.some((key) => place.own.has(key))) continue
    // "April was better than March" is no claim of what May is better than.
    if (value.kind !== 'number' && isCompared && !keys.every((key) => place.own.has(key))) continue
    if (isThere) {
      if (value.kind === 'quantifier' && dropsException(value.tokens[0], claim.tokens, place.tokens))
        return place.source
      continue
    }
    // "She won it" does not say who did.
    if (isName && refersBack(place.source.tokens)) continue
    if (!hasRival(value, claim, place, isGiven, index)) continue
    if (value.kind === 'number' && withValue.some((other) => isCorrected(value, place, other))) continue
    if (value.kind === 'number' && isToldBeside(value, claim, place.source, index)) continue
    const isSupported = withValue.some((other) => {
      if (!isParityMeant && (negationsIn(other.tokens) % 2 === 1) !== isDenied && other.source === place.source)
        return false
      if (keys.every((key) => other.own.has(key))) return true
      const has = isOtherVerb(other, place)
        ? (key: string) => other.own.has(key)
        : (key: string) => isCovered(key, other)
      const lacks = keys.some((key) => isCovered(key, place) && !has(key))
      if (!lacks || keys.some((key) => has(key) && !isCovered(key, place))) return true
      // What is said of the same names with other words is no other statement.
      const isOfNames = names.length > 0 && names.every((key) => isCovered(key, other))
      if (isOfNames && keys.filter((key) => isCovered(key, other)).length >= keys.length / 2) return true
      return identified(claim, other) > identified(claim, place) || followed(claim, other) > followed(claim, place)
    })
    if (!isSupported && !(isGiven && withValue.length === 0 && isAnswer(value, index))) return place.source
  }
  return null
}

const isOtherDenial = (token: Token) => isNegation(token) && token.term.key !== 'without'
const isLacking = ({ term }: Token) => /^(?:lack|without)$/.test(term.key)
const isComparing = ({ term }: Token) => /^(?:than|most|least|fewest)$/.test(term.key)

const isBehindThan = ({ kind, tokens: [token] }: Value, { tokens }: Segment) =>
  tokens.some(
    ({ term, end }) =>
      end < token.start &&
      (term.key === 'than' ||
        (kind === 'name' && end + 1 === token.start && /^(?:befor|before|after)$/.test(term.key))),
  )
const isBehindInstead = ({ tokens: [token] }: Value, { tokens }: Segment) =>
  tokens.some(({ term, end }) => term.key === 'instead' && end < token.start)
const ordinal = /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|next|last)$/
/** Whether a place has an ordinal, and "first" of the same: not "the first 20 minutes" for "the first of the goals". */
function hasOrdinal({ source, tokens }: Segment, { term }: Token, next: Token | undefined): boolean {
  const all = source?.tokens ?? tokens
  return all.some((one, at) => one.term === term && (term.key !== 'first' || all[at + 1]?.term === next?.term))
}

const earlier = new Set(['previously', 'formerly', 'earlier', 'originally', 'again'].map(stemOf))
/** What each of several has is not told of one, and what was so once is not told of now. */
const scopes: readonly ((token: Token, at: number, all: readonly Token[]) => boolean)[] = [
  ({ term }) => /^(?:each|every)$/.test(term.key),
  ({ term }, at, all) => earlier.has(term.key) || (term.key === 'used' && all[at + 1]?.term.key === 'to'),
]
const isOfSameScope = (claim: Segment, { tokens }: SourceSentence) =>
  scopes.every((isOf) => !claim.tokens.some(isOf) || tokens.some(isOf))
