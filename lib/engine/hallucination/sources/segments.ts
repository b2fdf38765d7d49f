import { oppositesOf } from '../words/opposites'
import { hasTerm, isContent, type Token } from '../words/tokens'
import { claimKey, ownOf, type Segment, type SourceSentence } from './segment'
import type { SourceIndex } from './source-index'

const conjunctions = new Set(
  'and but whil wherea although though becaus or when which who wher so if unless until'.split(' '),
)
const pause = /[;,\n—–]/
/** What only adds to what is said: "won the prize, together with Lorenz". */
const beside = /^(?:together|togeth|along|alongsid|alongside)$/
/** The end of a sentence before a name in lower case: "kofi", "web-1". */
const stop = /^[)"'”’]{0,2}[.!?]\s/
/** The start of an aside, and its end where the sentence goes on: "Ford (born in Kiev) was". */
const [bracket, afterBracket] = [/(?<!\])\([^)]*$/, /^[^,;:.]*\)\s$/]
/** What stands before a bracket that opens: "Ek (; born 1986)" has no pause. */
const outside = (gap: string) => (bracket.test(gap) ? gap.slice(0, gap.indexOf('(')) : gap)
const pronouns = new Set('it he she they its his her their this these both him them'.split(' '))
const articles = new Set(['the', 'a', 'an'])
const openers = new Set(['in', 'at', 'on', 'that', 'those'])

/** Splits a sentence into its segments. The first refers back to `before`, the previous sentence, if it begins with a pronoun. */
export function segmentsOf(
  text: string,
  tokens: readonly Token[],
  before?: readonly Segment[],
  source: SourceSentence | null = null,
): Segment[] {
  // Positions in a part of a long text count from the start of the whole.
  const base = source?.isWhole === false ? (tokens[0]?.start ?? 0) : 0
  const gaps = tokens.map((token, at) => {
    const [from, to] = [Math.max(0, (tokens[at - 1]?.end ?? base) - base), token.start - base]
    return to - from === 1 && text.charCodeAt(from) === 0x20 ? ' ' : text.slice(from, to)
  })
  const records = recordsOf(text, tokens, gaps, source)
  if (records) return records
  const segments: Segment[] = []
  let part: Token[] = []
  let hasContent = false
  let isNewLine = true
  let earlier: Segment | undefined
  // What an open bracket interrupts.
  let interrupted: { place: number; part: Token[]; earlier: Segment | undefined; isNewLine: boolean } | null = null
  const close = () => {
    const [own, inherited, names] =
      earlier && !isNewLine ? follow(part, earlier) : begin(part, earlier ? undefined : before)
    segments.push({ tokens: part, own, inherited, names, isRow: false, source })
    earlier = segments.at(-1)
    part = []
    hasContent = false
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const gap = gaps[at] as string
    const isStop = gap.length > 1 && stop.test(gap) && !token.isCapital
    if (
      hasContent &&
      ((gap !== ' ' && (isStop || (pause.test(gap) && pause.test(outside(gap)) && !beside.test(token.term.key)))) ||
        (conjunctions.has(token.term.key) &&
          !(source && isNameListed(tokens, gaps, at)) &&
          !(gap === ' ' && /^wh(?:o|ich)$/.test(token.term.key)))) &&
      hasContentFrom(tokens, gaps, at)
    ) {
      close()
      isNewLine = isStop || gap.includes('\n')
    }
    if (source && gap.length > 1) {
      if (interrupted && afterBracket.test(gap) && interrupted.place < segments.length) {
        if (part.length > 0) close()
        ;({ part, earlier, isNewLine } = interrupted)
        hasContent = part.some(isContent)
      }
      if (gap.includes(')')) interrupted = null
      if (bracket.test(gap)) interrupted = { place: segments.length, part: part.slice(), earlier, isNewLine }
    }
    part.push(token)
    hasContent ||= isContent(token)
  }
  if (part.length > 0) close()
  return segments
}

