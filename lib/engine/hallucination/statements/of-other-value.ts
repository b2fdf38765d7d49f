import { smallCount } from '../numbers/quantities'
import { hasLike, isEquivalent } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isComparing, negationsIn } from '../words/quantifiers'
import { hasTerm, type Token } from '../words/tokens'
import { isTelling, isToldElsewhere } from './context'
import type { Conflict } from './elsewhere'
import { typeOfValue } from './invented-values'
import { isStructured } from './misplaced-names'

/** Words of a claim, and of a sentence of the sources. */
const [claimMax, sourceMax] = [16, 45]
/** What makes a statement of several things, or of another time. */
const open =
  /\?|:\s|\b(?:if|unless|or|both|all|each|every|only|not|no|than|respectively|instead|total|together|between|from|longer|shorter|later|earlier|higher|lower|older|younger|faster|slower|cheaper|heavier|lighter)\b/i
const conjunction = /^(?:and|but|wherea|whil)$/

/**
 * Finds a value told with what a source tells with another of its kind in the same sentence: "You arrive in Amsterdam at 06:55" for "leaves Berlin at
 * 06:55 and lands in Amsterdam at 08:20". Words beside the value are the claim's only if they stand with the other alone.
 */
export function ofOtherValue(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  if (sentence.to - sentence.from > claimMax || open.test(sentence.text)) return null
  const claim = sentence.tokens()
  const [value, more] = claim.filter(isValue)
  if (
    !value ||
    more ||
    !isTellingValue(value) ||
    isOfCode(value, sentence.text) ||
    negationsIn(claim) > 0 ||
    claim.some(isComparing)
  )
    return null
  const words = claim.filter((token) => token !== value && isTelling(token))
  for (const place of places()) {
    const source = index.sentence(place)
    if (!source.isWhole || source.tokens.length > sourceMax || !source.isStatement() || isStructured(source.text))
      continue
    const parts = partsOf(source, value)
    const [own, other] = parts.filter(
      ({ rival }) => isEquivalent(value, rival) && halfOf(rival, source.tokens) === halfOf(value, claim),
    )
    if (!own || other || negationsIn(source.tokens) > 0) continue
    const rival = parts.find((part) => part !== own && isOf(words, part, own))
    if (rival && !isToldElsewhere(source, places, index, (tokens) => hasMost(tokens, value, words)))
      return {
        type: typeOfValue(value),
        from: value,
        to: value,
        says: 'The source says this of something else:',
        source,
      }
  }
  return null
}

const isValue = ({ number, date }: Token) => number !== undefined || date !== undefined

/** Whether a number is the end of a code: "ORD-1074". */
const isOfCode = ({ start }: Token, text: string) => /[\p{L}\d][-_/]$/u.test(text.slice(Math.max(0, start - 2), start))

/** A small count may be of anything. */
const isTellingValue = (token: Token) =>
  token.date !== undefined || token.number?.unit !== null || token.number.value > smallCount

/** The half of the day that is said behind an hour. */
const halfOf = (value: Token, tokens: readonly Token[]) =>
  /^[ap]m$/.exec(tokens[tokens.indexOf(value) + 1]?.term.key ?? '')?.[0]

/** A part of a sentence with one value of a kind. */
interface Part {
  rival: Token
  before: readonly Token[]
  after: readonly Token[]
}

/** Splits a sentence between the values of one kind: at the last semicolon, else at the last comma or conjunction. Empty if two are not parted. */
function partsOf({ text, tokens }: SourceSentence, value: Token): Part[] {
  const places = tokens.flatMap((token, at) => (isOfKind(token, value) ? [at] : []))
  if (places.length < 2) return []
  const signsBefore = tokens.map(({ start }, at) => text.slice(tokens[at - 1]?.end ?? 0, start))
  const cuts = places.slice(1).map((to, nth) => {
    const isBetween = (at: number) => at > (places[nth] as number) && at <= to
    const cut = tokens.findLastIndex((_, at) => isBetween(at) && signsBefore[at]?.includes(';'))
    if (cut >= 0) return cut
    const isPause = ({ term }: Token, at: number) => signsBefore[at]?.includes(',') || conjunction.test(term.key)
    // ", in 2012" at the end belongs to what is said before.
    const isTail = (at: number) => to === tokens.length - 1 && !tokens.slice(at, to).some(isTelling)
    return tokens.findLastIndex((token, at) => isBetween(at) && isPause(token, at) && !isTail(at))
  })
  if (cuts.includes(-1)) return []
  const starts = [0, ...cuts]
  return places.map((at, nth) => ({
    rival: tokens[at] as Token,
    before: tokens.slice(starts[nth], at).filter(isTelling),
    after: tokens.slice(at + 1, starts[nth + 1]).filter(isTelling),
  }))
}

function isOfKind({ number, date }: Token, value: Token): boolean {
  if (value.date) return date !== undefined
  return number !== undefined && value.number !== undefined && number.unit === value.number.unit
}

/** Whether words are of the rival part and not of a value's own. */
function isOf(words: readonly Token[], rival: Part, own: Part): boolean {
  const [theirs, mine] = [rival, own].map(({ before, after }) =>
    [...before, ...after].filter((token) => !isValue(token)),
  )
  if (!theirs || !mine) return false
  const alone = (some: readonly Token[], others: readonly Token[]) =>
    some.filter((token) => hasTerm(words, token) && !hasTerm(others, token))
  if (alone(theirs, mine).length === 0) return false
  if (alone(mine, theirs).length === 0) return true
  // A part without a verb of its own goes on from the words before the first value.
  return (
    isBeside(words, rival.before.at(-1), own.before.at(-1), rival) ||
    isBeside(words, rival.after[0], own.after[0], rival)
  )
}

/** Whether the words have what stands directly beside the rival, and not what stands there beside the own value. */
function isBeside(words: readonly Token[], theirs: Token | undefined, mine: Token | undefined, rival: Part): boolean {
  const isGapped = rival.before.length + rival.after.length <= 2
  return isGapped && theirs !== undefined && mine !== undefined && hasTerm(words, theirs) && !hasTerm(words, mine)
}

/** Whether some tokens have the value and at least half of the words. */
const hasMost = (tokens: readonly Token[], value: Token, words: readonly Token[]) =>
  hasLike(tokens, value) && words.filter((token) => hasLike(tokens, token)).length * 2 >= words.length
