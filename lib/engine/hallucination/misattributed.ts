import { isEquivalent } from './alignment'
import { isName, type Misplaced } from './misplaced-names'
import { multipleOf } from './multiples'
import { areAlike, areOpposite, mayBeOpposite } from './opposites'
import { negationsIn } from './polarity'
import { areOtherQuantities, dropsException, isQuantifier } from './quantifiers'
import { claimKey, type Segment, segmentsOf, sourceSegments } from './segments'
import type { SourceIndex, SourceSentence } from './source-index'
import { isContent, type Token } from './tokens'
import { areComparable } from './units'

/** Share of the weight of what is said of a value that a segment of the sources must have. */
const coverMin = 0.8
/** Share of the words that the sources may not know. */
const unknownMax = 1 / 3

const smallCount = 12

type Kind = 'number' | 'multiple' | 'opposite' | 'quantifier' | 'name' | 'noun'

/** A value, name or word that may be another's. */
interface Value {
  kind: Kind
  tokens: readonly [Token, ...Token[]]
}

/** What a segment says of a value: the weight of each word, name and other value, and the share of unknown words. */
interface Rest {
  weights: ReadonlyMap<string, number>
  whole: number
  unknown: number
}

interface Place {
  source: SourceSentence
  segment: Segment
}

/**
 * Finds a value, name or word that the sources give to another: everything else of its segment is in one segment of the sources, which has
 * another of the same kind, and no segment with the value has as much.
 */
export function misattributed(
  segments: readonly Segment[],
  candidates: readonly SourceSentence[],
  index: SourceIndex,
): (Misplaced & { source: SourceSentence; isWeak: boolean }) | null {
  const places = candidates.flatMap((source) => sourceSegments(source, index).map((segment) => ({ source, segment })))
  for (const segment of segments) {
    for (const value of valuesOf(segment, index)) {
      const rest = restOf(segment, value, index)
      const place = rest && rivalOf(value, rest, segment, places, index)
      if (!place) continue
      const [from] = value.tokens
      const to = value.tokens.at(-1) ?? from
      return { from, to, says: 'The source says this of another:', source: place.source, isWeak: value.kind === 'noun' }
    }
  }
  return null
}

/** Words with which a negation has another scope. */
const scope =
  /^(?:only|just|yet|until|unles|less|more|fewer|necessarily|all|every|if|any|without|longer|either|except|instead|rather)$/
/** Verbs that deny what follows: "rejected the plan to sell". */
const denial =
  /^(?:reject|declin|refus|fail|deny|prevent|cancel|avoid|miss|lack|stop|discontinu|exclud|dismiss|ban|forbid|forbidden|withdraw|drop)$/

/** Finds a statement that the sources make with a negation, or deny without one. */
export function denied(
  segments: readonly Segment[],
  candidates: readonly SourceSentence[],
  index: SourceIndex,
): (Misplaced & { source: SourceSentence }) | null {
  const places = candidates.flatMap((source) => sourceSegments(source, index).map((segment) => ({ source, segment })))
  for (const claim of segments) {
    const keys = [...claim.own.keys()]
    if (keys.length < 2 || claim.tokens.some(isScope)) continue
    const count = negationsIn(claim.tokens)
    const same = places.filter(({ segment }) => !segment.fields && keys.every((key) => isCovered(key, segment)))
    const isOther = ({ segment }: Place) => negationsIn(segment.tokens) % 2 !== count % 2
    const other = same.find((place) => isOther(place) && keys.some((key) => place.segment.own.has(key)))
    if (!other || !same.every(isOther) || other.segment.tokens.some(isScope) || other.source.tokens.some(isDenial)) continue
    const [from] = claim.tokens
    const to = claim.tokens.at(-1)
    if (from && to) return { from, to, says: 'The source says otherwise:', source: other.source }
  }
  return null
}

const isScope = ({ term }: Token) => scope.test(term.key) || denial.test(term.key)
const isDenial = ({ term }: Token) => denial.test(term.key)

