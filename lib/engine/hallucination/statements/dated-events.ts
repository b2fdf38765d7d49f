import { dayNumber } from '../numbers/read-dates'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Term } from '../words/vocabulary'
import type { Conflict } from './elsewhere'

const ordering = /\b(?:before|after|(?:earlier|later) than)\b/i
const weekday = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
/** What happens again, or may happen. */
const repeated =
  /\b(?:every|each|all|any|usually|often|sometimes|always|either|or|if|would|could|may|might|next|last|long|shortly|soon|immediately|right|just|years?|months?|weeks?|days?|hours?)\b/i
/** Verbs that say of an event only when it is. */
const idle = /^(?:fall|fell|fallen|tak|took|take|plac|place|held|hold|happen|occur|schedul|set|date|dat|due)$/
/** Sentences that may tell of an event, and words that they have besides. */
const [placesMax, othersMax] = [40, 3]
const weekDays = 7
/** Sentences apart in which times are of one day. */
const nearMax = 3

/** A quick check for either. */
const dated = /efore |fter |er than |[nsiru]day/

/** Whether a text may tell which of two events was earlier, or on which day of the week one is. */
export function mayBeDated(text: string): boolean {
  return dated.test(text)
}

/** Finds "A opened before B was built" where the sources date both the other way round, and the wrong day of the week of an event. */
export function wronglyDated(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const { text } = sentence
  const [isOrdered, isOnDay] = [ordering.test(text), weekday.test(text)]
  if ((!isOrdered && !isOnDay) || repeated.test(text.replace(/\b(?:later|earlier) than\b/, ''))) return null
  const tokens = sentence.tokens()
  if (negationsIn(tokens) > 0) return null
  return (isOrdered ? wrongOrder(tokens, index) : null) ?? (isOnDay ? wrongWeekday(tokens, index) : null)
}

function wrongOrder(tokens: readonly Token[], index: SourceIndex): Conflict | null {
  if (tokens.some(({ number, date }) => number || date)) return null
  const at = tokens.findIndex(({ term }) => /^(?:befor|after|earlier|later|earli)$/.test(term.key))
  const word = tokens[at]
  if (!word) return null
  const split = sidesOf(tokens, at)
  if (!split) return null
  const [one, other] = split.map((side) => side.filter(isContent)) as [Token[], Token[]]
  const first = eventOf(one, [], index)
  const second = eventOf(other, one, index)
  if (!first || !second || first.source === second.source || first.isTime !== second.isTime) return null
  // Times far apart in the text may be of different days.
  if (first.isTime && Math.abs(first.source.place - second.source.place) > nearMax) return null
  const isBefore = /^(?:befor|earlier|earli)$/.test(word.term.key)
  const isWrong = isBefore ? first.from > second.to : first.to < second.from
  const says = 'The source dates them the other way round:'
  return isWrong ? { type: 'temporal_error', from: word, to: word, says, source: first.source } : null
}

/** Returns what is told to be before or after, and of what: "A opened after B closed", "After B closed, A opened". */
export function sidesOf(tokens: readonly Token[], at: number): [readonly Token[], readonly Token[]] | null {
  if (at > 0) return [tokens.slice(0, at), tokens.slice(at + 1)]
  const pause = tokens.findIndex((token, place) => place > 1 && token.start - (tokens[place - 1] as Token).end > 1)
  return pause < 0 ? null : [tokens.slice(pause), tokens.slice(1, pause)]
}

interface Moment {
  /** The days, or the times of one day, between which it was. */
  from: number
  to: number
  isTime: boolean
}

interface Event extends Moment {
  source: SourceSentence
}

/** The only date of the sentences that tell of an event in all of some words, and little else. */
function eventOf(words: readonly Token[], others: readonly Token[], index: SourceIndex): Event | null {
  if (words.length === 0 || (words.length === 1 && others.length === 0)) return null
  const found = toldOf(words, index).flatMap((source) => {
    const dated = source.tokens.flatMap((token) => momentOf(token) ?? [])
    const more = source.tokens.filter((token) => isContent(token) && !words.some(({ term }) => term === token.term))
    const [moment, another] = dated
    return moment && !another && more.length <= othersMax ? [{ ...moment, source }] : []
  })
  const [event, ...rest] = found
  return event && rest.every(({ from, to }) => from === event.from && to === event.to) ? event : null
}

/** The statements with all of some words. */
function toldOf(words: readonly Token[], index: SourceIndex): SourceSentence[] {
  const terms = new Set(words.map(({ term }) => term))
  const [rarest] = [...terms].sort((left, right) => index.weightOf(right.id) - index.weightOf(left.id))
  const places = rarest && index.has(rarest.id) ? index.placesOf(rarest.id, placesMax) : []
  if (places.length > placesMax) return []
  const hasAll = (source: SourceSentence) => [...terms].every((term: Term) => source.terms().has(term))
  return places
    .map((place) => index.sentence(place))
    .filter((source) => source.isStatement() && negationsIn(source.tokens) === 0 && hasAll(source))
}

/** The days of a date, month or year, or a time of day. */
function momentOf({ date, number }: Token): Moment | null {
  if (number) {
    const { value, unit, step } = number
    if (unit === 'clock') return { from: value, to: value, isTime: true }
    if (unit !== null || step !== 1 || value < 1000 || value > 2100) return null
    return span({ year: value, month: 1, day: 1 }, { year: value, month: 12, day: 31 })
  }
  const [reading, more] = date?.readings ?? []
  if (!reading || more || reading.year === null) return null
  const { year, month, day } = reading
  return span({ year, month, day: day ?? 1 }, { year, month, day: day ?? 28 })
}

type Reading = NonNullable<Token['date']>['readings'][number]

function span(first: Reading, last: Reading): Moment | null {
  const [from, to] = [dayNumber(first), dayNumber(last)]
  return from === null || to === null ? null : { from, to, isTime: false }
}

function wrongWeekday(tokens: readonly Token[], index: SourceIndex): Conflict | null {
  const said = tokens.filter(({ term }) => weekdays.includes(term.key))
  const [day, more] = said
  if (!day || more || tokens.some(({ number, date }) => number || date)) return null
  const words = tokens.filter((token) => isContent(token) && token !== day && !idle.test(token.term.key))
  if (words.length === 0) return null
  const told = toldOf(words, index)
  const days = told.map(weekdayOf)
  const [source] = told
  if (!source || days.some((one) => one === null || one !== days[0]) || days[0] === day.term.key) return null
  const isGiven = source.terms().has(day.term) || source.tokens.some(({ term }) => weekdays.includes(term.key))
  const says = isGiven ? 'The source says' : `That is a ${capitalised(days[0] ?? '')}: the source says`
  return { type: 'temporal_error', from: day, to: day, says, source }
}

/** The only day of the week of a sentence, as it is named or as its only date falls; null for none or several. */
function weekdayOf({ tokens }: SourceSentence): string | null {
  const named = tokens.filter(({ term }) => weekdays.includes(term.key))
  const dates = tokens.flatMap(({ date }) => date ?? [])
  if (named.length > 0) return named.length === 1 ? (named[0] as Token).term.key : null
  const [reading, another] = dates.length === 1 ? (dates[0]?.readings ?? []) : []
  const at = reading && !another && reading.year !== null && reading.day !== null ? dayNumber(reading) : null
  return at === null ? null : (weekdays[(((at + epochDay) % weekDays) + weekDays) % weekDays] ?? null)
}

/** 1 January 1970 was a Thursday. */
const epochDay = 4

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
