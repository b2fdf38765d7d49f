import { isYear } from '../numbers/units'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import { segmentsOf } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import { stemOf } from '../text/stems'
import { negationsIn } from '../words/quantifiers'
import { isContent, type Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

const stems = (words: string) => new Set(words.split(' ').map(stemOf))
const rising = stems('rise rises rose risen rising grow grows grew grown growing increase increases increased climbed')
const falling = stems(
  'fall falls fell fallen falling drop drops dropped decrease decreases decreased decline declined shrank',
)
/** Of what improves, some rises and some falls. */
const [better, worse] = [stems('improve improved'), stems('worsen worsened deteriorate deteriorated')]
const good = stems(
  'coverage accuracy score revenue sales profit satisfaction availability uptime participation precision recall',
)
const bad = stems('error errors latency cost costs loss losses debt churn defects complaints delay')
/** What may stand beside the change of something and names nothing. */
const beside = stems(
  'year month quarter week previous compare end slightly sharply significantly strongly steadily clearly point total',
)
/** What only says that something is counted. */
const counting = stems('number amount level total')
/** Sentences that tell of one subject. */
const toldMax = 40
/** How many words may stand between two values of one thing. */
const betweenMax = 8

/** A quick check for any of the verbs. */
export const mayTellChange = (text: string) =>
  /\b(?:ris|ros|gr[oe]w|increas|climb|fall|fell|drop|decreas|declin|shrank|improv|worsen|deteriorat)/.test(text)

/**
 * Finds "fell" said of what the sources give a higher value than before, or "rose" of what they give a lower one: "Net debt: 120, a year before
 * 135". Nothing is found where they tell of the change in words, or where two sentences differ.
 */
export function wrongDirection(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  const all = sentence.tokens()
  if (negationsIn(all) > 0 || /\?|\b(?:if|would|could|might|may|will|expect\w*|plan\w*)\b/i.test(sentence.text))
    return null
  for (const { tokens } of segmentsOf(sentence.text, all)) {
    const verbs = tokens.filter(isTurning)
    const [verb] = verbs
    if (!verb || verbs.length > 1) continue
    const subject = tokens
      .slice(0, tokens.indexOf(verb))
      .filter((token) => isContent(token) && !token.number && !counting.has(token.term.key))
    const others = tokens.filter(
      (token) => isContent(token) && token !== verb && !token.number && !subject.includes(token),
    )
    const change = changeOf(subject, others, yearIn(tokens), index)
    const isRising = isRisen(verb, subject)
    if (change && isRising !== null && change.more !== 0 && change.more > 0 !== isRising)
      return {
        type: 'source_contradiction',
        from: verb,
        to: verb,
        says: 'The source says otherwise:',
        source: change.source,
      }
  }
  return null
}

const isTurning = ({ term: { key } }: Token) => rising.has(key) || falling.has(key) || better.has(key) || worse.has(key)

/** Whether a verb tells of more; null where what it tells of may be better with more or with less. */
function isRisen({ term: { key } }: Token, subject: readonly Token[]): boolean | null {
  if (rising.has(key) || falling.has(key)) return rising.has(key)
  const [isGood, isBad] = [good, bad].map((words) => subject.some(({ term }) => words.has(term.key)))
  return isGood === isBad ? null : isGood === better.has(key)
}

/** By how much the sources give a subject more than before; null if they give it no two values, or several that differ in their direction. */
function changeOf(subject: readonly Token[], others: readonly Token[], year: number | null, index: SourceIndex) {
  const [first] = subject
  const places = first ? index.placesOf(first.term.id, toldMax) : []
  if (places.length === 0 || places.length > toldMax) return null
  let found: { more: number; source: SourceSentence } | null = null
  for (const place of places) {
    const source = index.sentence(place)
    if (!subject.every(({ term }) => source.terms().has(term))) continue
    if (source.tokens.some(isTurning)) return null
    if (!others.every(({ term }) => source.terms().has(term) || beside.has(term.key) || counting.has(term.key)))
      return null
    const more = differenceIn(source, year)
    if (more === null) continue
    if (found && Math.sign(found.more) !== Math.sign(more)) return null
    found ??= { more, source }
  }
  return found
}

const tellsYear = ({ number, date }: Token) => date === undefined && number !== undefined && isYear(number)
const yearIn = (tokens: readonly Token[]) => tokens.find(tellsYear)?.number?.value ?? null

/** What tells, between two values or behind them, that the second is of an earlier time. */
const earlier =
  /\b(?:previous(?:ly)?|formerly|earlier|prior|last (?:year|month|quarter|week|season)|(?:year|month|quarter|week|day|season)s? (?:before|ago))\b|\(was\b|\bcompared (?:with|to)(?! (?:an? |the )?(?:\p{Ll}+ )?(?:forecast|plan|target|budget|goal|average|expect|need|limit))/iu
/** Characters behind the second value in which that may be told. */
const behindMax = 30

/** The second of two values may leave out the unit of the first. */
const areOfOneUnit = (one: string | null, other: string | null) => one === other || other === null

/** By how much the value of a sentence exceeds that of an earlier time in it: "81.4 % (previous build 82.0 %)", "2024: 412; 2023: 388". */
function differenceIn({ text, tokens, isWhole }: SourceSentence, year: number | null): number | null {
  const values = tokens.flatMap((token, at) => (token.number && !tellsYear(token) ? { at, ...token.number } : []))
  const years = tokens.flatMap((token, at) => (tellsYear(token) ? { at, value: token.number?.value ?? 0 } : []))
  const [one, other, more] = values
  if (!one || !other || more || !areOfOneUnit(one.unit, other.unit) || other.at - one.at - 1 > betweenMax) return null
  if (tokens.some(({ date }) => date)) return null
  if (years.length > 0) {
    const [first, second] = [yearBefore(one.at, -1), yearBefore(other.at, one.at)]
    // Without a year of its own, the first value is of now.
    const isInTurns =
      second !== null &&
      (first === null ? years.length === 1 : first > second) &&
      years.every(({ at }) => at < other.at)
    if (isInTurns && (year === null || year === first)) return one.value - other.value
    if (second !== null || years.some(({ at }) => at > one.at)) return null
    if (year !== null && year !== first) return null
  } else if (year !== null) return null
  const base = isWhole ? 0 : (tokens[0]?.start ?? 0)
  const [end, behind] = [one, other].map(({ at }) => (tokens[at]?.end ?? 0) - base) as [number, number]
  const isEarlier = earlier.test(text.slice(end, behind + behindMax)) && !earlier.test(text.slice(0, end))
  return isEarlier ? one.value - other.value : null

  /** The year that stands last before a place, and behind another. */
  function yearBefore(at: number, from: number): number | null {
    return years.findLast((each) => each.at < at && each.at > from)?.value ?? null
  }
}