function valuesOf(segment: Segment, index: SourceIndex): Value[] {
  const { tokens, own } = segment
  const values: Value[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (multipleOf(token, tokens[at - 1], tokens[at + 1]) !== undefined) values.push({ kind: 'multiple', tokens: [token] })
    if (token.kind === 'number' || token.kind === 'date') values.push({ kind: 'number', tokens: [token] })
    else if (token.kind !== 'word') continue
    else if (isQuantifier(token, tokens[at + 1])) values.push({ kind: 'quantifier', tokens: [token] })
    else if (mayBeOpposite(oppositeKey(token))) values.push({ kind: 'opposite', tokens: [token] })
    else if (own.get(token.term.key) !== token) continue
    else if (isName(token, token.start, index)) {
      const run: [Token, ...Token[]] = [token]
      while (isNameBeside(tokens[at + 1], run.at(-1) as Token)) run.push(tokens[++at] as Token)
      values.push({ kind: 'name', tokens: run })
    } else if (isNoun(token, index)) {
      values.push({ kind: 'noun', tokens: [token] })
      const next = tokens[at + 1]
      if (next && isNoun(next, index)) values.push({ kind: 'noun', tokens: [token, next] })
    }
  }
  return values
}

function isNameBeside(token: Token | undefined, before: Token): boolean {
  return token?.kind === 'word' && token.isCapital && isContent(token) && token.start - before.end === 1
}

function isNoun(token: Token, index: SourceIndex): boolean {
  return token.kind === 'word' && isContent(token) && !token.isCapital && index.has(token.term.id)
}

/** The key of a word in the groups of opposites: "May" is a month. */
function oppositeKey(token: Token): string {
  return claimKey(token, token.start === 0) ?? token.term.key
}

/** Returns what the segment says of the value, or null if that is too little. */
function restOf(segment: Segment, { tokens }: Value, index: SourceIndex): Rest | null {
  const weights = new Map<string, number>()
  let unknown = 0
  for (const [key, token] of segment.own) {
    if (tokens.includes(token)) continue
    if (token.kind !== 'word' || index.has(token.term.id)) weights.set(key, Math.max(0.1, index.weightOf(token.term.id)))
    else unknown++
  }
  if (weights.size === 0) return null
  let whole = 0
  for (const weight of weights.values()) whole += weight
  return { weights, whole, unknown: unknown / (unknown + weights.size) }
}

const isCovered = (key: string, { own, inherited }: Segment) => own.has(key) || inherited.has(key)

function rivalOf(
  value: Value,
  { weights, whole, unknown }: Rest,
  claim: Segment,
  places: readonly Place[],
  index: SourceIndex,
): Place | null {
  const keys = [...weights.keys()]
  const isWord = value.kind === 'name' || value.kind === 'noun'
  const withValue = places.filter(({ segment }) => hasValue(value, claim, segment))
  const isDenied = negationsIn(claim.tokens) % 2
  for (const place of places) {
    const { segment } = place
    const isRecord = segment.fields !== null
    if (value.kind !== 'quantifier' && negationsIn(segment.tokens) % 2 !== isDenied) continue
    if (isRecord) {
      // Parts of a long text cut records in two.
      if (place.source.isWhole && isOfAnotherRecord(value, keys, segment, withValue)) return place
      continue
    }
    if (unknown > unknownMax) continue
    if (weights.size < (isWord ? 2 : 1)) continue
    const isThere = hasValue(value, claim, segment)
    const isCountOfAnother = isThere && countsAnother(value, claim, segment)
    const lacksException =
      value.kind === 'quantifier' && isThere && dropsException(value.tokens[0], claim.tokens, segment.tokens)
    if (isThere && !isCountOfAnother && !lacksException) continue
    let covered = 0
    for (const [key, weight] of weights) if (isCovered(key, segment)) covered += weight
    if (covered < (value.kind === 'noun' ? 1 : coverMin) * whole - 1e-9 || !keys.some((key) => segment.own.has(key))) continue
    if (isThere) return place
    if (!hasRival(value, weights.size, claim, segment, withValue, index)) continue
    const isSupported = withValue.some(({ segment: other }) => {
      const lacks = keys.some((key) => isCovered(key, segment) && !isCovered(key, other))
      return !lacks || keys.some((key) => isCovered(key, other) && !isCovered(key, segment))
    })
    if (!isSupported) return place
  }
  return null
}

