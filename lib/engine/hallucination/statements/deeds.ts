import { isNegation } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'

/** Who does what by one verb: "Lucia proposed three days", "Three days were proposed by Lucia". */
export interface Deed {
  /** The words that name the doer, without an article. */
  doer: readonly Token[]
  verb: Token
  isDenied: boolean
}

const helping =
  /^(?:is|are|was|were|be|been|being|has|ha|have|had|will|would|can|could|may|might|must|should|shall|do|doe|did|to|wa|also|already|still|now|then|alone|only|later|thu|therefor|finally|finalli|again)$/
const article = /^(?:the|a|an|our|its|his|her|their|all|every|any|each)$/
const preposition =
  /^(?:of|in|to|for|with|by|on|at|from|than|as|and|or|but|about|into|over|under|after|before|between|through|until|without|within|during|against|per|via|like)$/
/** Words of a name or of a noun with what stands before it. */
const doerMax = 4
/** Verbs of which each tells little, or that anyone may do at once. */
const vague =
  /^(?:say|tell|ask|add|write|state|explain|reply|answer|note|mention|report|think|believ|know|want|hop|hope|expect|seem|includ|contain|mean|name|born|bas|base|locat)$/

/** Whether a word may be the verb of a deed. */
export const isVerb = (token: Token) => isContent(token) && !token.isCapital && !vague.test(token.term.key)

/** Reads the deed of the verb at a place: its doer stands directly before it, or of a passive behind "by"; null if there is none. */
export function deedAt(tokens: readonly Token[], at: number, text: string): Deed | null {
  const verb = tokens[at] as Token
  const next = tokens[at + 1]
  // "Room" of "the cold room is kept" is no verb.
  const isBehindName = tokens[at - 1]?.isCapital && /ed$/.test(text.slice(verb.start, verb.end))
  if (next && !isBehindName && areBeside(verb, next, text) && isNounBefore(next)) return null
  const helpers = helpersOf(tokens, at)
  const end = at - helpers.length
  const isDenied = helpers.some(isNegation)
  // "Dinner, paid by the school" has no "is".
  const isPassive = helpers.some(({ term }) => being.test(term.key)) || next?.term.key === 'by'
  if (isPassive && participle.test(text.slice(verb.start, verb.end))) {
    const by = [1, 2, 3].find((step) => keyAt(tokens, at + step) === 'by')
    const doer = by === undefined ? [] : phraseFrom(tokens, at + by + 1, text)
    return doer.length > 0 ? { doer, verb, isDenied } : null
  }
  // "Asked Ben to send it" tells nothing that Ben did, "Ben has to send it" does.
  if (helpers.some(({ term }, place) => term.key === 'to' && !owing.test(helpers[place - 1]?.term.key ?? '')))
    return null
  const doer = phraseTo(tokens, end, text)
  return doer.length > 0 ? { doer, verb, isDenied } : null
}

/** The words directly before a verb that belong to it: "has not", "will". */
export function helpersOf(tokens: readonly Token[], at: number): readonly Token[] {
  let from = at
  while (from > 0 && (helping.test(keyAt(tokens, from - 1)) || isNegation(tokens[from - 1] as Token))) from--
  return tokens.slice(from, at)
}

const isNounBefore = (next: Token) =>
  helping.test(next.term.key) || (isContent(next) && !next.isCapital && !adverbial.test(next.term.key))
const adverbial = /^(?:whil|next|last|today|tomorrow|yesterday|tonight)$/
const owing = /^(?:has|ha|have|had)$/
const being = /^(?:is|are|was|wa|were|be|been|being)$/
const participle = /(?:ed|en|wn|ght|ade|ent|old|ut|et|id|un|aught)$/
const keyAt = (tokens: readonly Token[], at: number) => tokens[at]?.term.key ?? ''

/** Whether two words stand side by side, with no sign between. */
const areBeside = (left: Token | undefined, right: Token | undefined, text: string) =>
  left !== undefined && right !== undefined && /^\.? $/.test(text.slice(left.end, right.start))

/** The name or the noun, with the words before it, that ends before a place. */
function phraseTo(tokens: readonly Token[], end: number, text: string): readonly Token[] {
  let from = end
  const isOne = (at: number) => {
    const token = tokens[at]
    return token !== undefined && isContent(token) && (at + 1 === end || areBeside(token, tokens[at + 1], text))
  }
  const last = tokens[end - 1]
  if (!last || !areBeside(last, tokens[end], text)) return []
  while (end - from <= doerMax && isOne(from - 1) && tokens[from - 1]?.isCapital === last.isCapital) from--
  const before = tokens[from - 1]
  const isAfterArticle = article.test(before?.term.key ?? '')
  if (!last.isCapital && !isAfterArticle && from > 0) return []
  // A noun within a phrase, "the memory of the worker", is no doer, nor one of several.
  const outside = isAfterArticle ? tokens[from - 2] : before
  if (
    outside &&
    areBeside(outside, tokens[isAfterArticle ? from - 1 : from], text) &&
    preposition.test(outside.term.key)
  )
    return []
  return end - from > doerMax ? [] : untitled(tokens.slice(from, end))
}

/** The name that begins at a place, before or behind a noun, "the treasurer, Mr Obi", or else that noun, behind an article. */
function phraseFrom(tokens: readonly Token[], from: number, text: string): readonly Token[] {
  const start = article.test(keyAt(tokens, from)) ? from + 1 : from
  const phrase = runFrom(tokens, start, text)
  const end = start + phrase.length
  if (phrase.length === 0 || phrase.length > doerMax || /^(?:and|or)$/.test(keyAt(tokens, end))) return []
  const gap = text.slice(tokens[end - 1]?.end, tokens[end]?.start)
  const name = !phrase[0]?.isCapital && /^,? $/.test(gap) && tokens[end]?.isCapital ? runFrom(tokens, end, text) : []
  return untitled(name.length > 0 && name.length <= doerMax ? name : phrase)
}

/** The content words in a row from a place on, with or without capitals as the first. */
function runFrom(tokens: readonly Token[], from: number, text: string): readonly Token[] {
  let end = from
  while (
    end - from <= doerMax &&
    tokens[end] !== undefined &&
    isContent(tokens[end] as Token) &&
    tokens[end]?.isCapital === tokens[from]?.isCapital &&
    (end === from || areBeside(tokens[end - 1], tokens[end], text))
  )
    end++
  return tokens.slice(from, end)
}

const title = /^(?:mr|ms|mrs|miss|dr|prof)$/
/** Whether a word is the "Mr" before a name. */
export const isTitle = ({ term }: Token) => title.test(term.key)

/** A name without the "Mr" before it, which another may have, too. */
const untitled = (name: readonly Token[]) => (name.length > 1 && isTitle(name[0] as Token) ? name.slice(1) : name)