/** Whether only a name follows on an "and" or "or": "reached by Sara and Tenzin". */
function isNameListed(tokens: readonly Token[], gaps: readonly string[], at: number): boolean {
  if (!/^(?:and|or)$/.test(tokens[at]?.term.key ?? '')) return false
  let end = at + 1
  while (end < tokens.length && gaps[end] === ' ' && isLikelyName(tokens[end] as Token)) end++
  return end > at + 1 && (end === tokens.length || pause.test(gaps[end] ?? '') || (gaps[end] ?? '').includes(')'))
}

/** Whether a content word follows before the next pause: values alone belong to what is before them. */
function hasContentFrom(tokens: readonly Token[], gaps: readonly string[], from: number): boolean {
  for (let at = from; at < tokens.length; at++) {
    if (at > from && (pause.test(gaps[at] ?? '') || conjunctions.has(tokens[at]?.term.key ?? ''))) return false
    if (isContent(tokens[at] as Token)) return true
  }
  return false
}

const prepositions = new Set('in by at on from after since until for'.split(' '))

/** Whether a sentence begins with a pronoun, "By March it was", and so goes on from the one before. */
export function refersBack(tokens: readonly Token[]): boolean {
  const isBehind = prepositions.has(tokens[0]?.term.key ?? '') && tokens[2]?.term.key === 'it'
  return isBehind || tokens.slice(0, 2).some(({ term }) => pronouns.has(term.key))
}

/** What a segment says itself and what it goes on from. */
type Contents = [own: Map<string, Token>, inherited: Set<string>, names: Set<string>]

/** The first segment of a sentence: of the one before, only its subject and names go on. */
function begin(tokens: readonly Token[], before: readonly Segment[] | undefined): Contents {
  const own = ownOf(tokens, true)
  const inherited = new Set<string>()
  const names = new Set<string>()
  for (const [place, segment] of (before ?? []).entries()) {
    for (const key of segment.names) names.add(key)
    if (place === 0) for (const key of segment.inherited) inherited.add(key)
    const [subject] = segment.own.keys()
    if (place === 0 && subject) inherited.add(subject)
    for (const [key, token] of segment.own)
      if (isLikelyName(token)) {
        inherited.add(key)
        names.add(key)
      }
  }
  return [own, inherited, names]
}

/** A further segment of a sentence: what stands in the place of something earlier takes its place, unless a pronoun refers back to that. */
function follow(tokens: readonly Token[], earlier: Segment): Contents {
  const own = ownOf(tokens, false)
  const isBack = tokens.some(({ term }) => pronouns.has(term.key))
  const isInPlace = replacement(tokens, own, earlier)
  // "Both can be taken in year 10" has another year than what it refers back to.
  const isReplaced = (token: Token) => isBack === (token.kind === 'number') && isInPlace(token)
  // "Ms Abel teaches physics and maths, Mr Roth teaches history" goes on with another.
  const named = subjectOf(tokens).length
  const behind = tokens[named]
  const isOfOther = !isBack && named > 0 && behind !== undefined && isContent(behind)
  const inherited = new Set([...earlier.inherited].filter((key) => !isOfOther || !earlier.names.has(key)))
  const names = new Set(isOfOther ? [] : earlier.names)
  for (const [key, token] of earlier.own) {
    if (isLikelyName(token)) names.add(key)
    if (!isReplaced(token)) inherited.add(key)
  }
  return [own, inherited, names]
}