function hasValue({ kind, tokens }: Value, claim: Segment, segment: Segment): boolean {
  const [token] = tokens
  const others = segment.tokens
  if (kind === 'opposite') return others.some((other) => areAlike(oppositeKey(token), oppositeKey(other)))
  if (kind === 'quantifier') return others.some((other) => other.term === token.term)
  if (kind === 'multiple') return others.some((other) => multipleIn(segment, other) === multipleIn(claim, token))
  const isThere = (one: Token) => others.some((other) => other.kind === one.kind && isEquivalent(one, other))
  return kind === 'noun' ? tokens.every(isThere) : tokens.some(isThere)
}

/** Whether a segment has the number, and what the claim counts with it, but with another number: "7 votes against 4". */
function countsAnother({ kind, tokens: [token] }: Value, claim: Segment, segment: Segment): boolean {
  const counted = tokenAt(token, claim, 1)
  if (kind !== 'number' || !token.number || !counted || !isContent(counted) || segment.fields) return false
  const numbers = segment.tokens.filter(({ number }) => number !== undefined)
  const same = numbers.filter((other) => isEquivalent(token, other))
  const countsIt = (other: Token) => tokenAt(other, segment, 1)?.term === counted.term
  return same.length === 1 && !same.some(countsIt) && numbers.filter(countsIt).length === 1
}

function multipleIn(segment: Segment, token: Token): number | undefined {
  return multipleOf(token, tokenAt(token, segment, -1), tokenAt(token, segment, 1))
}

/** Whether the segment has another value of the same kind, at the same place where that tells them apart. */
function hasRival(
  { kind, tokens }: Value,
  size: number,
  claim: Segment,
  segment: Segment,
  withValue: readonly Place[],
  index: SourceIndex,
): boolean {
  const [token] = tokens
  const isRival = (other: Token): boolean => {
    if (kind === 'quantifier') return areOtherQuantities(token, other) && isFollowedAlike(token, other, claim, segment)
    if (kind === 'multiple') return multipleIn(segment, other) !== undefined
    if (kind === 'opposite') {
      if (!areOpposite(oppositeKey(token), oppositeKey(other))) return false
      return isContent(token) || isFollowedAlike(token, other, claim, segment)
    }
    const key = claimKey(other, false)
    if (key === null || claim.own.has(key)) return false
    if (kind === 'name') return isName(other, other.start, index)
    if (kind === 'noun') return isNounBeside(tokens, other, claim, segment)
    if (!isRivalNumber(token, other, claim, segment, size)) return false
    // A number that the sources do not have may be derived; small ones are checked nowhere else.
    const isGiven = withValue.length > 0 || index.has(token.term.id)
    return isGiven || ((token.number?.value ?? 0) <= smallCount && isBeside(token, other, claim, segment))
  }
  return segment.tokens.some(isRival)
}

/**
 * Whether the claim names this record, by a word that no record with the value has, and gives it the value of the same field of another
 * record. A row without any number is the head of a table.
 */
function isOfAnotherRecord(
  { kind, tokens }: Value,
  keys: readonly string[],
  { own, fields, tokens: others }: Segment,
  withValue: readonly Place[],
): boolean {
  if ((kind !== 'name' && kind !== 'number') || !others.some(({ number, date }) => number || date)) return false
  const isIt = (one: Token) => tokens.some((token) => one.kind === token.kind && isEquivalent(token, one))
  if (others.some(isIt)) return false
  const holders = withValue.filter(({ segment }) => segment.fields)
  if (holders.length === 0 || holders.length < withValue.length) return false
  const isNamed = keys.some((key) => {
    const name = own.get(key)
    return name?.isCapital && fields?.has(name) && holders.every(({ segment }) => !segment.own.has(key))
  })
  const isOther = holders.some(({ segment }) => keys.some((key) => segment.own.has(key) && !own.has(key)))
  if (!isNamed || isOther) return false
  return holders.some(({ segment }) =>
    segment.tokens.some((one) => isIt(one) && others.some((other) => fields?.get(other) === segment.fields?.get(one) && other.kind === one.kind)),
  )
}

