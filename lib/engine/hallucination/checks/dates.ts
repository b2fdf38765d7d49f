import { type CheckResult, type HallucinationFinding, spanOf } from '../finding'
import type { Material } from '../material'
import { type DateMention, isSameDate, months } from '../numbers/read-dates'
import { FOUR } from '../text/digits'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const monthName = `(?:${months.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`
const weekday = `(?:(${weekdays.join('|')}),?\\s+)?`
const day = '(\\d{1,2})(?:st|nd|rd|th)?'
const dates = [
  {
    shape: new RegExp(`\\b${weekday}(?:the\\s+)?${day}\\s+(?:of\\s+)?(${monthName}),?\\s+(\\d{4})\\b`, 'gi'),
    order: 'dmy',
  },
  { shape: new RegExp(`\\b${weekday}(${monthName})\\s+${day},?\\s+(\\d{4})\\b`, 'gi'), order: 'mdy' },
  { shape: /(?<![\d.-])()(\d{4})-(\d{2})-(\d{2})(?![\d-])/g, order: 'ymd' },
] as const
const happened =
  /\b(?:was|were|has|have|had|launched|released|announced|published|won|happened|occurred|founded|acquired|completed|introduced|reported|signed|died)\b/i
const hedged =
  /\b(?:will|would|expected|planned|scheduled|forecast|projected|projection|estimated|target|deadline|by|until|expires?|due|roadmap|plan|goal|valid|through|(?:ends?|ending|starts?|begins?|runs) (?:on|in)|could|may(?!\s+\d)|might|if|fiction|novel|set in)\b/i
const pastYear = /\b(?:in|since|during|as of|back in)\s+(?:(?:early|mid|late)[ -])?(\d{4})\b/gi
const pastMonth = new RegExp(`\\b(?:in|since|during|as of|back in)\\s+(${monthName})\\s+(\\d{4})\\b`, 'gi')
const beforePastDate = /\b(?:on|since|as of|dated)\s+$/i
const yearRange = /\b(?:from|between)\s+(\d{4})\s+(?:to|and|until|through)\s+(\d{4})\b/gi

const DAY_MS = 86_400_000
/** Characters of a sentence that are read on each side of a date. */
const REACH = 500

/**
 * Checks for dates that do not exist, dates missing from the sources, ranges that run backwards, and past events after the date of the
 * output.
 */
export function findDates(material: Material): CheckResult {
  const checked = datesAgainstSources(material)
  return { findings: [...wrongDates(material), ...checked.findings], verified: checked.verified }
}

function wrongDates(material: Material): HallucinationFinding[] {
  // All of these checks need a year.
  if ((material.digits() & FOUR) === 0) return []
  const impossible = material.mayHaveDate() ? impossibleDates(material) : []
  return material.isEnglish ? [...impossible, ...backwardRanges(material), ...futurePast(material)] : impossible
}

/** Looks up the dates of the output in sources and tool results, in any notation. */
function datesAgainstSources({ dates: mentions, output, grounding, reading, date: made }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  if (!grounding) return result
  for (const date of mentions()) {
    if (reading.hasDate(date)) result.verified++
    else if (made === null || !isSameDate(date, toDate(made)))
      result.findings.push({
        type: 'temporal_error',
        verdict: 'unverifiable',
        severity: 'warning',
        confidence: 0.45,
        span: spanOf(output, date.start, date.end),
        evidence: 'No source or tool result has this date.',
      })
  }
  return result
}

function toDate(iso: string): DateMention {
  const [year = 0, month = 0, day = 0] = iso.slice(0, 10).split('-').map(Number)
  return { readings: [{ year, month, day }], start: 0, end: 10 }
}

function impossibleDates({ prose, output }: Material): HallucinationFinding[] {
  return dates.flatMap(({ shape, order }) =>
    [...prose.matchAll(shape)].flatMap((match) => {
      const { year, month, date, named } = datePartsOf(match, order)
      const fault = dateFault(year, month, date, named)
      return fault ? [temporal(output, match.index, match[0], 'confirmed', 0.98, fault)] : []
    }),
  )
}

