import { type Alignment, isDense, isEquivalent, partnersOf } from '../sources/alignment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { areNamesOfOne, isAbbreviationIn } from './aliases'

/** Words and names of a sentence that stand where its source has others. */
export interface Misplaced {
  from: Token
  to: Token
  says: string
}

const exchanged = 'Two things are swapped here: the source says'
const conjunctions = /^(?:and|or|nor|plus)$/
/** Words between two names whose order does not matter. */
const symmetric = /^(?:with|vs|versus|against|met|meet|marri|between|play|equal|like)$/

/** Whether the order matters of what stands before and after these tokens of a sentence: not "longer but safer", but "not tea but coffee". */
export function isOrdered(between: readonly Token[], sentence: readonly Token[]): boolean {
  const isJoining = ({ key }: Token['term']) => conjunctions.test(key) || (key === 'but' && negationsIn(sentence) === 0)
  const isList = between.every(({ isCapital, kind, term }) => isCapital || kind === 'number' || isJoining(term))
  return !isList && !between.some((token) => isSymmetric(token, sentence))
}

/** What is done against another, who does not do the same: not "played against". */
const contested = /^(?:win|lose|lost|vote|fil|claim|appeal|argu|decid|rul|protest|testify)$/

/** Whether a word says the same of what is before and behind it. */
function isSymmetric({ term }: Token, sentence: readonly Token[]): boolean {
  return symmetric.test(term.key) && !(term.key === 'against' && sentence.some((one) => contested.test(one.term.key)))
}

/** A copy of fewer tokens may coincide with its source. */
const copyMin = 5
const exchangesMax = 4

/** Finds a copy of a source's words in which two, of which one is a content word, have changed places. */
export function exchangedWords(tokens: readonly Token[], { pairs, source }: Alignment): Misplaced | null {
  if (tokens.length < copyMin) return null
  for (const offset of new Set(pairs.map(([own, inSource]) => inSource - own))) {
    const places = tokens.flatMap((token, at) => (token.term === source.tokens[at + offset]?.term ? [] : [at]))
    if (places.length < 2 || places.length > exchangesMax) continue
    // If values have moved with the words, whole statements have.
    if (new Set(places.map((at) => tokens[at]?.kind)).size > 1) continue
    const [first = 0] = places
    const partner = places.find(
      (at) =>
        at > first &&
        tokens[at]?.term === source.tokens[first + offset]?.term &&
        tokens[first]?.term === source.tokens[at + offset]?.term,
    )
    const one = tokens[first]
    if (!one || partner === undefined || !places.some((at) => isContent(tokens[at] as Token))) continue
    if (!isPermutation(places, tokens, source.tokens, offset) || isParallel(tokens, first, partner)) continue
    if (isOrdered(tokens.slice(first + 1, partner), tokens)) return { from: one, to: one, says: exchanged }
  }
  return null
}

function isPermutation(
  places: readonly number[],
  tokens: readonly Token[],
  others: readonly Token[],
  offset: number,
): boolean {
  const ids = (read: (at: number) => Token | undefined) =>
    places
      .map((at) => read(at)?.term.id ?? -1)
      .sort()
      .join()
  return ids((at) => tokens[at]) === ids((at) => others[at + offset])
}

/** Whether the same words lead to both: "the price of tea and the price of coffee". */
function isParallel(tokens: readonly Token[], first: number, second: number): boolean {
  const between = tokens.slice(first + 1, second)
  const lead = between.findLastIndex(({ term }) => conjunctions.test(term.key))
  const words = between.slice(lead + 1)
  if (lead < 0 || words.length === 0) return false
  return words.every(({ term }, at) => tokens[first - words.length + at]?.term === term)
}

const keptMin = 3
/** Enough if all other words are those of the source, too. */
const copiedMin = 2
const copyLength = 4
const record = /[{[]\s*(?:["{[]|\d(?!\d?:\d\d))|"\s*:\s*\S|\|/

/** Whether a text is JSON or a table, whose rows differ in names by design. */
export function isStructured(text: string): boolean {
  return record.test(text)
}

/**
 * Finds a name of the sources in place of another: everything else of the sentence is in one source sentence, in order, and no source
 * sentence has the whole. In a copy, the name may be from another place of the same source sentence.
 */
export function replacedName(
  tokens: readonly Token[],
  alignments: readonly Alignment[],
  index: SourceIndex,
): (Misplaced & { source: Alignment['source'] }) | null {
  const claims: number[] = []
  for (let at = 0; at < tokens.length; at++) if (isClaim(tokens[at] as Token)) claims.push(at)
  const isWhole = ({ source }: Alignment) => claims.every((at) => source.tokens.some((one) => isSame(tokens[at], one)))
  let known: boolean | undefined
  for (const alignment of alignments) {
    const { source } = alignment
    if (!isDense(alignment) || isStructured(source.text) || isOfSpeaker(source.tokens)) continue
    if (source.isInstruction()) continue
    // "Closed on Tuesday" says nothing else than "not closed on Monday".
    if (negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2) continue
    const partners = partnersOf(alignment, tokens.length)
    const isKept = (at: number) => isSame(tokens[at], partners[at])
    const lost = claims.filter((at) => !isKept(at))
    if (lost.length === 0) return null
    const isCopy = tokens.length >= copyLength && tokens.every((_, at) => lost.includes(at) || isKept(at))
    if (claims.length - lost.length < (isCopy ? copiedMin : keptMin)) continue
    if (!lost.every((at) => isName(tokens[at], at, index))) continue
    if (!isCopy) {
      known ??= alignments.some(isWhole)
      if (known) continue
    }
    // With two names that differ it is another statement: who runs one plant says nothing of who runs the other.
    if (claims.some((at) => at > (lost[0] ?? 0) && at < (lost.at(-1) ?? 0) && !lost.includes(at))) continue
    const isReplaced = lost.some((at) => {
      const other = partners[at]
      return other?.isCapital && isContent(other) && tokens.every(({ term }) => term !== other.term)
    })
    const [from, to] = [tokens[lost[0] ?? 0], tokens[lost.at(-1) ?? 0]]
    const names = lost.flatMap((at) => tokens[at] ?? [])
    const others = lost.flatMap((at) => partners[at] ?? [])
    if (from === to && from && isAbbreviationIn(from, source.tokens)) continue
    if (isReplaced && from && to && !areNamesOfOne(names, others, index))
      return { from, to, says: 'The source says this of something else:', source }
  }
  return null
}

const speaker = /^(?:i|we)(?:['’]|$)/

/** Whether a sentence is told by someone of themselves, who is named elsewhere. */
export function isOfSpeaker(tokens: readonly Token[]): boolean {
  return tokens.some(({ term: { key } }) => (key.startsWith('i') || key.startsWith('w')) && speaker.test(key))
}

const isClaim = (token: Token) => token.kind === 'number' || token.kind === 'date' || isContent(token)

function isSame(own: Token | undefined, inSource: Token | undefined): boolean {
  return own !== undefined && inSource !== undefined && own.kind === inSource.kind && isEquivalent(own, inSource)
}

/** Whether a word is a name of the sources; the first word of a sentence only if they always have it with a capital. */
export function isName(token: Token | undefined, at: number, index: SourceIndex): boolean {
  if (token?.kind !== 'word' || !token.isCapital || !index.has(token.term.id) || isAnnouncing(token)) return false
  return at > 0 || index.isName(token.term.id)
}

/** The first word of "According to". */
const isAnnouncing = ({ term }: Token) => term.key.startsWith('accord')