function isRivalNumber(token: Token, other: Token, claim: Segment, segment: Segment, size: number): boolean {
  if (token.kind !== other.kind) return false
  if (!token.number || !other.number) return token.date !== undefined && other.date !== undefined
  const labels = [isLabel(token, claim), isLabel(other, segment)]
  if (labels[0] && labels[1]) return tokenAt(token, claim, -1)?.term === tokenAt(other, segment, -1)?.term
  // "Derby 140" may be the number of Derby as well as a name.
  if (labels[0] !== labels[1] && size < 2) return false
  const [unit, rival] = [token.number.unit, other.number.unit]
  const isOpen = (one: string | null, two: string | null) => one === null && two !== '%' && two !== 'clock'
  if (unit !== rival && !isOpen(unit, rival) && !isOpen(rival, unit) && !areComparable(unit, rival)) return false
  const [next, after] = [tokenAt(token, claim, 1), tokenAt(other, segment, 1)]
  if (unit !== null && rival === null && after && isContent(after)) return false
  return !next || !after || unit !== null || !isContent(next) || !isContent(after) || next.term === after.term
}

/** Whether a number names something: "unit 3", "KT-30". */
function isLabel(token: Token, segment: Segment): boolean {
  if (token.number?.unit !== null || token.number.step !== 1) return false
  const [before, next] = [tokenAt(token, segment, -1), tokenAt(token, segment, 1)]
  return before?.kind === 'word' && isContent(before) && token.start - before.end <= 1 && !(next && isContent(next))
}

function tokenAt(token: Token, { tokens }: Segment, step: number): Token | undefined {
  return tokens[tokens.indexOf(token) + step]
}

const interchangeable = [/^(?:is|are|was|were|be|been)$/, /^(?:the|a|an|it|its|their|his|her|our)$/]
const adverbs = /^(?:only|also|just|already|now|still|then)$/

function areAlikeAround(one: Token | undefined, other: Token | undefined): boolean {
  const [own, theirs] = [one?.term.key, other?.term.key]
  if (own === theirs) return true
  return own !== undefined && theirs !== undefined && interchangeable.some((words) => words.test(own) && words.test(theirs))
}

/** Whether both stand between the same words. */
function isBeside(token: Token, other: Token, claim: Segment, segment: Segment): boolean {
  return [-1, 1].every((step) => areAlikeAround(tokenAt(token, claim, step), tokenAt(other, segment, step)))
}

const nounsMax = 3

/** Whether one to three words from `other` on stand between the same words as those of the claim. */
function isNounBeside(tokens: readonly Token[], other: Token, claim: Segment, segment: Segment): boolean {
  if (!areAlikeAround(around(claim, tokens[0] as Token, -1), around(segment, other, -1))) return false
  const after = around(claim, tokens.at(-1) as Token, 1)
  for (let at = segment.tokens.indexOf(other), left = nounsMax; left > 0; at++, left--) {
    const token = segment.tokens[at]
    if (!token || token.isCapital || !isContent(token) || claim.own.has(token.term.key)) return false
    if (areAlikeAround(after, around(segment, token, 1))) return true
  }
  return false
}

/** The next word in a direction, apart from adverbs. */
function around({ tokens }: Segment, token: Token, step: 1 | -1): Token | undefined {
  let at = tokens.indexOf(token) + step
  while (adverbs.test(tokens[at]?.term.key ?? '')) at += step
  return tokens[at]
}

/** Whether the next content word or number is the same. */
function isFollowedAlike(token: Token, other: Token, claim: Segment, segment: Segment): boolean {
  const next = (one: Token, { tokens }: Segment) =>
    tokens.slice(tokens.indexOf(one) + 1).find((after) => claimKey(after, false) !== null)?.term
  const own = next(token, claim)
  return own !== undefined && own === next(other, segment)
}
