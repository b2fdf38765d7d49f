import type { Alignment } from '../sources/alignment'
import { isNegationKey } from '../text/stems'
import { oppositesOf } from '../words/opposites'
import { deniedNounsIn, isUpTo, negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'

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
  'unless',
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
  const areUnlike = (one: readonly Token[], other: readonly Token[]) => negationsIn(one) % 2 !== negationsIn(other) % 2
  const [ownFirst = 0, sourceFirst = 0] = pairs[0] ?? []
  // "No data was exposed" denies what "data was not exposed" does, and so does "it is not true that data was exposed".
  const isMoved =
    !areUnlike(tokens, source.tokens) &&
    (deniedNounsIn(tokens) !== deniedNounsIn(source.tokens) ||
      areUnlike(tokens.slice(0, ownFirst), source.tokens.slice(0, sourceFirst)))
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
    // "Not damaged" is undamaged.
    if (opposite) return areUnlike(tokens, source.tokens) || isDeniedBeside(opposite) ? null : opposite
    if (!isInside || ownGap.length > gapMax || sourceGap.length > gapMax) continue
    if ([...ownGap, ...sourceGap].some(isContent)) continue
    if (
      isMoved ||
      !areUnlike(ownGap, sourceGap) ||
      [near, ...ownGap, ...sourceGap].some(({ term }) => softened.has(term.key))
    )
      continue
    if (behind?.term.key === 'than' || isLeftBehind(inSource) || isOfAnother()) continue
    return ownGap.find(({ term }) => isNegationKey(term.key)) ?? near
  }
  return null

  /** Whether one has another denial besides: "none without an adult", "with an adult". */
  function isDeniedBeside({ term }: Token): boolean {
    const rest = (those: readonly Token[]) => those.filter(({ term: { key } }) => key !== 'without')
    return /^with(?:out)?$/.test(term.key) && areUnlike(rest(tokens), rest(source.tokens))
  }

  /** Whether the source says more of the same: "not returned at first, but later it was", "not approved by June; it was approved in July". */
  function isLeftBehind(from: number): boolean {
    const place = source.tokens.findIndex((token, at) => at >= from && isContent(token))
    const denied = source.tokens[place]?.term
    if (place >= 0 && source.tokens.some(({ term }, at) => at > place && term === denied)) return true
    const but = source.tokens.findIndex(({ term }, at) => at >= from && term.key === 'but')
    return but >= 0 && !tokens.some(({ term }) => term.key === 'but') && pairs.some(([, inSource]) => inSource > but)
  }

  /** Whether it is said of another day or state: "closed on Tuesday" where the source says "not closed on Monday". */
  function isOfAnother(): boolean {
    const kept = new Set(
      pairs.flatMap(([own, inSource]) => (tokens[own]?.term === source.tokens[inSource]?.term ? [own] : [])),
    )
    const rest = tokens.flatMap(({ term }, at) => (kept.has(at) ? [] : [...(oppositesOf(term.key) ?? [])]))
    return rest.some((key) => source.tokens.some(({ term }) => term.key === key))
  }

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
