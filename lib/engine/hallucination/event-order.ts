import type { Misplaced } from './misplaced-names'
import { isCovered, type Segment, type SourceSentence } from './segment'
import { isContent, type Token } from './tokens'

const wordsMin = 2

/** Finds "A before B" where the sources date B before A: "in 2003 she took over", "he retired in 2010". */
export function reversedOrder(
  tokens: readonly Token[],
  places: readonly Segment[],
): (Misplaced & { source: SourceSentence }) | null {
  const at = tokens.findIndex(({ term }) => /^(?:befor|after)$/.test(term.key))
  const word = tokens[at]
  if (!word || at < wordsMin || tokens.some(({ number, date }) => number || date)) return null
  const [first, second] = [dated(tokens.slice(0, at), places), dated(tokens.slice(at + 1), places)]
  if (!first || !second || first.unit !== second.unit || first.at === second.at) return null
  const isBefore = first.at < second.at
  const source = second.place.source
  if (!source || isBefore === (word.term.key === 'befor')) return null
  return { from: word, to: word, says: 'The source has another order:', source }
}

interface Dated {
  place: Segment
  at: number
  unit: string
}

/** When the one segment that has all words of an event takes place; null if none or several do, or it has no date. */
function dated(tokens: readonly Token[], places: readonly Segment[]): Dated | null {
  const keys = tokens.filter(isContent).map(({ term }) => term.key)
  if (keys.length < wordsMin) return null
  const same = places.filter(
    (place) => !place.isRecord && keys.every((key) => isCovered(key, place)) && keys.some((key) => place.own.has(key)),
  )
  const times = same.flatMap((place) => {
    const all = place.tokens.flatMap((token) => timeOf(token) ?? [])
    const inSentence = all.length > 0 ? all : (place.source?.tokens.flatMap((token) => timeOf(token) ?? []) ?? [])
    return inSentence.length === 1 ? inSentence.map((time) => ({ place, ...time })) : []
  })
  const [time] = times
  return time && times.every(({ at, unit }) => at === time.at && unit === time.unit) ? time : null
}

/** A year, a date or a time of day. */
function timeOf({ number, date }: Token): { at: number; unit: string } | null {
  if (number?.unit === 'clock') return { at: number.value, unit: 'clock' }
  if (number && number.unit === null && number.step === 1 && number.value >= 1500 && number.value < 2200)
    return { at: number.value, unit: 'year' }
  const reading = date?.readings.length === 1 ? date.readings[0] : undefined
  return reading?.day
    ? { at: (reading.year ?? 0) * 10_000 + reading.month * 100 + reading.day, unit: `day${reading.year === null}` }
    : null
}
