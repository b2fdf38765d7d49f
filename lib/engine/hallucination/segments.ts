import { oppositesOf } from './opposites'
import type { SourceIndex, SourceSentence } from './source-index'
import { isContent, type Token } from './tokens'

/** A part of a sentence that states one thing, "Leeds employs 85 people | and Derby 140", or a record of data. */
export interface Segment {
  tokens: readonly Token[]
  /** Its own subjects, verbs, names and values. */
  own: ReadonlyMap<string, Token>
  /** What earlier segments say of the same, where this one says nothing else in its place. */
  inherited: ReadonlySet<string>
  /** The key or column of each value of a record; null for prose. */
  fields: ReadonlyMap<Token, string> | null
}

interface Text {
  text: string
  tokens: readonly Token[]
}

const conjunction = /^(?:and|but|whil|wherea|although|though|becaus|or|when|which|who|wher|so|if|unles|until)$/
const pause = /[;,\n—–]/
const pronoun = /^(?:it|he|she|they|its|his|her|their|this|these|both|him|them)$/
const article = /^(?:the|a|an)$/
const opener = /^(?:in|at|on|that|those)$/

/** Returns the key under which a token is looked up, or null for a word without meaning of its own. */
export function claimKey({ kind, term, isCapital, number, ...token }: Token, isFirst: boolean): string | null {
  if (kind === 'number') return `#${number?.value}`
  if (kind === 'date' || isContent({ kind, term, isCapital, number, ...token })) return term.key
  // "layer A" and "in May", whose lower-case forms are function words.
  const isLabel = isCapital && !isFirst && ((term.key.length === 1 && term.key !== 'i') || term.key === 'may')
  return isLabel ? `${term.key}!` : null
}

/** Splits a sentence into its segments. The first refers back to `before`, the previous sentence, if it begins with a pronoun. */
export function segmentsOf(sentence: Text, base = 0, before?: readonly Segment[]): Segment[] {
  const { tokens } = sentence
  const gaps = tokens.map((token, at) => sentence.text.slice(Math.max(0, (tokens[at - 1]?.end ?? base) - base), token.start - base))
  const records = recordsOf(sentence, gaps)
  if (records) return records
  const segments: Segment[] = []
  let part: Token[] = []
  let hasContent = false
  let isNewLine = true
  const close = () => {
    const earlier = segments.at(-1)
    segments.push(earlier && !isNewLine ? follow(part, earlier) : begin(part, segments.length === 0 ? before : undefined))
    part = []
    hasContent = false
  }
  for (const [at, token] of tokens.entries()) {
    const gap = gaps[at] ?? ''
    if (hasContent && (pause.test(gap) || conjunction.test(token.term.key)) && hasContentFrom(tokens, gaps, at)) {
      close()
      isNewLine = gap.includes('\n')
    }
    part.push(token)
    hasContent ||= isContent(token)
  }
  if (part.length > 0) close()
  return segments
}

/** Whether a content word follows before the next pause: values alone belong to what is before them. */
function hasContentFrom(tokens: readonly Token[], gaps: readonly string[], from: number): boolean {
  for (let at = from; at < tokens.length; at++) {
    if (at > from && (pause.test(gaps[at] ?? '') || conjunction.test(tokens[at]?.term.key ?? ''))) return false
    if (isContent(tokens[at] as Token)) return true
  }
  return false
}

export function refersBack(tokens: readonly Token[]): boolean {
  return tokens.slice(0, 2).some(({ term }) => pronoun.test(term.key))
}

function ownOf(tokens: readonly Token[], isStart: boolean): Map<string, Token> {
  const own = new Map<string, Token>()
  for (const [at, token] of tokens.entries()) {
    const key = claimKey(token, isStart && at === 0)
    if (key !== null) own.set(key, token)
  }
  return own
}

