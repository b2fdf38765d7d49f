import { isAmongEitherWay } from '../numbers/notations'
import { type DateMention, datesIn, isSameDate } from '../numbers/read-dates'
import { isSupported } from '../numbers/supported-values'
import type { SourceReading } from '../sources/source-reading'
import type { GivenTables } from '../tables/given-tables'
import { isFunctionWord } from '../text/stems'
import { currencyCodes, type FieldSource, wordsIn } from './field-source'
import type { Field } from './read-fields'

/** Whether the sources have a value: exactly, in other words or forms, or not; null for what need not be in them. */
export type FieldSupport = 'exactly' | 'otherwise' | 'not' | null

/** Beginnings of the labels of what is no fact of the sources: a judgement, or something counted or calculated. */
const judged =
  /^(?:confiden|scor|probab|certain|rating|sentiment|priorit|categor|type?$|kind|class|label|tag|stat(?:u|e)?s?$|intent|severit|urgen|risk|ton|topic|level|lang|local|reason|summar|not|comment|explan|rational|index|page|count|duration|discount|average|averag|mean|differenc|saving|elaps|margin|night)/
/** Ends of the names of companies, which are written or left out. */
const legalForm = /^(?:inc|ltd|limited|llc|llp|plc|gmbh|ag|kg|se|sa|sas|bv|nv|ab|oy|corp|corporation|co|company|group)$/
/** Whether a field holds the code of a currency. */
export const isCurrency = ({ label, value }: Field) => label.has('currency') && currencyCodes.has(String(value))

const isoDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/
const time = /^\d{1,2}:\d\d(?::\d\d)?$/
const wordsMax = 8
/** Longer texts have their own checks. */
const TEXT_MAX = 120
/** Characters of a date in words. */
const DATE_MAX = 30
/** Whole numbers up to here are counts, and there by chance. */
const SMALL = 12

const isoMonth = /^(\d{4})-(\d\d)$/

/** Whether a text is a date in words or digits, and nothing else: "21 June 2023". */
function isDateAlone(text: string): boolean {
  const [date] = text.length < DATE_MAX ? datesIn(text) : []
  return date !== undefined && date.start === 0 && date.end === text.length
}

/** Whether a value is a date in ISO 8601. */
export const isDated = (value: Field['value']) => typeof value === 'string' && isoDate.test(value)

/** Whether a text has a date as "03.05.", without its year. */
export function hasShortDate(text: string, date: string): boolean {
  const [, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number)
  return new RegExp(`(?<![\\d.])0?${day}\\.0?${month}\\.(?!\\d)`).test(text)
}

const dayMs = 86_400_000
/** Of more pairs of a date and a time span, some lead to any day. */
const PAIRS_MAX = 200
const spans = { day: 1, week: 7, month: 0, year: 0 }

/** Whether a label tells of a date that may be computed from another. */
const mayBeComputed = (label: ReadonlySet<string>) =>
  [...label].some((word) => /^(?:du$|due|end|expir|deadlin|valid|renew|receiv|until|finish|matur|next)/.test(word))

/** Whether a date lies as many days, weeks, months or years from one of the sources as they name, or the day before or after. */
function followsFromDates(value: string, reading: SourceReading): boolean {
  const wanted = Date.parse(`${value.slice(0, 10)}T00:00:00Z`)
  const isNear = (time: number) => Math.abs(time - wanted) <= dayMs
  const named = [...reading.quantities(), ...reading.spelledQuantities()].filter(
    ({ unit }) => unit !== null && unit in spans,
  )
  if (named.length * reading.dates().length > PAIRS_MAX) return false
  return reading.dates().some(({ readings }) =>
    readings.some(({ year, month, day }) => {
      if (day === null) return false
      const from = (days: number, months: number) =>
        Date.UTC(year ?? Number(value.slice(0, 4)), month - 1 + months, day + days)
      return (
        isNear(from(0, 0)) ||
        named.some(({ value: count, unit }) => {
          const span = spans[unit as keyof typeof spans]
          if (span === undefined || count > 1000) return false
          const [days, months] = span > 0 ? [count * span, 0] : [0, count * (unit === 'year' ? 12 : 1)]
          return [1, -1].some((way) => isNear(from(way * days, way * months)))
        })
      )
    }),
  )
}

/** The sources, and their tables. */
interface Given {
  source: FieldSource
  reading: SourceReading
  tables: () => GivenTables
}

