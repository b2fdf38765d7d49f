import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import { areToldIn, isShortStatement, isTelling } from './context'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

const [wordsMax, contextMax, lackedMax] = [24, 3, 1]
/** Ways to say that something has to be done, or is needed, and that it need not be. */
const owed = /\b(?:must(?! not)|has to|have to|needs? to|(?:is|are) (?:required|obliged) to)\b/i
const free =
  /\b(?:(?:do|does|did|will|would)(?: not|n['’]t) (?:have|need) to|need(?: not|n['’]t)|(?:is|are)(?: not|n['’]t) (?:required|obliged) to)\b/i
const needed = /\b(?:needs?|requires?)\b(?! (?:no|not|to)\b)/i
const unneeded =
  /\b(?:(?:do|does|did)(?: not|n['’]t) (?:need|require)(?! to\b)|needs? no|requires? no|(?<=\b(?:can|may|possible|allowed|permitted)\b.*)without)\b/i
const quick = /must |(?:have|has|needs?|required|obliged) to |eed not |eedn|needs? |requires? |without /
const open = /\?|\b(?:if|unless|only|until|except|whether|or)\b/i
/** What is done, or may be, without something: it tells nothing else. */
const light = new Set('make possible do done work book allow permit use take obtain'.split(' ').map(stemOf))

/**
 * Finds a duty or a need where a source says that there is none, and the other way round: "must be at home" for "You do not have to be at home",
 * "can be booked without approval" for "need the approval of a manager". Who is meant is told before, or is a "you".
 */
export function ofOtherDuty(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const { text } = sentence
  if (!quick.test(text) || !isShortStatement(sentence, wordsMax) || open.test(text)) return null
  const tokens = sentence.tokens()
  const own = dutyIn(text, tokens)
  if (!own) return ofOtherNeed(text, tokens, places, index)
  let found: Conflict | null = null
  for (const place of places()) {
    const source = index.sentence(place)
    const theirs =
      source.isWhole && !isStructured(source.text) && !open.test(source.text)
        ? dutyIn(source.text, source.tokens)
        : null
    if (!theirs?.done.every((token) => hasLike(own.done, token))) continue
    const said = [...own.who, ...own.done].filter((token) => !hasLike(source.tokens, token))
    const lacked = said.filter((token) => !areToldIn([token], source, index, contextMax))
    if (lacked.length > lackedMax || !isOfSame(own.who, theirs.who)) continue
    if (theirs.isOwed === own.isOwed) return null
    const { first } = own
    found ??= { type: 'source_contradiction', from: first, to: first, says: 'The source says otherwise:', source }
  }
  return found
}

/** Who has to do what, or need not. */
interface Duty {
  who: readonly Token[]
  done: readonly Token[]
  isOwed: boolean
  first: Token
}

function dutyIn(text: string, tokens: readonly Token[]): Duty | null {
  const none = free.exec(text)
  const match = none ?? owed.exec(text)
  if (!match) return null
  const [from, to] = [match.index, match.index + match[0].length]
  const start = Math.max(...[', ', '; ', '. '].map((sign) => text.lastIndexOf(sign, from)), 0)
  const pause = text.slice(to).search(/[,;:]|\b(?:and|but|when|while)\b/)
  const end = pause < 0 ? text.length : to + pause
  const done = tokens.filter((token) => token.start >= to && token.end <= end && isTelling(token))
  const who = tokens.filter((token) => token.start >= start && token.end <= from && isContent(token))
  const first = tokens.find((token) => token.start >= from)
  return first && done.length > 0 ? { who, done, isOwed: none === null, first } : null
}

/** Finds a need that a source denies, or the other way round: both are of the same subject, in all its words and values. */
function ofOtherNeed(
  text: string,
  tokens: readonly Token[],
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const own = needIn(text, tokens)
  if (!own) return null
  const areIn = (some: readonly Token[], others: readonly Token[]) => some.every((token) => hasLike(others, token))
  const same = places().flatMap((place) => {
    const source = index.sentence(place)
    const isRead = source.isWhole && !isStructured(source.text) && !open.test(source.text)
    const theirs = isRead ? needIn(source.text, source.tokens) : null
    const isSame = theirs?.thing.term === own.thing.term && areIn(theirs.who, own.who) && areIn(own.who, theirs.who)
    return theirs && isSame ? { source, isNeeded: theirs.isNeeded } : []
  })
  const [other] = same
  if (!other || same.some(({ isNeeded }) => isNeeded === own.isNeeded)) return null
  return {
    type: 'source_contradiction',
    from: own.first,
    to: own.thing,
    says: 'The source says otherwise:',
    source: other.source,
  }
}

/** What a subject needs, or does not; null where that is told of a case only: "needs a key for the cellar". */
function needIn(text: string, tokens: readonly Token[]) {
  const none = unneeded.exec(text)
  const match = none ?? needed.exec(text)
  if (!match || negationsIn(tokens) !== (none ? 1 : 0)) return null
  const [from, to] = [match.index, match.index + match[0].length]
  const at = tokens.findIndex(({ start }) => start >= to)
  let end = at < 0 ? tokens.length : at
  while (end < tokens.length && (articles.test(tokens[end]?.term.key ?? '') || isContent(tokens[end] as Token))) end++
  const [first, thing, next] = [tokens.find(({ end: behind }) => behind > from), tokens[end - 1], tokens[end]]
  const who = tokens.filter((token) => token.end <= from && isTelling(token) && !light.has(token.term.key))
  const isWhole = !next || /^(?:of|by|from)$/.test(next.term.key) || /[,;]/.test(text.slice(thing?.end, next.start))
  return first && thing && end > at && isContent(thing) && who.length > 0 && isWhole
    ? { who, thing, first, isNeeded: none === null }
    : null
}

const articles = /^(?:the|a|an|any)$/

/** Whether both are of one subject: one of the two is only a pronoun, or they share a word. */
function isOfSame(one: readonly Token[], other: readonly Token[]): boolean {
  if (one.length === 0 || other.length === 0) return true
  const [own, theirs] = [one.filter((token) => !hasLike(other, token)), other.filter((token) => !hasLike(one, token))]
  // Small bags are not those larger than a sheet.
  return own.length < one.length && (own.length === 0 || theirs.length === 0)
}