function datePartsOf(match: RegExpExecArray, order: (typeof dates)[number]['order']) {
  const [, named = '', first = '', second = '', third = ''] = match
  const [year, month, date] =
    order === 'ymd' ? [first, second, third] : order === 'mdy' ? [third, first, second] : [third, second, first]
  return { year: Number(year), month: monthNumber(month), date: Number(date), named: named.toLowerCase() }
}

function monthNumber(text: string): number {
  if (/^\d/.test(text)) return Number(text)
  return months.findIndex((month) => month.startsWith(text.toLowerCase().slice(0, 3))) + 1
}

function dateFault(year: number, month: number, dayOfMonth: number, named: string): string | null {
  if (month < 1 || month > 12) return `There is no month ${month}.`
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  const monthWord = months[month - 1] ?? ''
  const title = monthWord.charAt(0).toUpperCase() + monthWord.slice(1)
  if (dayOfMonth < 1 || dayOfMonth > last) return `${title} ${year} has ${last} days.`
  if (!named || year < 1900) return null
  const real = weekdays[new Date(Date.UTC(year, month - 1, dayOfMonth)).getUTCDay()] ?? ''
  return real === named ? null : `${dayOfMonth} ${title} ${year} is a ${real.charAt(0).toUpperCase()}${real.slice(1)}.`
}

function backwardRanges({ prose, output }: Material): HallucinationFinding[] {
  return [...prose.matchAll(yearRange)].flatMap((match) => {
    const [whole, from = '', to = ''] = match
    const isYears = [from, to].every((text) => Number(text) >= 1000 && Number(text) <= 2200)
    const isBackward = whole.toLowerCase().startsWith('from') && Number(to) < Number(from)
    if (
      !isYears ||
      !isBackward ||
      /\bBC|B\.C|down\b/i.test(prose.slice(Math.max(0, match.index - 30), match.index + whole.length + 10))
    )
      return []
    return [temporal(output, match.index, whole, 'likely', 0.8, `${to} is before ${from}.`)]
  })
}

/** Returns every date, month and year after a word for the past: its position, and the millisecond it begins. */
function momentsIn(prose: string): { index: number; text: string; year: number; begins: number }[] {
  const years = [...prose.matchAll(pastYear)].map((match) => ({ match, year: Number(match[1]), month: 1, date: 1 }))
  const inMonths = [...prose.matchAll(pastMonth)].map((match) => {
    return { match, year: Number(match[2]), month: monthNumber(match[1] ?? ''), date: 1 }
  })
  const onDates = dates.flatMap(({ shape, order }) =>
    [...prose.matchAll(shape)]
      .filter(({ index }) => beforePastDate.test(prose.slice(Math.max(0, index - 20), index)))
      .map((match) => ({ match, ...datePartsOf(match, order) })),
  )
  return [...years, ...inMonths, ...onDates].map(({ match, year, month, date }) => {
    return { index: match.index, text: match[0], year, begins: Date.UTC(year, month - 1, date) }
  })
}

function futurePast({ prose, output, date, given }: Material): HallucinationFinding[] {
  const now = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(now)) return []
  const today = new Date(now).getUTCFullYear()
  return momentsIn(prose).flatMap(({ index, text, year, begins }) => {
    // A day of grace, because the output may come from another time zone.
    if (begins <= now + DAY_MS || year > today + 200 || given().includes(String(year))) return []
    const before = prose.slice(Math.max(0, index - REACH), index)
    const start = Math.max(before.lastIndexOf('.'), before.lastIndexOf('\n')) + 1
    const end = prose.slice(index, index + REACH).search(/[.!?\n]|$/)
    const sentence = before.slice(start) + prose.slice(index, index + end)
    if (!happened.test(sentence) || hedged.test(sentence)) return []
    const evidence = `Described as past, but the date of the output is ${date?.slice(0, 10)}.`
    return [temporal(output, index, text, 'likely', 0.85, evidence)]
  })
}

function temporal(
  output: string,
  start: number,
  text: string,
  severity: 'likely' | 'confirmed',
  confidence: number,
  evidence: string,
): HallucinationFinding {
  const span = spanOf(output, start, start + text.length)
  return { type: 'temporal_error', verdict: 'contradicted', severity, confidence, span, evidence }
}
