import { unitOf } from '../numbers/units'
import { isNegationKey, stemOf } from '../text/stems'
import { isContent, type Token } from './tokens'

/** Words for how many, by what they exclude. */
const amounts = new Map(
  [
    ['all', 'all every each everybody everyone everything both always'],
    ['most', 'most mostly usually'],
    ['some', 'some somebody someone several often sometimes any'],
    ['half', 'half'],
    ['few', 'few rarely'],
    ['none', 'no none nobody nothing neither never'],
  ].flatMap(([amount = '', words = '']) => words.split(' ').map((word) => [stemOf(word), amount] as const)),
)
/** What each amount excludes. Of all it is also true that it is most or some. */
const excluded: Record<string, string> = {
  all: 'most some half few none',
  most: 'half few none',
  some: 'none',
  half: 'all few none',
  few: 'all most half none',
  none: 'all most some half few',
}

const compared = /^(?:more|less|fewer|longer|later|earlier|other|than)$/

/** Whether a word tells how many. "No more than" and "at most" do not. */
export function isQuantifier({ kind, term }: Token, next: Token | undefined, before: Token | undefined): boolean {
  return (
    kind === 'word' &&
    !(term.key === 'most' && before?.term.key === 'at') &&
    amounts.has(term.key) &&
    !compared.test(next?.term.key ?? '') &&
    unitOf(next?.term.key ?? '') === null
  )
}

/** Whether a statement about one amount cannot be made where the source speaks of the other. */
export function areOtherQuantities(own: Token, inSource: Token): boolean {
  const [one, other] = [amounts.get(own.term.key), amounts.get(inSource.term.key)]
  return one !== undefined && other !== undefined && (excluded[one]?.split(' ').includes(other) ?? false)
}

const exception = /^(?:except|excluding|apart|unless|exclud)$/

/** Whether only the source makes an exception from "all". */
export function dropsException(own: Token, claim: readonly Token[], inSource: readonly Token[]): boolean {
  const excepts = (tokens: readonly Token[]) => tokens.some(({ term }) => exception.test(term.key))
  return amounts.get(own.term.key) === 'all' && excepts(inSource) && !excepts(claim)
}

/** Whether only the source makes an exception, and of what the claim is about: "open daily except on Mondays". */
export function excepts(claim: readonly Token[], inSource: readonly Token[]): boolean {
  const at = inSource.findIndex(({ term }) => exception.test(term.key))
  if (at < 0 || claim.some(({ term }) => exception.test(term.key))) return false
  return inSource.slice(at + 1).some((token) => isContent(token) && claim.some(({ term }) => term === token.term))
}

