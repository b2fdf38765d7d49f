import { areEitherWay } from '../numbers/notations'
import { isSameDate } from '../numbers/read-dates'
import { alikeUnits, asScaled, isConversion, isRounding, type Quantity } from '../numbers/units'
import { oppositesOf } from '../words/opposites'
import { isContent, type Token, type TokenRange, type TokenTable } from '../words/tokens'
import type { SourceSentence } from './segment'
import type { SourceIndex } from './source-index'

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

/** Returns the places of the source sentences that share most with a sentence of the output, by term weight, best first. */
export function candidatesOf({ table, from, to }: TokenRange, index: SourceIndex, candidatesMax: number): number[] {
  if (to - from > tokensMax) return []
  const { places, starts, scores, scored } = index.postings()
  let size = 0
  for (let at = from; at < to; at++) {
    if (!table.isContent(at)) continue
    const term = table.term(at)
    const first = starts[term] ?? 0
    const last = starts[term + 1] ?? first
    if (last - first > postingsMax || first === last || isEarlier(table, from, at)) continue
    const weight = index.weightOf(term)
    for (let each = first; each < last; each++) {
      const place = places[each] as number
      const score = scores[place] as number
      if (score === 0) scored[size++] = place
      scores[place] = score + weight
    }
  }
  const best: number[] = []
  let least = 0
  for (let each = 0; each < size; each++) {
    const place = scored[each] as number
    if ((scores[place] as number) < least) continue
    let rank = best.length
    while (rank > 0 && isBetter(place, best[rank - 1] as number, scores)) rank--
    if (rank === candidatesMax) continue
    best.splice(rank, 0, place)
    if (best.length > candidatesMax) best.pop()
    if (best.length === candidatesMax) least = scores[best.at(-1) as number] as number
  }
  for (let each = 0; each < size; each++) scores[scored[each] as number] = 0
  return best
}

function isEarlier(table: TokenTable, from: number, at: number): boolean {
  const term = table.term(at)
  for (let before = from; before < at; before++) if (table.term(before) === term && table.isWord(before)) return true
  return false
}

/** Whether a sentence has the higher score, or the same and comes first. */
function isBetter(place: number, other: number, scores: Float64Array): boolean {
  const [score, least] = [scores[place] as number, scores[other] as number]
  return score > least || (score === least && place < other)
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
  let whole = 0
  let covered = 0
  let next = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    while (next < pairs.length && (pairs[next]?.[0] as number) < at) next++
    if (!isContent(token)) continue
    const weight = index.weightOf(token.term.id)
    whole += weight
    const pair = pairs[next]
    if (pair?.[0] === at && source.tokens[pair[1]]?.term === token.term) covered += weight
  }
  return { source, pairs, coverage: whole > 0 ? covered / whole : 0 }
}

/** The table of {@link pairsOf}, kept between calls. */
let best = new Int32Array(1 << 12)

/** The heaviest common subsequence. A number, date or name may be paired with another of its kind. */
function pairsOf(left: readonly Token[], right: readonly Token[]): [number, number][] {
  // Equal tokens at the start always belong to it: no other pair of either weighs more.
  let same = 0
  while (same < left.length && same < right.length && isEqual(left[same] as Token, right[same] as Token)) same++
  const width = right.length - same + 1
  const height = left.length - same + 1
  if (best.length < width * height) best = new Int32Array(2 * width * height)
  else best.fill(0, 0, width * height)
  for (let row = height - 2; row >= 0; row--) {
    const token = left[row + same] as Token
    for (let column = width - 2; column >= 0; column--) {
      const here = row * width + column
      const weight = pairWeight(token, right[column + same] as Token)
      const down = best[here + width] as number
      const across = best[here + 1] as number
      const both = weight > 0 ? weight + (best[here + width + 1] as number) : 0
      best[here] = Math.max(down, across, both)
    }
  }
  const pairs: [number, number][] = []
  for (let at = 0; at < same; at++) pairs.push([at, at])
  let row = 0
  let column = 0
  while (row < height - 1 && column < width - 1) {
    const at = row * width + column
    const here = best[at]
    const weight = pairWeight(left[row + same] as Token, right[column + same] as Token)
    if (weight > 0 && here === weight + (best[at + width + 1] as number)) pairs.push([same + row++, same + column++])
    else if (here === best[at + width]) row++
    else column++
  }
  return pairs
}

function isEqual(left: Token, right: Token): boolean {
  return left.term === right.term && left.kind === right.kind
}

/** Content words weigh more than function words, and equal tokens more than tokens of the same kind. */
function pairWeight(left: Token, right: Token): number {
  if (left.kind !== right.kind) return 0
  if (left.kind !== 'word') return left.term === right.term ? 6 : left.kind === 'link' ? 0 : 3
  if (left.term === right.term) return left.term.isContent ? 6 : 4
  if (!left.isCapital || !right.isCapital || !left.term.isContent || !right.term.isContent) return 0
  const opposites = oppositesOf(left.term.key)
  return !opposites || opposites.has(right.term.key) ? 1 : 0
}

/** Returns the token of the source that each token of a sentence is paired with. */
export function partnersOf({ pairs, source }: Alignment, length: number): readonly (Token | undefined)[] {
  const partners: (Token | undefined)[] = new Array(length).fill(undefined)
  for (const [own, inSource] of pairs) partners[own] = source.tokens[inSource]
  return partners
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
    return isRounding(claim, inSource.value) || areEitherWay(claim, inSource) || isScaled(claim, inSource)
  return isConversion(claim, inSource)
}

/** Whether only one of two numbers has a unit, whose sign may scale it: "2 m" and two million. */
function isScaled(claim: Quantity, inSource: Quantity): boolean {
  if ((claim.unit === null) === (inSource.unit === null)) return false
  return isRounding(asScaled(claim) ?? claim, (asScaled(inSource) ?? inSource).value)
}

/** Whether two paired tokens mean the same. */
export function isEquivalent(own: Token, inSource: Token): boolean {
  if (own.term === inSource.term) return true
  if (own.number) return isSameNumber(own, inSource)
  return own.date !== undefined && inSource.date !== undefined && isSameDate(own.date, inSource.date)
}

/** Whether one of some tokens says the same as another. */
export const hasLike = (tokens: readonly Token[], token: Token): boolean =>
  tokens.some((one) => one.kind === token.kind && isEquivalent(token, one))

/** Whether two numbers are an hour of the afternoon on the clocks of 12 and of 24 hours, given what follows each: 6 pm, 18:00. */
export function isSameHour(
  own: Token,
  next: Token | undefined,
  inSource: Token,
  nextInSource: Token | undefined,
): boolean {
  // In minutes, of which there are no fractions: a third of an hour less another is not exactly twelve hours.
  const minuteOf = ({ number }: Token) => (number?.value ?? 0) * (number?.unit === 'clock' ? 1 : 60)
  const [one, other] = [minuteOf(own), minuteOf(inSource)]
  const earlier = one < other ? next : nextInSource
  return Math.max(one, other) < 1440 && Math.abs(one - other) === 720 && /^pm?$/.test(earlier?.term.key ?? '')
}
