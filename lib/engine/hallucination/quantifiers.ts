import { stemOf } from './stems'
import type { Token } from './tokens'
import { unitOf } from './units'

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
