import { smallCount } from '../numbers/quantities'
import { isPart } from '../numbers/units'
import { isEquivalent } from '../sources/alignment'
import { claimKey, type Segment, tokenAt } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { areAlike, areConverse, areOpposite, mayBeOpposite } from '../words/opposites'
import { areOtherQuantities, isQuantifier, isUpTo, negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { isName } from './misplaced-names'
import { isRivalName, mayHaveRivalName } from './rival-names'
import { isRivalNumber } from './rival-numbers'
import { isTurnedComparison } from './turned-comparisons'

type Kind = 'number' | 'opposite' | 'quantifier' | 'name'

/** A value, name or word that may be another's. */
export interface Value {
  kind: Kind
  tokens: readonly [Token, ...Token[]]
}

/** Returns what may be another's in a segment of the output. */
export function valuesOf(segment: Segment, index: SourceIndex): Value[] {
  const { tokens, own } = segment
  const values: Value[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (isPartitive(token, tokens[at - 1], tokens[at - 2])) continue
    if (token.kind === 'number' || token.kind === 'date') values.push({ kind: 'number', tokens: [token] })
    else if (token.kind !== 'word') continue
    else if (isQuantifier(token, tokens[at + 1], tokens[at - 1])) values.push({ kind: 'quantifier', tokens: [token] })
    else if (mayBeOpposite(oppositeKey(token))) values.push({ kind: 'opposite', tokens: [token] })
    else if (own.get(token.term.key) !== token) continue
    else if (isName(token, token.start, index)) {
      const run: [Token, ...Token[]] = [token]
      while (isNameBeside(tokens[at + 1], run.at(-1) as Token)) run.push(tokens[++at] as Token)
      values.push({ kind: 'name', tokens: run })
    }
  }
  return values
}

/** Whether a number only counts the things that one is of: "the oldest of the three", "the cheaper of two". */
function isPartitive({ number }: Token, before: Token | undefined, earlier: Token | undefined): boolean {
  if (number === undefined || number.value > smallCount) return false
  return /^of the$|(?:er|est) of$/.test(`${earlier?.term.key} ${before?.term.key}`)
}

function isNameBeside(token: Token | undefined, before: Token): boolean {
  return token?.kind === 'word' && token.isCapital && isContent(token) && token.start - before.end === 1
}

/** The key of a word in the groups of opposites: "May" is a month. */
function oppositeKey(token: Token): string {
  return claimKey(token, token.start === 0) ?? token.term.key
}

/** Whether a segment has the value. */
export function hasValue({ kind, tokens }: Value, claim: Segment, segment: Segment): boolean {
  const [token] = tokens
  const others = segment.tokens
  // "With or without".
  if (kind === 'opposite' && token.term.key.startsWith('with') && claim.tokens.at(-1) === token) return true
  if (kind === 'opposite') {
    const key = oppositeKey(token)
    return others.some((other) => areAlike(key, oppositeKey(other)))
  }
  if (kind === 'quantifier') return others.some((other) => other.term === token.term)
  const isThere = (one: Token) => others.some((other) => other.kind === one.kind && isEquivalent(one, other))
  const isGoingOn = ({ term }: Token) => segment.inherited.has(term.key) && segment.source?.terms().has(term) === true
  if (kind === 'name' && tokens.every(isGoingOn)) return true
  return tokens.some(isThere)
}

/** Things are counted apart: the first goal may be shot in the second quarter. */
const ordinal = /^(?:first|second|third|fourth|fifth|last)$/

/** Whether the segment has another value of the same kind, at the same place where that tells them apart. */
export function hasRival(
  { kind, tokens }: Value,
  claim: Segment,
  segment: Segment,
  isGiven: boolean,
  index: SourceIndex,
): boolean {
  const [token] = tokens
  const isRival = (other: Token): boolean => {
    if (kind === 'quantifier')
      return (
        areOtherQuantities(token, other) &&
        !isAnyOfNone(token, other, segment) &&
        isFollowedAlike(token, other, claim, segment)
      )
    if (kind === 'opposite') {
      if (isTurnedComparison(claim.tokens, segment.source?.tokens ?? segment.tokens)) return false
      if (isUpTo(token, claim.tokens) || isUpTo(other, segment.tokens)) return false
      const [own, theirs] = [oppositeKey(token), oppositeKey(other)]
      if (!areOpposite(own, theirs) || areConverse(own, theirs)) return false
      // "Neither the south gate nor the east gate" tells of both.
      if (claim.own.has(theirs) && claim.tokens.some(({ term }) => /^(?:neither|nor|both)$/.test(term.key)))
        return false
      if (own.startsWith('clos') && endsRange(claim, segment)) return false
      return (isContent(token) && !ordinal.test(own)) || isFollowedAlike(token, other, claim, segment)
    }
    const key = claimKey(other, false)
    if (key === null || claim.own.has(key)) return false
    if (kind === 'name') return isRivalName(tokens, other, claim, segment, index)
    if (!isRivalNumber(token, other, claim, segment)) return false
    // What the sources measure elsewhere stands for no bare number here.
    if (isGiven && isMeasured(token) && other.number?.unit === null) return false
    // A number that the sources do not have may be derived; small ones are checked nowhere else.
    const isSmall = (token.number?.value ?? 0) <= smallCount
    return isGiven || token.number?.unit === 'clock' || (isSmall && isBeside(token, other, claim, segment))
  }
  return segment.tokens.some(isRival) && (kind !== 'name' || mayHaveRivalName(tokens, claim, segment, index))
}

/** "Does not plan any layoffs" says the same as "no layoffs". */
const isAnyOfNone = ({ term }: Token, other: Token, { tokens }: Segment) =>
  term.key === 'no' && other.term.key === 'any' && negationsIn(tokens) % 2 === 1

const isMeasured = ({ number }: Token) =>
  number != null && number.unit !== null && number.unit !== 'clock' && !isPart(number.unit)

/** Whether a value of a claim ends a range of a place: "closes on 10 October" where it is open from 15 June to 10 October. */
function endsRange({ own }: Segment, { source, tokens }: Segment): boolean {
  const all = source?.tokens ?? tokens
  const isValue = (token: Token | undefined) => token?.number !== undefined || token?.date !== undefined
  const values = [...own.values()].filter(isValue)
  return all.some((token, at) => {
    const [before, first] = [all[at - 1], all[at - 2]]
    const isEnd = isValue(before) || (/^(?:to|until|til|till)$/.test(before?.term.key ?? '') && isValue(first))
    return isEnd && values.some((value) => value.kind === token.kind && isEquivalent(value, token))
  })
}

const interchangeable = [/^(?:is|are|was|were|be|been)$/, /^(?:the|a|an|it|its|their|his|her|our)$/]

function areAlikeAround(one: Token | undefined, other: Token | undefined): boolean {
  const [own, theirs] = [one?.term.key, other?.term.key]
  if (own === theirs) return true
  return (
    own !== undefined && theirs !== undefined && interchangeable.some((words) => words.test(own) && words.test(theirs))
  )
}

/** Whether both stand between the same words. */
function isBeside(token: Token, other: Token, claim: Segment, segment: Segment): boolean {
  return [-1, 1].every((step) => areAlikeAround(tokenAt(token, claim, step), tokenAt(other, segment, step)))
}

/** Whether the next content word or number is the same. */
function isFollowedAlike(token: Token, other: Token, claim: Segment, segment: Segment): boolean {
  const next = (one: Token, { tokens }: Segment) =>
    tokens.slice(tokens.indexOf(one) + 1).find((after) => claimKey(after, false) !== null)?.term
  const own = next(token, claim)
  return own !== undefined && own === next(other, segment)
}
