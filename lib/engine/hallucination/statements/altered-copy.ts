import { areComparable } from '../numbers/units'
import { alignmentsOf, isEquivalent, tokensMax } from '../sources/alignment'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { areOpposite } from '../words/opposites'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { areNamesOfOne } from './aliases'
import type { Conflict } from './elsewhere'
import { isOfSpeaker, isOrdered, isStructured } from './misplaced-names'
import { isConverse, isTurnedComparison } from './turned-comparisons'

/** Tokens that a copy has in common with its source, and their share of it. */
const [copiedMin, copiedShare] = [7, 0.75]
/** Tokens of a name, and between two that are exchanged. */
const [nameMax, betweenMax] = [5, 14]

type Change = Omit<Conflict, 'source' | 'type'>

/**
 * Finds two names or values in each other's place, a full name in place of another, a word in place of its opposite, or another unit, in what
 * is otherwise copied from a source sentence. Other words of the copy may differ: what stands directly beside the change must be the same.
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
    const swapped = isConverse(tokens, source.tokens) ? null : exchanged(tokens, source.tokens, kept, sources)
    const found = swapped ?? replaced(tokens, source, kept, index)
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

/** Whether the sources have the words of a range as they are, somewhere. */
function isTold(own: readonly Token[], from: number, end: number, index: SourceIndex): boolean {
  const [first, last] = [Math.max(2, from + 1), Math.min(own.length - 1, end)]
  for (let at = first; at <= last; at++) {
    const [one, two, three] = [own[at - 2], own[at - 1], own[at]]
    if (one && two && three && !index.hasTrigram(one.term.id, two.term.id, three.term.id)) return false
  }
  return true
}

/** Finds a full name in place of another one, a word in place of its opposite, or the same number in another unit. */
function replaced(own: readonly Token[], source: SourceSentence, kept: Pairs, index: SourceIndex): Change | null {
  const theirs = source.tokens
  const bounds = [[-1, -1] as const, ...kept, [own.length, theirs.length] as const]
  for (const [at, [before, place]] of bounds.entries()) {
    const [after, next] = bounds[at + 1] ?? [before, place]
    const [said, other] = [own.slice(before + 1, after), theirs.slice(place + 1, next)]
    const [from, to] = [said[0], said.at(-1)]
    if (!from || !to || isTold(own, before + 1, after, index)) continue
    if (!source.isInstruction() && isRenamed(said, other, own, source, index))
      return { from, to, says: 'The source says this of something else:' }
    if (isInverted(said, other) || isOfOtherUnit(said, other)) return { from, to, says: 'The source says' }
  }
  return null
}

function isRenamed(
  name: readonly Token[],
  other: readonly Token[],
  own: readonly Token[],
  source: SourceSentence,
  index: SourceIndex,
): boolean {
  if (!isFullName(name) || !isFullName(other) || !name.every(({ term }) => index.has(term.id))) return false
  // The same person may be told of by another part of the name.
  if (
    name.some(({ term }) => source.terms().has(term)) ||
    other.some(({ term }) => own.some((one) => one.term === term))
  )
    return false
  return !areNamesOfOne(name, other, index)
}

/** Words in whose place an opposite may stand: "lost to" for "beat". */
const invertedMax = 2

function isInverted(said: readonly Token[], other: readonly Token[]): boolean {
  if (said.length > invertedMax || other.length > invertedMax) return false
  const [word, more] = said.filter(isContent)
  const [rival, another] = other.filter(isContent)
  return word !== undefined && rival !== undefined && !more && !another && areOpposite(word.term.key, rival.term.key)
}

function isOfOtherUnit([one, more]: readonly Token[], [other, another]: readonly Token[]): boolean {
  const [said, given] = [one?.number, other?.number]
  if (!one || !other || more || another || !said?.unit || !given?.unit) return false
  return said.value === given.value && areComparable(said.unit, given.unit) && !isEquivalent(one, other)
}

const isFullName = (run: readonly Token[]) => run.length > 1 && run.length <= nameMax && isNamed(run)
