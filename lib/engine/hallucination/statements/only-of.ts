import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { hasTerm, isContent, type Token } from '../words/tokens'
import { areToldIn, isShortStatement, isTelling } from './context'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

const [wordsMax, contextMax] = [20, 2]
const only = /\bonly (with|for|in|on|at|by|to|from|during|after|before) /i
const open = /\?|\b(?:if|unless|not only|or|would|could|might)\b/i

/**
 * Finds "happens only with timed events" where a source says that it happens only with all-day events: both have the same word before "only" and
 * the same preposition behind it.
 */
export function onlyOfAnother(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (!isShortStatement(sentence, wordsMax) || !only.test(text)) return null
  const tokens = sentence.tokens()
  const own = limitIn(text, tokens)
  if (!own) return null
  for (const place of places()) {
    const source = index.sentence(place)
    const theirs = isPlain(source) ? limitIn(source.text, source.tokens) : null
    if (theirs?.link !== own.link || theirs.before.term !== own.before.term) continue
    if (negationsIn(tokens) % 2 !== negationsIn(source.tokens) % 2) continue
    const said = own.limit.filter((token) => !hasLike(theirs.limit, token))
    const given = theirs.limit.filter((token) => !hasLike(own.limit, token))
    if (given.length === 0 || said.length === 0 || !said.every(({ term }) => index.has(term.id))) continue
    const rest = tokens.filter((token) => isTelling(token) && !own.limit.includes(token))
    if (!areToldIn(rest, source, index, contextMax)) continue
    const [from, to] = [said[0], said.at(-1)]
    if (from && to) return { type: 'source_contradiction', from, to, says: 'The source says', source }
  }
  return null
}

/**
 * Finds "is included in Plan A" where a source says that it is included only in Plan B: the claim names something else that the sources know behind
 * the same word and preposition.
 */
export function notTheOnly(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (!isShortStatement(sentence, wordsMax) || open.test(text) || /\bonly\b/i.test(text)) return null
  const tokens = sentence.tokens()
  if (negationsIn(tokens) > 0) return null
  for (const place of places()) {
    const source = index.sentence(place)
    const theirs = isPlain(source) && negationsIn(source.tokens) === 0 ? limitIn(source.text, source.tokens) : null
    const before = theirs && tokens.find(({ term }) => term === theirs.before.term)
    if (!before || !text.slice(before.end).toLowerCase().startsWith(` ${theirs.link} `)) continue
    const limit = limitFrom(text, tokens, before.end + theirs.link.length + 2)
    const said = limit.filter((token) => !hasLike(theirs.limit, token))
    const rest = tokens.filter((token) => isTelling(token) && !limit.includes(token))
    const isOther = said.length > 0 && said.every((token) => index.has(token.term.id) && !hasTerm(source.tokens, token))
    if (!isOther || theirs.limit.every((token) => hasLike(limit, token))) continue
    if (!areToldIn(rest, source, index, contextMax)) continue
    const [from, to] = [said[0], said.at(-1)]
    if (from && to) return { type: 'source_contradiction', from, to, says: 'The source says', source }
  }
  return null
}

const isPlain = (source: SourceSentence) => source.isWhole && source.isStatement() && !isStructured(source.text)

/** To what a statement is limited by "only", the word before that, and the preposition behind it. */
interface Limit {
  before: Token
  link: string
  limit: readonly Token[]
}

function limitIn(text: string, tokens: readonly Token[]): Limit | null {
  const match = only.exec(text)
  if (!match || open.test(text)) return null
  const before = tokens.findLast((token) => token.end <= match.index && isContent(token))
  const limit = limitFrom(text, tokens, match.index + match[0].length)
  return before && limit.length > 0 ? { before, link: match[1]?.toLowerCase() ?? '', limit } : null
}

/** What tells something from a place to the next pause. */
function limitFrom(text: string, tokens: readonly Token[], from: number): readonly Token[] {
  const pause = text.slice(from).search(/[,;:.(]|\b(?:and|but|because|when|while)\b/)
  const end = pause < 0 ? text.length : from + pause
  return tokens.filter((token) => token.start >= from && token.end <= end && isTelling(token))
}
