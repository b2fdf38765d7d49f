import { oppositesOf } from './opposites'
import { isSameDate } from './read-dates'
import type { SourceIndex, SourceSentence } from './source-index'
import { isContent, type Token } from './tokens'
import { alikeUnits, convert } from './units'

const postingsMax = 200
/** Tokens of the longest sentence that is compared with the sources. */
export const tokensMax = 80

/** A sentence of the output aligned with one of a source: pairs of corresponding tokens, in order. */
export interface Alignment {
  source: SourceSentence
  /** Token indexes of the pairs: in the output, and in the source. */
  pairs: readonly (readonly [number, number])[]
  /** Weight of the output's content words that are paired with the same word, in [0, 1]. */
  coverage: number
}

/** Returns the source sentences that share most with a sentence of the output, by term weight, best first. */
export function candidatesOf(tokens: readonly Token[], index: SourceIndex, candidatesMax: number): SourceSentence[] {
  if (tokens.length > tokensMax) return []
  const scores = new Map<number, number>()
  for (const term of new Set(tokens.filter(isContent).map((token) => token.term.id))) {
    const places = index.placesOf(term)
    if (places.length > postingsMax) continue
    const weight = index.weightOf(term)
    for (const place of places) scores.set(place, (scores.get(place) ?? 0) + weight)
  }
  const best: [place: number, score: number][] = []
  for (const [place, score] of scores) {
    if (score === 0 || (best.length === candidatesMax && score < (best.at(-1)?.[1] ?? 0))) continue
    best.push([place, score])
    best.sort(([left, high], [right, other]) => other - high || left - right)
    best.length = Math.min(best.length, candidatesMax)
  }
  return best.map(([place]) => index.sentence(place))
}

/** Aligns source sentences with a sentence of the output, highest coverage first. */
export function alignmentsOf(
  tokens: readonly Token[],
  sources: readonly SourceSentence[],
  index: SourceIndex,
): Alignment[] {
  return sources.map((source) => lay(tokens, source, index)).sort((left, right) => right.coverage - left.coverage)
}

function lay(tokens: readonly Token[], source: SourceSentence, index: SourceIndex): Alignment {
  const pairs = pairsOf(tokens, source.tokens)
  const paired = new Set(
    pairs.filter(([own, inSource]) => tokens[own]?.term === source.tokens[inSource]?.term).map(([own]) => own),
  )
  let whole = 0
  let covered = 0
  for (const [at, token] of tokens.entries()) {
    if (!isContent(token)) continue
    const weight = index.weightOf(token.term.id)
    whole += weight
    if (paired.has(at)) covered += weight
  }
  return { source, pairs, coverage: whole > 0 ? covered / whole : 0 }
}

/** The heaviest common subsequence. A number, date or name may be paired with another of its kind. */
function pairsOf(left: readonly Token[], right: readonly Token[]): [number, number][] {
  const width = right.length + 1
  const best = new Int32Array((left.length + 1) * width)
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--) {
      const weight = pairWeight(left[row] as Token, right[column] as Token)
      const down = best[(row + 1) * width + column] ?? 0
      const across = best[row * width + column + 1] ?? 0
      const both = weight > 0 ? weight + (best[(row + 1) * width + column + 1] ?? 0) : 0
      best[row * width + column] = Math.max(down, across, both)
    }
  const pairs: [number, number][] = []
  let row = 0
  let column = 0
  while (row < left.length && column < right.length) {
    const here = best[row * width + column] ?? 0
    const weight = pairWeight(left[row] as Token, right[column] as Token)
    if (weight > 0 && here === weight + (best[(row + 1) * width + column + 1] ?? 0)) pairs.push([row++, column++])
    else if (here === best[(row + 1) * width + column]) row++
    else column++
  }
  return pairs
}

/** Content words weigh more than function words, and equal tokens more than tokens of the same kind. */
function pairWeight(left: Token, right: Token): number {
  if (left.kind !== right.kind) return 0
  if (left.term === right.term) return left.kind === 'word' && !isContent(left) ? 4 : 6
  if (left.kind === 'word') {
    const opposites = oppositesOf(left.term.key)
    const isName = left.isCapital && right.isCapital && isContent(left) && isContent(right)
    return isName && (!opposites || opposites.has(right.term.key)) ? 1 : 0
  }
  return left.kind === 'link' ? 0 : 3
}

/** Whether the paired tokens are side by side in the source, up to a few others between them. */
export function isDense({ pairs }: Alignment): boolean {
  const [first, last] = [pairs[0]?.[1] ?? 0, pairs.at(-1)?.[1] ?? 0]
  return pairs.length > 0 && last - first < pairs.length * 1.5
}

/** Whether two numbers can be the same: the source's number equals the claim or rounds to it, in the same unit, or when one has no unit. */
function isSameNumber({ number: claim }: Token, { number: inSource }: Token): boolean {
  if (!claim || !inSource) return false
  if (!claim.unit || !inSource.unit || alikeUnits(claim.unit).includes(inSource.unit))
    return isRounding(claim, inSource.value)
  const converted = convert(inSource.value, inSource.unit, claim.unit)
  // A converted value is as precise as the original, and the claim may be rounded.
  return converted !== null && Math.abs(converted - claim.value) <= Math.max(claim.step, Math.abs(claim.value) * 0.02)
}

function isRounding({ value, step }: { value: number; step: number }, inSource: number): boolean {
  return inSource >= value - step / 2 - step * 1e-9 && inSource < value + step - step * 1e-9
}

/** Whether two paired tokens mean the same. */
export function isEquivalent(own: Token, inSource: Token): boolean {
  if (own.term === inSource.term) return true
  if (own.number) return isSameNumber(own, inSource)
  return own.date !== undefined && inSource.date !== undefined && isSameDate(own.date, inSource.date)
}
