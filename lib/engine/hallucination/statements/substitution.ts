import { alignmentsOf, tokensMax } from '../sources/alignment'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { areSiblings, areSynonyms } from '../words/kinds'
import { areAlike, areOpposite } from '../words/opposites'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

/** Content words that both sentences must have besides the replaced one. */
const keptMin = 2
/** Words that one word may replace. */
const replacedMax = 2
const stemMin = 4
const articles = /^(?:the|a|an|his|her|its|their|my|your|our|this|that|new|both|any|some)$/

/**
 * Finds a word in place of another in what is otherwise taken from a source sentence: contradicted if both are of one kind ("the pump" for
 * "the valve"), else only a warning, because it may be a synonym.
 */
export function replacedWord(
  tokens: readonly Token[],
  text: string,
  sources: readonly SourceSentence[],
  index: SourceIndex,
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
    const others = replacedBy(token, tokens, source, index)
    if (!others) continue
    const areAny = (are: (one: string, other: string) => boolean) =>
      others.some(({ term }) => are(token.term.key, term.key))
    const isOther = areAny(areSiblings) || areAny(areOpposite)
    const mayBeSame = areAny(isSimilar) || areAny(areSynonyms)
    if (!isOther && (mayBeSame || token.isCapital || !isNounAt(token, tokens, text))) continue
    found = { type: 'source_contradiction', from: token, to: token, says: 'The source says', source, isWeak: !isOther }
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
  const until = to ?? Math.min(source.tokens.length, start + replacedMax + 1)
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

/** The content words in a row at the beginning, after articles; null if another word comes first. */
function firstWordsOf(between: readonly Token[]): readonly Token[] | null {
  const first = between.findIndex(isContent)
  if (first < 0 || between.slice(0, first).some(({ term }) => !articles.test(term.key))) return null
  const words: Token[] = []
  for (const token of between.slice(first)) {
    if (!isContent(token) || words.length === replacedMax) break
    words.push(token)
  }
  return words
}

/** Whether two words have one stem, "employ" and "employee", or one may be the other misspelt: "effect" and "affect". */
function isSimilar(one: string, other: string): boolean {
  const isStem = one.slice(0, stemMin) === other.slice(0, stemMin) || one.startsWith(other) || other.startsWith(one)
  return isStem || areAlike(one, other) || differsInOne(one, other)
}

function differsInOne(one: string, other: string): boolean {
  if (one.length !== other.length || one.length <= stemMin) return false
  let count = 0
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) count++
  return count === 1
}

const determiner =
  /^(?:the|a|an|his|her|its|their|my|your|our|this|that|these|those|no|any|some|all|of|for|with|in|on|at|by|from|to|into|about|against|between|and|or|wa)$/
const object = /^(?:the|a|an|his|her|its|their|my|your|our|this|that|these|those|no|any|some|all|him|them|us|it)$/
/** What follows a noun rather than a verb. */
const link = /^(?:of|and|or|is|are|was|were|wa|will|may|can|must|should|would|could|has|have|had|do|did)$/
const verbal = /(?:ed|ing|ised?|ized?|ify)$/

/** Whether a word is likely a noun or an adjective by what stands around it, because verbs have many synonyms. */
function isNounAt(token: Token, tokens: readonly Token[], text: string): boolean {
  const at = tokens.indexOf(token)
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (!before || verbal.test(text.slice(token.start, token.end))) return false
  if (before.number !== undefined || determiner.test(before.term.key)) return true
  const isVerb = after !== undefined && (after.kind !== 'word' || after.isCapital || object.test(after.term.key))
  if (!isContent(before) || at < 2 || isVerb) return false
  // "The train goes from": a third person.
  const isInS = text.charAt(token.end - 1) === 's'
  return !isInS || (after !== undefined && (isContent(after) || link.test(after.term.key)))
}
