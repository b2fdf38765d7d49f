import type { Alignment } from './alignment'
import { oppositesOf } from './opposites'
import { isNegationKey } from './stems'
import { isContent, type Token } from './tokens'

/** Words after which a negation does not invert the statement. */
const softened = new Set([
  'only',
  'just',
  'necessarili',
  'necessarily',
  'alway',
  'all',
  'every',
  'yet',
  'until',
  'unles',
  'less',
  'more',
  'fewer',
])
const gapMax = 3

/**
 * Finds an opposite word, or a negation that only one of the two has, if no other content word differs at that place. Returns the word of
 * the output to mark, or null.
 */
export function invertedWord(tokens: readonly Token[], { pairs, source }: Alignment): Token | null {
  let [ownFrom, sourceFrom] = [0, 0]
  for (const [own, inSource] of [...pairs, [tokens.length, source.tokens.length] as const]) {
    const ownGap = tokens.slice(ownFrom, own)
    const sourceGap = source.tokens.slice(sourceFrom, inSource)
    const isInside = own < tokens.length && ((ownFrom > 0 && sourceFrom > 0) || isImperative(own, inSource))
    const near = tokens[Math.min(own, tokens.length - 1)]
    const behind = tokens[own]
    ;[ownFrom, sourceFrom] = [own + 1, inSource + 1]
    if (!near) continue
    const opposite = oppositeIn(
      ownGap.filter((token) => !isUpTo(token, tokens)),
      sourceGap.filter((token) => !isUpTo(token, source.tokens)),
    )
    if (opposite) return opposite
    if (!isInside || ownGap.length > gapMax || sourceGap.length > gapMax) continue
    if ([...ownGap, ...sourceGap].some(isContent)) continue
    const isDenied = negationsIn(ownGap) % 2 !== negationsIn(sourceGap) % 2
    if (!isDenied || [near, ...ownGap, ...sourceGap].some(({ term }) => softened.has(term.key))) continue
    if (behind?.term.key === 'than') continue
    return ownGap.find(({ term }) => isNegationKey(term.key)) ?? near
  }
  return null

  /** Whether one of the two begins with the word that is paired first, and the other with "do not" or "never" before it. */
  function isImperative(own: number, inSource: number): boolean {
    return Math.min(own, inSource) === 0 && Math.max(own, inSource) > 0
  }
}

/** Returns the word of the output that is the opposite of the source's, beside the same word or at the same place. */
function oppositeIn(own: readonly Token[], others: readonly Token[]): Token | null {
  const areOpposite = (one: Token | undefined, other: Token | undefined) =>
    one !== undefined && other !== undefined && oppositesOf(one.term.key)?.has(other.term.key) === true
  const last = own.at(-1)
  if (last && areOpposite(last, others.at(-1))) return last
  const isAligned = own.length === 1 || (own.length === others.length && own.length <= gapMax)
  return (isAligned && own.find((one, at) => areOpposite(one, others[at]))) || null
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