/** "All lamps but one", "every plan but Gold". */
export const allBut = /\b(?:[Aa]ll|[Ee]very)(?: [\p{L}\d'’-]+){0,4} but (?:one|two|three|four|\d+|the|\p{Lu})/u

/** Whether a claim tells of one, "one lamp did not work", and a source of several. */
export const isOfOthers = (claim: readonly Token[], inSource: readonly Token[]) =>
  keyAt(claim, 0) === 'one' && keyAt(inSource, 0) !== 'one'

const multiples = new Set(
  'half halv halved twic double doubl twofold thric triple tripl threefold quadruple quadrupl fourfold time'.split(' '),
)

/** Whether a word with this key is, or goes with, a multiple. */
export function isMultiple(key: string): boolean {
  return multiples.has(key)
}

/** Whether a token is the "up" of "up to", which tells of no rise. */
export function isUpTo(token: Token, tokens: readonly Token[]): boolean {
  return token.term.key === 'up' && tokens[tokens.indexOf(token) + 1]?.term.key === 'to'
}

/** Returns the number of negations. "Fails to" and "still to be" are one, and so are "neither ... nor", "not ... nor", "not ... and not" and "no parking and no breakfast". */
export function negationsIn(tokens: readonly Token[]): number {
  if (!tokens.some(({ term }) => term.mayDeny)) return 0
  let count = 0
  let hasNo = false
  for (const [at, { term }] of tokens.entries()) {
    const { key } = term
    const goesOn =
      (count > 0 && (key === 'nor' || isNeither(tokens, at))) ||
      (hasNo && key === 'no' && /^(?:and|or)$/.test(keyAt(tokens, at - 1))) ||
      (count > 0 && key === 'not' && /^(?:and|or)$/.test(keyAt(tokens, at - 1)))
    if (
      (isNegationKey(key) && !goesOn && !isBound(tokens, at)) ||
      (key === 'fail' && keyAt(tokens, at + 1) === 'to') ||
      isToCome(tokens, at)
    )
      count++
    hasNo ||= key === 'no'
  }
  return count
}

/** "And neither is the other". */
const isNeither = (tokens: readonly Token[], at: number) =>
  keyAt(tokens, at) === 'neither' &&
  /^(?:is|are|wa|were|do|doe|did|ha|have|had|can|may|will)$/.test(keyAt(tokens, at + 1))

/** "No more than 3 %" bounds a value. */
const isBound = (tokens: readonly Token[], at: number) =>
  keyAt(tokens, at) === 'no' && keyAt(tokens, at + 2) === 'than' && compared.test(keyAt(tokens, at + 1))

/** "Still to be paid", "remains to be paid". */
const isToCome = (tokens: readonly Token[], at: number) =>
  keyAt(tokens, at) === 'to' && keyAt(tokens, at + 1) === 'be' && /^(?:still|yet|remain)$/.test(keyAt(tokens, at - 1))

const keyAt = (tokens: readonly Token[], at: number) => tokens[at]?.term.key ?? ''

/** Whether a claim denies of most what the source says of few: "most did not survive", "only a few survived". */
export function deniesOfMost(claim: readonly Token[], inSource: readonly Token[]): boolean {
  const has = (tokens: readonly Token[], amount: string) => tokens.some(({ term }) => amounts.get(term.key) === amount)
  return has(claim, 'most') && has(inSource, 'few') && negationsIn(claim) % 2 === 1
}

const determiner = /^(?:no|none|neither|nobody|nothing)$/

/** Returns the number of negations that stand before a noun or for one, "no data": "data was not exposed" denies the same of the verb. */
export function deniedNounsIn(tokens: readonly Token[]): number {
  return tokens.filter(({ term }) => determiner.test(term.key)).length
}

export function isNegation({ term }: Token): boolean {
  return isNegationKey(term.key)
}

const comparing =
  /^(?:than|more|less|fewer|ahead|behind|between|among|differenc|gap|total|sum|togeth|together|combin|combined|averag|mean|both|each|compar|compared|versus|vs|like|unlik|except|instead|rather|other|others|respectiv|respectively)$/

/** Whether values of several things, or calculated ones, are told with a word. */
export function isComparing({ term }: Token): boolean {
  return comparing.test(term.key)
}

/** Whether two statements of which one is denied tell of values on both sides of a bound: "over 2 kg it needs a label" where below that it needs none. */
export function isBeyond(tokens: readonly Token[], others: readonly Token[]): boolean {
  const [own, theirs] = [boundOf(tokens), boundOf(others)]
  return own !== 0 && own === -theirs && negationsIn(tokens) % 2 !== negationsIn(others) % 2
}

/** Whether values above (1) or below (-1) a number are told of; 0 for neither. */
function boundOf(tokens: readonly Token[]): number {
  const at = tokens.findIndex(({ number }, place) => number && bounds.test(tokens[place - 1]?.term.key ?? ''))
  const [word, before] = [tokens[at - 1]?.term.key ?? '', tokens[at - 2]?.term.key ?? '']
  if (at < 0 || (word === 'than' && !/^(?:more|less|fewer)$/.test(before))) return 0
  return /^(?:under|below)$/.test(word) || /^(?:less|fewer)$/.test(before) ? -1 : 1
}

const bounds = /^(?:over|above|under|below|than)$/
