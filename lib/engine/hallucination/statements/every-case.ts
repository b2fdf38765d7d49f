import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { isNegation, negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import { areToldIn, isTelling } from './context'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

/** What tells something of every case. */
const every =
  /\b(?:always|never|in (?:all|any|every) cases?|under (?:any|no) circumstances|without exception|regardless|any|every|all|(?:any|every)(?:one|body|where)|at any time)\b/i
/** What tells it of one case, or of all but one. */
const joints =
  /\b(?:unless|except(?:ing)?|apart from|only (?:if|when|for|on|in|at|with|from|to|by|after|before|during|between)|provided(?: that)?|if|when)\b/gi
/** What makes no plain statement of a claim. */
const open = /\?|\b(?:unless|except\w*|apart from|only|provided|if|when|whether|not all|not every|not always)\b/i
const [wordsMax, mainMin, contextMax] = [24, 2, 2]
/** Words that tell only of how many cases, and verbs that say little. */
const idle =
  /^(?:alway|always|never|every|any|all|case|circumstanc|exception|regardles|(?:any|every)(?:on|body|wher)|day|tim|time|week|includ)$/
const period = /^(?:weekday|weekend|holiday|month|year|hour|morning|evening|night|season)$/

/**
 * Finds as told of every case what a source tells of one, or of all but one: "are never paid" for "are not paid unless the employee was ill", "on all
 * flights" for "only on flights of six hours".
 */
export function ofEveryCase(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  const match = every.exec(text)
  if (!match || sentence.to - sentence.from > wordsMax || open.test(text)) return null
  const tokens = sentence.tokens()
  const at = tokens.findIndex(({ end }) => end > match.index)
  const word = tokens[at]
  const told = tokens.filter(tells)
  if (!word || told.length < mainMin) return null
  for (const place of places()) {
    const source = index.sentence(place)
    const parts = source.isWhole && source.isStatement() && !isStructured(source.text) ? casesIn(source) : null
    if (!parts || every.test(source.text.slice(0, parts.end))) continue
    const { main, limit } = parts
    if (negationsIn(tokens) % 2 !== negationsIn(main) % 2) continue
    const shared = told.filter((token) => hasLike(main, token))
    if (shared.length < mainMin || !main.filter(tells).every((token) => hasLike(told, token))) continue
    if (!areToldIn(told, source, index, contextMax)) continue
    // "Every adult pays", "on all weekdays": the noun, or a word of the condition, may tell which case it is of.
    const named = told.filter((token) => hasLike(limit, token) && !hasLike(main, token))
    const noun = tokens[at + 1]
    const isNounOnly =
      named.length === 0 || (named.every((token) => token === noun && !noun.isCapital) && named.length < limit.length)
    if (period.test(noun?.term.key ?? '')) continue
    if (!isNounOnly && !/\bincluding\b/.test(text)) continue
    return { type: 'source_contradiction', from: word, to: word, says: 'The source says so of one case only:', source }
  }
  return null
}

const tells = (token: Token) => isTelling(token) && !isNegation(token) && !idle.test(token.term.key)

/** What stands before the only condition or exception of a sentence, up to a pause, where that ends, and what the condition tells. */
function casesIn({ text, tokens }: SourceSentence) {
  const [match] = text.matchAll(joints)
  if (!match || match.index === 0) return null
  const before = text.slice(0, match.index)
  const start = Math.max(before.lastIndexOf('. '), before.lastIndexOf('; ')) + 1
  const pause = text.slice(match.index).search(/[,;:]/)
  return {
    end: match.index,
    main: tokens.filter((token) => token.start >= start && token.end <= match.index),
    limit: tokens.filter(
      (token) =>
        token.start >= match.index + match[0].length &&
        (pause < 0 || token.start < match.index + pause) &&
        isTelling(token),
    ),
  }
}

/** What a source tells of the rest of some things, and so not of all. */
const apart = /\b(?:all|the|any) (?:other|remaining) (\p{L}+)|\b(?:(?:all|the) others|the rest)\b/iu

/** Finds "All meals are included" where the sources tell something else of "all other meals", or of one and "all others". */
export function ofAllTogether(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (!/^(?:All|Every) /.test(text)) return null
  const tokens = sentence.tokens()
  const [word, noun] = tokens
  const isOfAll = /^(?:all|every)$/.test(word?.term.key ?? '') && noun !== undefined && tells(noun)
  if (!word || !isOfAll || tokens.length > wordsMax || open.test(text) || apart.test(text)) return null
  const told = tokens.filter(tells)
  for (const place of places()) {
    const source = index.sentence(place)
    if (!source.isWhole || !source.isStatement() || isStructured(source.text)) continue
    if (isOfFew(source, told, noun))
      return { type: 'source_contradiction', from: word, to: noun, says: 'The source says so of some only:', source }
    const match = apart.exec(source.text)
    if (!match) continue
    const rest = source.tokens.find(
      ({ start }) => match[1] && start === match.index + match[0].length - match[1].length,
    )
    if (rest ? rest.term !== noun.term : !hasLike(source.tokens, noun)) continue
    if (told.length < mainMin || !areToldIn(told, source, index, contextMax)) continue
    return { type: 'source_contradiction', from: word, to: noun, says: 'The source tells some of them apart:', source }
  }
  return null
}

/** Whether a source says of others only what is told of all: "Only Felix has a key". */
function isOfFew({ tokens }: SourceSentence, told: readonly Token[], noun: Token): boolean {
  const rest = told.filter((token) => token !== noun)
  return tokens[0]?.term.key === 'only' && rest.length >= mainMin && rest.every((token) => hasLike(tokens, token))
}
