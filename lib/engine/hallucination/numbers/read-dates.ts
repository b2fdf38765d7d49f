import { matchesIn } from '../text/plain-text'

export const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** A date in a text; its unknown parts are null. A date in digits may have two readings. */
export interface DateMention {
  readings: readonly { year: number | null; month: number; day: number | null }[]
  start: number
  end: number
}

const monthName =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?![\\p{L}\\d])'
const named = new RegExp(`(?<![\\p{L}\\d])${monthName}\\.?`, 'giu')
const monthFirst = new RegExp(`^${monthName}`, 'iu')
/** A non-letter after which a month's name may follow within a word. */
const inside = /[^A-Za-z]/
/** Quick check: the first letters of every month's name. */
const monthStart = /jan|feb|mar|apr|may|jun|jul|aug|[sſ]ep|oct|nov|dec/i
const dayBefore =
  /(?<![\d.,:/$€£-])(?:(\d{1,2})(?:st|nd|rd|th)?\s{0,2}(?:-|–|to|and|or)\s{0,2})?(\d{1,2})(?:st|nd|rd|th)?\s{1,3}(?:(?:day\s{1,3})?of\s{1,3})?$/i
const dayAfter = /^\s{1,3}(?:the\s)?(\d{1,2})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d)/i
const yearAfter = /^\s{0,2},?\s{0,3}(?:of\s{1,3})?((?:1\d|20|21)\d\d)(?![\d%])/i
const digitsOnly =
  /(?<![\d.:/-])(?:(?<!,)|(?=\d{4}-\d\d-))(\d{1,4})([-./])(\d{1,2})\2(\d{4}|\d{1,2})(?!\d|[-/]\d|\.\d)/g

/** Returns every date of a text in order: "3 March 2021", "March 3rd", "March 2021", 2021-03-03, 03.03.2021, 3/3/2021, 2021年3月3日. */
export function datesIn(text: string): DateMention[] {
  const inWords = monthStart.test(text) ? matchesIn(text, named).flatMap((match) => readNamed(text, match) ?? []) : []
  const inDigits = matchesIn(text, digitsOnly).flatMap((match) => {
    const readings = readDigits(match)
    return readings.length > 0 ? [{ readings, start: match.index, end: match.index + match[0].length }] : []
  })
  const inSigns = text.includes('月') || text.includes('월') ? matchesIn(text, signed).map(readSigned) : []
  const others = inSigns.length === 0 ? inDigits : [...inDigits, ...inSigns]
  return others.length === 0 ? inWords : [...inWords, ...others].sort((left, right) => left.start - right.start)
}

/** "2024年4月1日", "2025年1月", "4月1日", "2025년 3월 1일". */
const signed =
  /(?<!\d)(?:(\d{4})[年년]\s?(\d{1,2})[月월](?:\s?(\d{1,2})[日号일])?|(\d{1,2})[月월]\s?(\d{1,2})[日号일])/g

function readSigned({ 0: whole, 1: year, 2: month, 3: day, 4: monthAlone, 5: dayAlone, index }: RegExpExecArray) {
  const readings = [
    {
      year: year === undefined ? null : Number(year),
      month: Number(month ?? monthAlone),
      day: (day ?? dayAlone) === undefined ? null : Number(day ?? dayAlone),
    },
  ]
  return { readings, start: index, end: index + whole.length }
}

/** The names of the months as {@link monthFirst} has them. */
const monthNames = new Set([...months, ...months.map((month) => month.slice(0, 3)), 'sept', 'sepember'])

/** Whether a word of ASCII letters in lower case is the name of a month. */
export function isMonthName(word: string): boolean {
  return monthNames.has(word)
}

/** Returns false for a word that neither is nor contains the name of a month. */
export function mayNameMonth(word: string): boolean {
  return monthStart.test(word) && (monthFirst.test(word) || inside.test(word))
}

