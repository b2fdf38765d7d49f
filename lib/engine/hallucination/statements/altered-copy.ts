import { alignmentsOf, isEquivalent, tokensMax } from '../sources/alignment'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { isOfSpeaker, isOrdered, isStructured } from './misplaced-names'
import { isConverse, isTurnedComparison } from './turned-comparisons'

/** Tokens that a copy has in common with its source, and their share of it. */
const [copiedMin, copiedShare] = [7, 0.75]
/** Tokens of a name, and between two that are exchanged. */
const [nameMax, betweenMax] = [5, 14]

type Change = Omit<Conflict, 'source' | 'type'>

/**
 * Finds two names or values in each other's place in what is otherwise copied from a source sentence. Other words of the copy may differ: what
 * stands directly beside the two must be the same.
 */
export function alteredCopy(
  tokens: readonly Token[],
  sources: readonly SourceSentence[],
  index: SourceIndex,
): Conflict | null {
  if (tokens.length < copiedMin || tokens.length > tokensMax) return null
  for (const source of sources) {
    const terms = source.terms()
    const shared = tokens.filter(({ term }) => terms.has(term)).length
    if (shared < copiedMin || shared < copiedShare * tokens.length) continue
    if (isStructured(source.text) || isOfSpeaker(source.tokens)) continue
    if (isTurnedComparison(tokens, source.tokens)) continue
    // "None without" and "with" may say the same.
    if (negationsIn(tokens) !== negationsIn(source.tokens)) continue
    const [alignment] = alignmentsOf(tokens, [source], index)
    const kept = alignment?.pairs.filter(([own, at]) => tokens[own]?.term === source.tokens[at]?.term) ?? []
    if (kept.length < copiedMin || kept.length < copiedShare * shared) continue
    const found = isConverse(tokens, source.tokens) ? null : exchanged(tokens, source.tokens, kept, sources)
    if (found) return { ...found, type: 'source_contradiction', source }
  }
  return null
}

function hasRun(tokens: readonly Token[], run: readonly Token[]): boolean {
  return tokens.some((_, at) => at + run.length <= tokens.length && isRun(run, 0, tokens, at, run.length))
}

type Pairs = readonly (readonly [number, number])[]

/** Finds "B … A" where the source has "A … B", with the same words between, before and after. */
function exchanged(
  own: readonly Token[],
  theirs: readonly Token[],
  kept: Pairs,
  sources: readonly SourceSentence[],
): Change | null {
  for (const [before, place] of [[-1, -1] as const, ...kept]) {
    const [from, start] = [before + 1, place + 1]
    if (!own[from] || own[from]?.term === theirs[start]?.term) continue
    for (let second = start + 2; second <= start + nameMax + betweenMax; second++) {
      if (!isSame(own[from], theirs[second])) continue
      for (let first = 1; first <= nameMax && first < second - start; first++) {
        const between = second - start - first
        let length = 1
        while (length < nameMax && !isSame(own[from + length], theirs[start + first])) length++
        const middle = from + length
        const end = middle + between + first
        if (end > own.length || second + length > theirs.length || between > betweenMax) continue
        const isExchange =
          isRun(own, from, theirs, second, length) &&
          isRun(own, middle, theirs, start + first, between) &&
          isRun(own, middle + between, theirs, start, first) &&
          isSame(own[end], theirs[second + length])
        if (!isExchange) continue
        const words = own.slice(middle, middle + between)
        if (!(isValue(own[from] as Token) ? words.some(isContent) : isOrdered(words, own))) continue
        const [one, other] = [own.slice(from, middle), own.slice(middle + between, end)]
        if (!areAlike(one, other) || sources.some(({ tokens }) => hasRun(tokens, own.slice(from, end)))) continue
        const [token, last] = [own[from] as Token, own[middle - 1] as Token]
        return { from: token, to: last, says: 'Two things are swapped here: the source says' }
      }
    }
  }
  return null
}

/** Whether two tokens are the same, or both missing. */
function isSame(one: Token | undefined, other: Token | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.term === other.term && one.kind === other.kind
}

function isRun(own: readonly Token[], at: number, theirs: readonly Token[], place: number, length: number): boolean {
  for (let each = 0; each < length; each++) if (!isSame(own[at + each], theirs[place + each])) return false
  return true
}

const isValue = ({ kind }: Token) => kind === 'number' || kind === 'date'
const isNamed = (run: readonly Token[]) => run.every((token) => token.isCapital && isContent(token))

/** Whether two runs are names, or values of one kind that differ. */
function areAlike(one: readonly Token[], other: readonly Token[]): boolean {
  const [value, rival] = [one[0] as Token, other[0] as Token]
  if (one.length === 1 && other.length === 1 && isValue(value))
    return value.kind === rival.kind && value.number?.unit === rival.number?.unit && !isEquivalent(value, rival)
  return isNamed(one) && isNamed(other)
}