/** The first segment of a sentence: of the one before, only its subject and names go on. */
function begin(tokens: readonly Token[], before: readonly Segment[] | undefined): Segment {
  const own = ownOf(tokens, true)
  const inherited = new Set<string>()
  for (const [place, segment] of (before ?? []).entries()) {
    if (place === 0) for (const key of segment.inherited) inherited.add(key)
    const [subject] = segment.own.keys()
    if (place === 0 && subject) inherited.add(subject)
    for (const [key, token] of segment.own) if (isLikelyName(token)) inherited.add(key)
  }
  return { tokens, own, inherited, fields: null }
}

/** A further segment of a sentence: what stands in the place of something earlier takes its place. */
function follow(tokens: readonly Token[], earlier: Segment): Segment {
  const own = ownOf(tokens, false)
  const inherited = new Set<string>()
  const isBack = tokens.some(({ term }) => pronoun.test(term.key))
  const slots = new Set(slotsOf(tokens).values())
  // "and reached 87%" has no subject of its own.
  const [first, second] = tokens
  if (first && second && conjunction.test(first.term.key) && isContent(second) && !second.isCapital) slots.delete('^')
  const theirs = slotsOf(earlier.tokens)
  const hasName = [...own.values()].some(isLikelyName)
  for (const key of earlier.inherited) inherited.add(key)
  for (const [key, token] of earlier.own) {
    const isReplaced = slots.has(theirs.get(token) ?? '') || (hasName && isLikelyName(token))
    if (isBack || !isReplaced) inherited.add(key)
  }
  return { tokens, own, inherited, fields: null }
}

/** Whether a token is a name, other than of a month or weekday. */
function isLikelyName(token: Token): boolean {
  return token.kind === 'word' && token.isCapital && isContent(token) && !oppositesOf(token.term.key)
}

/** What stands before each word, apart from articles: the words of one such place exclude each other. */
function slotsOf(tokens: readonly Token[]): Map<Token, string> {
  const slots = new Map<Token, string>()
  let before = '^'
  for (const token of tokens) {
    const { key } = token.term
    if (token.kind === 'word' && claimKey(token, false) !== null) slots.set(token, before)
    const isSkipped = (article.test(key) && !token.isCapital) || (before === '^' && (conjunction.test(key) || article.test(key) || opener.test(key)))
    if (!isSkipped) before = key
  }
  return slots
}

/** Splits JSON by its braces, and rows of a table by lines; null for prose. */
function recordsOf({ text, tokens }: Text, gaps: readonly string[]): Segment[] | null {
  const isJson = /"\s*:/.test(text) && text.includes('{')
  const isTable = !isJson && (/^\s*\|/.test(text) || gaps.filter((gap) => gap === ',').length > 3)
  if (!isJson && !isTable) return null
  const records: Segment[] = []
  let part: Token[] = []
  let fields = new Map<Token, string>()
  let column = 0
  let key = ''
  for (const [at, token] of tokens.entries()) {
    const gap = gaps[at] ?? ''
    if (part.length > 0 && (isJson ? /[{}]/ : /\n/).test(gap)) {
      records.push({ tokens: part, own: ownOf(part, false), inherited: new Set(), fields })
      part = []
      fields = new Map()
      column = 0
    }
    for (const sign of gap) if (sign === '|' || sign === ',' || sign === '\t') column++
    if (isJson && /"\s*:/.test(gap)) key = tokens[at - 1]?.term.key ?? ''
    const isKey = isJson && /^"\s*:/.test(gaps[at + 1] ?? '')
    if (!isKey) fields.set(token, isJson ? key : `${column}`)
    part.push(token)
  }
  records.push({ tokens: part, own: ownOf(part, false), inherited: new Set(), fields })
  return records
}

const cache = new WeakMap<SourceSentence, Segment[]>()

/** Returns the segments of a source sentence. */
export function sourceSegments(source: SourceSentence, index: SourceIndex): Segment[] {
  let known = cache.get(source)
  if (!known) {
    const isBack = source.place > 0 && refersBack(source.tokens)
    known = segmentsOf(source, source.isWhole ? 0 : (source.tokens[0]?.start ?? 0), isBack ? sourceSegments(index.sentence(source.place - 1), index) : undefined)
    cache.set(source, known)
  }
  return known
}