function readNamed(text: string, { 0: word, index }: RegExpExecArray): DateMention | null {
  const month = months.findIndex((name) => name.startsWith(word.slice(0, 3).toLowerCase())) + 1
  const [before = '', first, last] = dayBefore.exec(text.slice(Math.max(0, index - 24), index)) ?? []
  let end = index + word.length
  const [after = '', dayBehind] = last ? [] : (dayAfter.exec(text.slice(end, end + 12)) ?? [])
  // "May" and "March" are also ordinary words: a date needs a capital, or a day and a year.
  const isCapital = /^\p{Lu}/u.test(word)
  end += after.length
  const [following = '', year] = yearAfter.exec(text.slice(end, end + 12)) ?? []
  end += following.length
  const days = [last ?? dayBehind, first].flatMap((day) => (day ? [Number(day)] : []))
  if (days.length === 0 && !year) return null
  if (!isCapital && (days.length === 0 || !year)) return null
  if (days.some((day) => day < 1 || day > 31)) return null
  const readings = (days.length > 0 ? days : [null]).map((day) => ({ year: year ? Number(year) : null, month, day }))
  return {
    readings,
    start: index - before.length,
    end: word.endsWith('.') && end === index + word.length ? end - 1 : end,
  }
}

function readDigits([, first = '', sign = '', second = '', third = '']: RegExpExecArray) {
  if (first.length === 4) return third.length <= 2 ? readingsOf(Number(first), [[Number(second), Number(third)]]) : []
  if (first.length > 2 || (third.length !== 4 && !isShortYear([first, second, third], sign))) return []
  const orders: [number, number][] = [[Number(second), Number(first)]]
  if (sign !== '.') orders.push([Number(first), Number(second)])
  return readingsOf(third.length === 4 ? Number(third) : 2000 + Number(third), orders)
}

/** Whether the year has two digits: "14/05/25", "04.11.24". Versions have other digits or signs. */
function isShortYear(parts: readonly string[], sign: string): boolean {
  return sign !== '-' && parts.every((part) => part.length === 2)
}

const pairInDigits = /(?<![\d./:-])(\d{1,2})\/(\d{2}|\d{4})(?![\d/:]|\.\d|\s?%)/g

/** Returns what may be a day and month, or a month and year, in digits: "12/5", "11/24". A pressure or a fraction may look the same. */
export function dayPairsIn(text: string): DateMention[] {
  return matchesIn(text, pairInDigits).flatMap(({ 0: whole, 1: first = '', 2: second = '', index }) => {
    const [one, other] = [Number(first), Number(second)]
    const year = second.length === 4 ? other : 2000 + other
    const readings = [
      ...(one >= 1 && one <= 12 ? [{ year, month: one, day: null }] : []),
      ...readingsOf(null, [
        [one, other],
        [other, one],
      ]),
    ]
    return readings.length > 0 ? [{ readings, start: index, end: index + whole.length }] : []
  })
}

function readingsOf(year: number | null, orders: readonly [month: number, day: number][]) {
  return orders
    .filter(([month, day]) => month >= 1 && month <= 12 && day >= 1 && day <= 31)
    .map(([month, day]) => ({ year, month, day }))
}

const dayMs = 86_400_000

/** Returns the number of a day since 1970; without a year it is of one that is no leap year. Null for a month. */
export function dayNumber({ year, month, day }: DateMention['readings'][number]): number | null {
  return day === null ? null : Date.UTC(year ?? 2001, month - 1, day) / dayMs
}

/** Whether two mentions can mean the same day or month: all parts known to both agree, and the first is not more precise about the day. */
export function isSameDate(claim: DateMention, source: DateMention): boolean {
  return claim.readings.some((one) =>
    source.readings.some(
      (other) =>
        one.month === other.month &&
        (one.day === null || one.day === other.day) &&
        (one.year === null || other.year === null || one.year === other.year),
    ),
  )
}
