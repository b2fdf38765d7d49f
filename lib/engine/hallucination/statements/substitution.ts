import { alignmentsOf, tokensMax } from '../sources/alignment'
import type { Segment, SourceSentence } from '../sources/segment'
import { sourceSegments } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import { areOtherStates, areSiblings } from '../words/kinds'
import { areOpposite } from '../words/opposites'
import { negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

/** Content words that both sentences must have besides the replaced one. */
const keptMin = 2
/** Words that one word may replace. */
const replacedMax = 2
/** Sentences with a word that are looked at. */
const placesMax = 20
const articles = /^(?:the|a|an|his|her|its|their|my|your|our|this|that|new|both|any|some)$/

/**
 * Finds a word in place of another of its kind, or of its opposite, in what is otherwise taken from a source sentence: "the pump" for "the
 * valve". Of other words one may be a synonym of the other.
 */
export function replacedWord(
  tokens: readonly Token[],
  sources: readonly SourceSentence[],
  index: SourceIndex,
): Conflict | null {
  return replaced(tokens, sources, index, ({ term: { key, id } }, { term }) => {
    return areSiblings(key, term.key) || areOpposite(key, term.key) || (!index.has(id) && areOtherStates(key, term.key))
  })
}

/**
 * Finds a word in place of another where the sources tell both apart: "to the legal team" for "to the safety team", "posters" for "brochures" where
 * a sentence tells one thing of each.
 */
export function replacedByOther(
  tokens: readonly Token[],
  sources: readonly SourceSentence[],
  index: SourceIndex,
): Conflict | null {
  const found = replaced(tokens, sources, index, (own, other, source) => areTwo(own, tokens, other, source, index))
  const head = found && tokens[tokens.indexOf(found.from) + 1]
  return head
    ? { ...found, to: head }
    : replaced(tokens, sources, index, (own, other) => isContent(other) && areToldApart(own, other, index))
}

const likewise = /\b(?:also|too|so|same|likewise|as well|both)\b/i

/** Whether two words are the subjects of two parts of one sentence, or joined by "and", and no sentence says that one does as others do. */
function areToldApart(own: Token, other: Token, index: SourceIndex): boolean {
  const places = index.placesOf(own.term.id, placesMax)
  const sources = places.map((place) => index.sentence(place))
  if (places.length > placesMax || sources.some(({ text }) => likewise.test(text))) return false
  const isSubject = ({ term }: Token, { tokens }: Segment) =>
    tokens.filter(isContent).findIndex((token) => token.term === term) === 0
  return sources.some((source) => {
    if (!source.isWhole || isStructured(source.text) || !hasTerm(source.tokens, other)) return false
    const segments = sourceSegments(source, index)
    return segments.some((one) => isSubject(own, one)) && segments.some((one) => isSubject(other, one))
  })
}

/** Whether two words stand behind "the" and before the same noun, and the sources have each before it. */
function areTwo(
  token: Token,
  tokens: readonly Token[],
  other: Token,
  source: SourceSentence,
  index: SourceIndex,
): boolean {
  const [at, place] = [tokens.indexOf(token), source.tokens.indexOf(other)]
  const [head, same] = [tokens[at + 1], source.tokens[place + 1]]
  if (!head || head.term !== same?.term || !isContent(head) || !isContent(other)) return false
  if (![tokens[at - 1], source.tokens[place - 1]].every((one) => one?.term.key === 'the')) return false
  return index.placesOf(token.term.id, placesMax).some((place) => {
    const others = index.sentence(place).tokens
    return others.some(({ term }, at) => term === token.term && others[at + 1]?.term === head.term)
  })
}

function replaced(
  tokens: readonly Token[],
  sources: readonly SourceSentence[],
  index: SourceIndex,
  isOther: (own: Token, other: Token, source: SourceSentence) => boolean,
): Conflict | null {
  const content = tokens.filter(isContent)
  if (content.length <= keptMin || tokens.length > tokensMax) return null
  let found: Conflict | null = null
  for (const source of sources) {
    const terms = source.terms()
    const lost = content.filter(({ term }) => !terms.has(term))
    if (lost.length === 0) return null
    if (lost.length > 1 || found || !source.isStatement() || isStructured(source.text)) continue
    const [token] = lost
    const kept = content.length - lost.length
    if (!token || kept < keptMin || negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2) continue
    // Of two clauses, the other may be the one that denies.
    if (negationsIn(tokens) % 2 === 1 && source.text.includes(';')) continue
    const isOne = (other: Token) => isOther(token, other, source)
    // Few words exclude another one: looking them up is much cheaper than an alignment.
    if (!source.tokens.some(isOne) || !replacedBy(token, tokens, source, index)?.some(isOne)) continue
    found = { type: 'source_contradiction', from: token, to: token, says: 'The source says', source }
  }
  return found
}

/** The words of the source at the place of a word, where both sentences have the same on both sides of it. */
function replacedBy(
  token: Token,
  tokens: readonly Token[],
  source: SourceSentence,
  index: SourceIndex,
): readonly Token[] | null {
  const [alignment] = alignmentsOf(tokens, [source], index)
  const pairs = new Map(alignment?.pairs)
  const at = tokens.indexOf(token)
  if (tokens.some((one, place) => place !== at && (isContent(one) || one.number || one.date) && !isKept(place)))
    return null
  let before = at - 1
  while (before >= 0 && !pairs.has(before)) before--
  let after = at + 1
  while (after < tokens.length && !pairs.has(after)) after++
  const from = before < 0 ? null : (pairs.get(before) as number) + 1
  const to = after < tokens.length ? (pairs.get(after) as number) : null
  if (from === null && to === null) return null
  const start = from ?? Math.max(0, (to ?? 0) - replacedMax - 1)
  // "Is still" and "has been" may stand before the word.
  const until = to ?? Math.min(source.tokens.length, start + replacedMax + 2)
  const between = source.tokens.slice(start, until)
  const said = beforeBrackets(between, source)
  const words = said.filter(isContent)
  const isPlain = said.every((one) => isContent(one) || articles.test(one.term.key))
  if (words.length === 0) return null
  if (to === null) return firstWordsOf(between)
  if (from === null) return words.slice(-1)
  return isPlain && words.length <= replacedMax ? words : null

  function isKept(place: number): boolean {
    const other = source.tokens[pairs.get(place) ?? -1]
    return other !== undefined && other.term === tokens[place]?.term
  }
}

/** What stands before an explanation in brackets, if there is only that besides: "64 nurses (51 women)". */
function beforeBrackets(between: readonly Token[], { text, isWhole }: SourceSentence): readonly Token[] {
  if (!isWhole) return between
  const open = between.findIndex((one, at) => at > 0 && text.slice(between[at - 1]?.end, one.start).includes('('))
  const last = between.at(-1)
  return open > 0 && last && text.charAt(last.end) === ')' ? between.slice(0, open) : between
}

const auxiliary = /^(?:is|are|was|were|wa|has|have|had|ha|be|been|still|now|already)$/

/** The content words in a row at the beginning, after articles and auxiliary verbs; null if another word comes first. */
function firstWordsOf(between: readonly Token[]): readonly Token[] | null {
  const first = between.findIndex(isContent)
  if (first < 0 || between.slice(0, first).some(({ term: { key } }) => !articles.test(key) && !auxiliary.test(key)))
    return null
  const words: Token[] = []
  for (const token of between.slice(first)) {
    if (!isContent(token) || words.length === replacedMax) break
    words.push(token)
  }
  return words
}