/** Returns a function that says whether a segment has something else in the place of a token of the one before. */
function replacement(tokens: readonly Token[], own: Segment['own'], earlier: Segment): (token: Token) => boolean {
  const slots = new Set(slotsOf(tokens).values())
  const [first, second] = tokens
  // "and reached 87%" has no subject of its own.
  const isShared = /^(?:and|but|or)$/.test(first?.term.key ?? '') && second && isContent(second) && !second.isCapital
  // "Storm Otto, a week later, had winds" goes on with its subject, "A provides power, B provides chairs" does not.
  const isAside =
    !conjunctions.has(first?.term.key ?? '') &&
    tokens.every(({ kind }) => kind === 'word' || kind === 'link') &&
    !tokens.some((token) => isContent(token) && hasTerm(earlier.tokens, token))
  if (isShared || isAside) slots.delete('^')
  const theirs = slotsOf(earlier.tokens)
  const hasName = [...own.values()].some(isLikelyName)
  const subject = isShared ? subjectOf(earlier.tokens) : []
  return (token) => slots.has(theirs.get(token) ?? '') || (hasName && isLikelyName(token) && !subject.includes(token))
}

/** Words within a name. */
const particles = new Set('von van der de da di del la le bin'.split(' '))

/** The name that a segment begins with: "Ada Ek was born in Oslo and moved to Bergen". */
function subjectOf(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex((token) => !isLikelyName(token) && !particles.has(token.term.key))
  return tokens.slice(0, Math.max(0, end))
}

/** Whether a token is a name, other than of a month or weekday. */
function isLikelyName(token: Token): boolean {
  return token.kind === 'word' && token.isCapital && isContent(token) && !oppositesOf(token.term.key)
}

/** What stands before each word, apart from articles: the words of one such place exclude each other. */
function slotsOf(tokens: readonly Token[]): Map<Token, string> {
  const slots = new Map<Token, string>()
  let before = '^'
  for (const [at, token] of tokens.entries()) {
    const last = tokens[at - 1]
    const { key } = token.term
    // The number behind a noun tells which it is of: "year 9", "year 10".
    const isWhich = token.kind === 'number' && last !== undefined && isContent(last)
    if (token.kind === 'word' && claimKey(token, false) !== null) slots.set(token, before)
    else if (isWhich) slots.set(token, `#${before}`)
    const isSkipped =
      (articles.has(key) && !token.isCapital) ||
      (before === '^' && (conjunctions.has(key) || articles.has(key) || openers.has(key)))
    if (!isSkipped) before = key
  }
  return slots
}

/** Returns the segments of a source sentence. Not recursive, since thousands of sentences may each refer back to the one before. */
export function sourceSegments(source: SourceSentence, index: SourceIndex): readonly Segment[] {
  const open: SourceSentence[] = []
  let known = source.segments
  for (let at = source; !known; at = index.sentence(at.place - 1)) {
    open.push(at)
    if (at.place === 0 || !refersBack(at.tokens)) break
    known = index.sentence(at.place - 1).segments
  }
  for (const at of open.toReversed()) {
    known = segmentsOf(at.text, at.tokens, known, at)
    at.segments = known
  }
  return known ?? []
}

const nothing: ReadonlySet<string> = new Set()

const isBetweenCells = (gap: string) =>
  gap.length > 0 && gap !== ' ' && (gap === ',' || gap === ';' || gap.includes('|'))

/** Splits JSON by its braces, and rows of a table by lines; null for prose. */
function recordsOf(
  text: string,
  tokens: readonly Token[],
  gaps: readonly string[],
  source: SourceSentence | null,
): Segment[] | null {
  const isJson = text.includes('{') && /"\s*:/.test(text)
  const isTable = !isJson && (/^\s*\|/.test(text) || gaps.filter(isBetweenCells).length > 3)
  if (!isJson && !isTable) return null
  const records: Segment[] = []
  let part: Token[] = []
  const close = () =>
    records.push({ tokens: part, own: ownOf(part, false), inherited: nothing, names: nothing, isRow: true, source })
  for (const [at, token] of tokens.entries()) {
    if (part.length > 0 && (isJson ? /[{}]/ : /\n/).test(gaps[at] ?? '')) {
      close()
      part = []
    }
    part.push(token)
  }
  close()
  return records
}
