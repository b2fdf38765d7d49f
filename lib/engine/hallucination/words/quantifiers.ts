import { divisors } from '../numbers/derived-from-text'
import { unitOf } from '../numbers/units'
import { isNegationKey, stemOf } from '../text/stems'
import type { Token } from './tokens'

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

/** Whether a word tells how many. "No more than" does not. */
export function isQuantifier({ kind, term }: Token, next: Token | undefined): boolean {
  return (
    kind === 'word' &&
    amounts.has(term.key) &&
    !compared.test(next?.term.key ?? '') &&
    unitOf(next?.term.key ?? '') === null
  )
}

const exception = /^(?:except|excluding|apart|unles|exclud)$/

/** Whether only the source makes an exception from "all". */
export function dropsException(own: Token, claim: readonly Token[], inSource: readonly Token[]): boolean {
  const excepts = (tokens: readonly Token[]) => tokens.some(({ term }) => exception.test(term.key))
  return amounts.get(own.term.key) === 'all' && excepts(inSource) && !excepts(claim)
}

/** Whether a statement about one amount cannot be made where the source speaks of the other. */
export function areOtherQuantities(own: Token, inSource: Token): boolean {
  const [one, other] = [amounts.get(own.term.key), amounts.get(inSource.term.key)]
  return one !== undefined && other !== undefined && (excluded[one]?.split(' ').includes(other) ?? false)
}

const multiples = new Map(
  Object.entries({
    0.5: 'half halv halved',
    2: 'twic double doubl twofold',
    3: 'thric triple tripl threefold',
    4: 'quadruple quadrupl fourfold',
  }).flatMap(([value, names]) => names.split(' ').map((name) => [name, Number(value)] as const)),
)
/** Whether a word with this key is, or goes with, a multiple. */
export function isMultiple(key: string): boolean {
  return multiples.has(key) || key === 'time'
}

/** Returns by how much a word or number multiplies: "twice", "three times", "a third"; undefined for others. */
export function multipleOf(token: Token, before: Token | undefined, next: Token | undefined): number | undefined {
  if (token.number) return next?.term.key === 'time' && token.end < next.start + 2 ? token.number.value : undefined
  // "Half an hour" is a duration.
  if (next && unitOf(next.term.key) !== null) return undefined
  const part = divisors.get(token.term.key)
  if (part === undefined) return multiples.get(token.term.key)
  if (before?.term.key === 'a' || before?.term.key === 'one') return 1 / part
  return before?.number && before.number.value < part ? before.number.value / part : undefined
}

/** Whether a token is the "up" of "up to", which tells of no rise. */
export function isUpTo(token: Token, tokens: readonly Token[]): boolean {
  return token.term.key === 'up' && tokens[tokens.indexOf(token) + 1]?.term.key === 'to'
}

/** Returns the number of negations. "Fails to" is one. */
export function negationsIn(tokens: readonly Token[]): number {
  let count = 0
  for (let at = 0; at < tokens.length; at++) {
    const { key } = (tokens[at] as Token).term
    if (isNegationKey(key) || (key === 'fail' && tokens[at + 1]?.term.key === 'to')) count++
  }
  return count
}

export function isNegation({ term }: Token): boolean {
  return isNegationKey(term.key)
}