/** Tells whether the sources have the value of a field. */
export function supportOf(field: Field, { source, reading, tables }: Given): FieldSupport {
  const { value, label } = field
  if (typeof value === 'boolean') return null
  if (typeof value === 'number') {
    if (hasNumber(value, source, reading)) return 'exactly'
    if (isCounted(value, label)) return null
    const follows =
      isAge(value, label, reading) || isLengthOfTime(value, label, source) || tables().values.isComputed(value)
    return follows ? 'otherwise' : 'not'
  }
  const month = isoMonth.exec(value)
  if (month) {
    const [, year, of] = month.map(Number)
    const isOfMonth = (one: { year: number | null; month: number }) => one.year === year && one.month === of
    return reading.dates().some(({ readings }) => readings.some(isOfMonth)) ? 'exactly' : 'not'
  }
  if (isDated(value) || isDateAlone(value)) {
    const [date] = datesIn(value)
    if (date && reading.hasDate(date)) return 'exactly'
    const isOfAnyYear = (one: DateMention) => one.readings.every(({ year }) => year === null)
    if (date && reading.dates().some((one) => isOfAnyYear(one) && isSameDate(date, one))) return 'otherwise'
    return hasShortDate(source.text, value) || (mayBeComputed(label) && followsFromDates(value, reading))
      ? 'otherwise'
      : 'not'
  }
  if (isCurrency(field)) return source.hasCurrency(value) ? 'exactly' : null
  if (value.trim().length < 3 || value.length > TEXT_MAX || time.test(value)) return null
  if (source.has(value)) return 'exactly'
  if (value.includes('@') || value.includes('://')) return 'not'
  const words = wordsIn(value).filter(
    (one) => /\d/.test(one) || (one.length > 2 && !isFunctionWord(one) && !legalForm.test(one)),
  )
  const isKnown = (one: string) => source.hasWord(one) || (/^\d+$/.test(one) && hasNumber(Number(one), source, reading))
  if (words.every(isKnown)) return 'otherwise'
  return isJudged(label) || words.length > wordsMax || !/[\p{Lu}\d]/u.test(value) ? null : 'not'
}

const hasWord = (label: ReadonlySet<string>, words: RegExp) => [...label].some((word) => words.test(word))

/** Whether a number is the years between two dates of the sources, under the label of an age. */
function isAge(value: number, label: ReadonlySet<string>, reading: SourceReading): boolean {
  if (!hasWord(label, /^age$/)) return false
  const years = reading.dates().flatMap(({ readings }) => readings.flatMap(({ year }) => year ?? []))
  return years.some((from) => years.some((to) => to - from === value || to - from - 1 === value))
}

const hoursAndMinutes = /(?<![\d.])(\d{1,3}) ?h(?:ours?|rs?)? ?(\d{1,2}) ?m(?:in(?:ute)?s?)?\b/gi

/** Whether a number is the minutes or seconds of "2h 6m". */
function isLengthOfTime(value: number, label: ReadonlySet<string>, { text }: FieldSource): boolean {
  if (!hasWord(label, /^(?:min|minut|sec|second|runtim|duration|length|time?)$/)) return false
  return [...text.matchAll(hoursAndMinutes)].some(([, hours, minutes]) => {
    const length = Number(hours) * 60 + Number(minutes)
    return value === length || value === length * 60
  })
}

const isJudged = (label: ReadonlySet<string>) => hasWord(label, judged)

const isCounted = (value: number, label: ReadonlySet<string>) =>
  (Number.isInteger(value) && Math.abs(value) <= SMALL) || isJudged(label)

/** Whether the sources have a number, its rounding, or the same in per cent. */
function hasNumber(value: number, source: FieldSource, reading: SourceReading): boolean {
  const written = String(Math.abs(value))
  const step = 1 / 10 ** (written.split('.')[1]?.length ?? 0)
  const has = (number: number, precision: number) =>
    isSupported({ value: number, step: precision, unit: '', text: '', from: 0, start: 0, end: 0 }, reading.values())
  const isShare = Math.abs(value) > 0 && Math.abs(value) < 1
  return (
    has(Math.abs(value), step) ||
    (value >= 1000 && isAmongEitherWay({ value, step }, reading)) ||
    (isShare && has(Number((Math.abs(value) * 100).toPrecision(12)), step * 100)) ||
    (written.length >= 4 && Number.isInteger(value) && source.has(written))
  )
}
