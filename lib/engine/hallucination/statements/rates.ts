import { countValue } from '../numbers/read-numbers'
import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import { areToldIn, isTelling } from './context'
import type { Conflict } from './elsewhere'

const count = 'once|twice|thrice|(?:\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) times'
const adverbsOfCount = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
])
const period =
  '(?:a|an|per|each|every|in a|in each) (hour|day|night|week|month|quarter|year)|(hourly|daily|nightly|weekly|monthly|yearly)'
const rate = new RegExp(
  `(?<!\\b(?:or|to|than|least|most|up to|maximum of)[ -]|[–-])\\b(${count}),? (?:${period})\\b`,
  'gi',
)
/** What makes a statement of more than what is done, or done so often. */
const open =
  /\?|\b(?:if|unless|when|at least|at most|up to|more|less|fewer|instead|not|never|no longer|should|would|maximum|minimum|between)\b/i
/** Sentences before one of the sources that tell what it is about. */
const contextMax = 2
/** Share of what a claim tells. */
const toldMin = 0.6

/** How often something is done: a number of times in a period. */
interface Rate {
  times: number
  period: string
  start: number
  end: number
}

/** Whether a text may tell how often something is done. */
export const mayTellRate = (text: string) => /\b(?:once|twice|thrice|times)\b/i.test(text)

/** Finds "twice a day" where the sources say "three times a day" of the same. */
export function ofOtherRate(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  const [own, more] = open.test(sentence.text) ? [] : ratesIn(sentence.text)
  if (!own || more) return null
  const tokens = sentence.tokens()
  if (negationsIn(tokens) > 0) return null
  const [from, to] = [tokens.find(({ end }) => end > own.start), tokens.findLast(({ start }) => start < own.end)]
  const rest = tokens.filter((token) => isTelling(token) && (token.end <= own.start || token.start >= own.end))
  if (!from || !to || rest.length === 0) return null
  let found: SourceSentence | null = null
  for (const place of places()) {
    const source = index.sentence(place)
    const theirs = ratesIn(source.text).filter((one) => one.period === own.period)
    if (theirs.some(({ times }) => times === own.times) && rest.every((token) => hasLike(source.tokens, token)))
      return null
    if (found || theirs.length !== 1 || theirs[0]?.times === own.times || open.test(source.text)) continue
    if (isAbout(rest, source, index)) found = source
  }
  return found && { type: 'source_contradiction', from, to, says: 'The source says', source: found }
}

/** Whether a sentence, or those before it, tell of most of these. */
function isAbout(rest: readonly Token[], source: SourceSentence, index: SourceIndex): boolean {
  const told = rest.filter((token) => areToldIn([token], source, index, contextMax))
  return told.some((token) => hasLike(source.tokens, token)) && told.length >= toldMin * rest.length
}

function ratesIn(text: string): Rate[] {
  return [...text.matchAll(rate)].map(({ 0: all, 1: said = '', 2: noun, 3: adverb = '', index }) => ({
    times: timesOf(said.toLowerCase()),
    period: (noun ?? adverbs.get(adverb.toLowerCase()) ?? adverb).toLowerCase().replace('night', 'day'),
    start: index,
    end: index + all.length,
  }))
}

const adverbs = new Map([
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['nightly', 'day'],
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['yearly', 'year'],
])

const timesOf = (said: string) => adverbsOfCount.get(said) ?? countValue(said.split(' ')[0] ?? '')
