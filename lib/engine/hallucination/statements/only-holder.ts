import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

const being = /^(?:is|was|wa|were|are)$/
const extremes =
  'most|least|main|worst|(?!(?:manif|requ|t|inter|w|for|gu|cont|prot|harv|ch|r|n|qu|dig|arr)est\\b)\\p{L}+est'
/** "The most frequent wish", "the largest customer", "the main reason". */
const extreme = new RegExp(`^(?:${extremes})$`, 'u')
/** Words of what something is the first of. */
const titleMax = 4
/** Sentences that tell of it. */
const toldMax = 20
const open = /\?|\b(?:one of|among|if|would|could|might|may|second|third|next|after|besides|except)\b/i

const named = new RegExp(`\\bthe (?:${extremes})\\b`, 'iu')

/** A quick check for a superlative. */
export const mayNameHolder = (text: string) => named.test(text)

/**
 * Finds "A was the most frequent wish" where the sources say that "the most frequent wish was B". Both must stand in them, and have no word in
 * common.
 */
export function wrongHolder(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const own = holdingIn(sentence.text, sentence.tokens())
  const [first] = own?.title ?? []
  if (!own || !first || !own.holder.every(({ term }) => index.has(term.id))) return null
  const rarest = own.title.reduce(
    (one, other) => (index.weightOf(other.term.id) > index.weightOf(one.term.id) ? other : one),
    first,
  )
  const places = index.placesOf(rarest.term.id, toldMax)
  if (places.length > toldMax) return null
  let found: SourceSentence | null = null
  for (const place of places) {
    const source = index.sentence(place)
    if (!own.title.every(({ term }) => source.terms().has(term))) continue
    const theirs = source.isStatement() ? holdingIn(source.text, source.tokens) : null
    if (!theirs || !isSame(own.title, theirs.title) || own.holder.some((token) => hasTerm(theirs.holder, token)))
      return null
    found ??= source
  }
  const [from, to] = [own.holder[0], own.holder.at(-1)]
  return found && from && to
    ? { type: 'source_contradiction', from, to, says: 'The source says this of something else:', source: found }
    : null
}

/** What something is said to be the first of, and the content words for what it is. */
interface Holding {
  title: readonly Token[]
  holder: readonly Token[]
}

/** Reads "A was the most frequent wish" and "the most frequent wish was A, followed by B". */
function holdingIn(text: string, tokens: readonly Token[]): Holding | null {
  if (open.test(text) || negationsIn(tokens) > 0 || tokens.some(({ number, date }) => number?.unit === '%' || date))
    return null
  const at = tokens.findIndex(({ term }, place) => extreme.test(term.key) && tokens[place - 1]?.term.key === 'the')
  const verb = tokens.findIndex(({ term }) => being.test(term.key))
  if (at < 0 || verb < 0 || tokens.slice(verb + 1).some(({ term }) => being.test(term.key))) return null
  if (verb < at) {
    const title = titleFrom(tokens, at, tokens.length)
    const holder = tokens.slice(0, verb).filter(isContent)
    return verb === at - 2 && title && holder.length > 0 ? { title, holder } : null
  }
  const title = at === 1 ? titleFrom(tokens, at, verb) : null
  const holder = phraseFrom(tokens, verb + 1)
  return title && holder.length > 0 ? { title, holder } : null
}

/** The superlative and what is behind it, up to a place; null if that is too long to be told again in the same words. */
function titleFrom(tokens: readonly Token[], from: number, to: number): Token[] | null {
  const title = tokens.slice(from, to).filter((token) => isContent(token) || extreme.test(token.term.key))
  return title.length >= 2 && title.length <= titleMax ? title : null
}

/** The content words up to the next pause. */
function phraseFrom(tokens: readonly Token[], from: number): Token[] {
  const phrase: Token[] = []
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (at > from && token.start - (tokens[at - 1] as Token).end > 1) break
    if (isContent(token)) phrase.push(token)
  }
  return phrase
}

const isSame = (one: readonly Token[], other: readonly Token[]) =>
  one.length === other.length && one.every((token) => hasTerm(other, token))
