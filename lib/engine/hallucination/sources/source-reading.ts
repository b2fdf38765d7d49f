import { lazily } from '../../lazily'
import { StatedValues } from '../numbers/derived-from-text'
import { hasThousandths } from '../numbers/notations'
import { jointQuantitiesIn, quantityOf, smallCount } from '../numbers/quantities'
import { type DateMention, datesIn, dayPairsIn, isSameDate } from '../numbers/read-dates'
import { digitValuesIn, type NumberMention, numbersIn, numberWordsIn, spelledNumbersIn } from '../numbers/read-numbers'
import { sorted } from '../numbers/supported-values'
import { alikeUnits, isMoney, type Quantity } from '../numbers/units'
import { isEnglish, isForeign } from '../text/english'
import { Vocabulary } from '../words/vocabulary'
import { partsOf, type TextWords, toTextWords } from '../words/word-list'
import { indexOf, type SourceIndex } from './source-index'

/**
 * Sources and tool results in the forms used to look up claims. Each form is computed on first use and shared by all outputs checked
 * against it.
 */
export interface SourceReading {
  /** The terms of the index and of the texts looked up in it. */
  vocabulary: Vocabulary
  /** Every number, in digits or words, ascending. */
  values: () => Float64Array
  numbers: () => readonly NumberMention[]
  /** The values of the numbers in digits, and a thousand times each of those with three decimals, ascending. */
  plain: () => Float64Array
  thousandfold: () => Float64Array
  /** The values that follow from what is said in words. */
  stated: () => StatedValues
  /** The numbers in words. */
  spelled: () => readonly NumberMention[]
  /** Each number with its unit; null for an unknown unit. */
  quantities: () => readonly Quantity[]
  /** Each number in words with its unit; null for none. */
  spelledQuantities: () => readonly Quantity[]
  /** The quantities with a known unit, those in words and of several parts too, "2 h 15 min". */
  measures: () => readonly Quantity[]
  /** The distinct known units. */
  distinctUnits: () => readonly string[]
  /** Those of them that are money. */
  currencies: () => readonly string[]
  /** The numbers in digits that may have the unit, or all of them, ascending. */
  valuesOf: (unit?: string) => Float64Array
  /** The positive amounts of a unit, ascending; of money also those above a small count without one, as a field of JSON has its amount. */
  amountsOf: (unit: string) => Float64Array
  /** The distinct dates. */
  dates: () => readonly DateMention[]
  hasDate: (date: DateMention) => boolean
  /** Index of the sentences. */
  index: () => SourceIndex
  words: () => TextWords
  isEnglish: () => boolean
  isForeign: () => boolean
  /** Whether a line or sentence begins with a word as its label, "Required: ". */
  hasLabels: () => boolean
  /** A piece of the text as the sources write it, with amounts in their notation. */
  asWritten: (piece: string) => string
}

/** Its colon first, since few texts have one. */
const labelled = /: (?<=(?:^|\n|[.!?] )(?:[-*•] |\*\*|#+ )?\p{Lu}\p{Ll}+(?: \([^)\n]{1,60}\))?(?:\*\*)?: )/u

/** Prepares the text of sources and tool results. `written`: the same with amounts as they wrote them, position by position. */
export function readSources(text: string, written = text): SourceReading {
  const numbers = lazily(() => numbersIn(text))
  const numberWords = lazily(() => {
    const { isWhole, words } = reading.index()
    return isWhole && !words.mayHaveNumberWord() ? [] : numberWordsIn(text)
  })
  const quantities = lazily(() => numbers().map(quantityOf))
  const byUnit = new Map<string | undefined, Float64Array>()
  const amounts = new Map<string, Float64Array>()
  const dateLookups = new Map<string, boolean>()
  const vocabulary = new Vocabulary()
  const reading: SourceReading = {
    vocabulary,
    values: lazily(() => {
      const values = digitValuesIn(text)
      const all = numbers()
      for (const value of numberWords()) values.push(value)
      for (let at = 0; at < all.length; at++) values.push((all[at] as NumberMention).value)
      return sorted(values)
    }),
    numbers,
    plain: lazily(() => sorted(numbers().map(({ value }) => value))),
    thousandfold: lazily(() => sorted(numbers().flatMap((one) => (hasThousandths(one) ? one.value * 1000 : [])))),
    stated: lazily(() => {
      const hasWord = (key: string) => reading.index().has(vocabulary.term(key).id)
      return new StatedValues(text, { numbers, spelled: reading.spelled, dates: reading.dates, hasWord })
    }),
    spelled: lazily(() => spelledNumbersIn(text, numberWords())),
    quantities,
    spelledQuantities: lazily(() => reading.spelled().map(quantityOf)),
    measures: lazily(() =>
      [...quantities(), ...reading.spelledQuantities(), ...jointQuantitiesIn(numbers(), quantities())].filter(
        ({ unit }) => unit !== null,
      ),
    ),
    distinctUnits: lazily(() => {
      const units = new Set<string>()
      for (const { unit } of quantities()) if (unit !== null) units.add(unit)
      for (const { unit } of reading.spelledQuantities()) if (unit !== null) units.add(unit)
      return [...units]
    }),
    currencies: lazily(() => reading.distinctUnits().filter(isMoney)),
    valuesOf: (unit) => {
      let known = byUnit.get(unit)
      if (!known) {
        const wanted = unit === undefined ? null : alikeUnits(unit)
        const matching: number[] = []
        for (const { value, unit: own } of quantities())
          if (wanted === null || own === null || wanted.includes(own)) matching.push(value)
        known = sorted(matching)
        byUnit.set(unit, known)
      }
      return known
    },
    amountsOf: (unit) => {
      let known = amounts.get(unit)
      if (!known) {
        const least = isMoney(unit) ? smallCount : Number.POSITIVE_INFINITY
        const matching: number[] = []
        for (const { value, unit: own } of quantities())
          if (value > (own === unit ? 0 : own === null ? least : Number.POSITIVE_INFINITY)) matching.push(value)
        known = sorted(matching)
        amounts.set(unit, known)
      }
      return known
    },
    dates: lazily(() => distinctDates([...datesIn(text), ...(text.includes('/') ? dayPairsIn(text) : [])])),
    hasDate: (date) => {
      const key = JSON.stringify(date.readings)
      let known = dateLookups.get(key)
      if (known === undefined) {
        known = isAmong(date, reading) || isDayOf(date, text, reading)
        dateLookups.set(key, known)
      }
      return known
    },
    index: lazily(() => indexOf(text, vocabulary)),
    words: lazily(() => {
      const { isWhole, words } = reading.index()
      return toTextWords(text, isWhole ? words.written() : new Set(partsOf(text)))
    }),
    isEnglish: lazily(() => isEnglish(text, () => reading.index().words)),
    isForeign: lazily(() => isForeign(text)),
    hasLabels: lazily(() => labelled.test(text)),
    asWritten: (piece) => {
      const at = written === text ? -1 : text.indexOf(piece)
      return at < 0 ? piece : written.slice(at, at + piece.length)
    },
  }
  return reading
}

function distinctDates(dates: readonly DateMention[]): DateMention[] {
  return [...new Map(dates.map((date) => [JSON.stringify(date.readings), date])).values()]
}

/** Whether a day without a year is among the days that the sources give without a month, "the 6th", and its month in another date. */
function isDayOf({ readings }: DateMention, text: string, reading: SourceReading): boolean {
  return readings.some(
    ({ year, month, day }) =>
      year === null &&
      day !== null &&
      new RegExp(`(?<![\\d.])${day}(?:st|nd|rd|th)(?!\\p{L})`, 'u').test(text) &&
      reading.dates().some((other) => other.readings.some((one) => one.month === month)),
  )
}

/** Whether a date can be the same as one of the sources. The sources may give the year separately from day and month. */
function isAmong(date: DateMention, reading: SourceReading): boolean {
  return reading
    .dates()
    .some(
      (mention) =>
        isSameDate(date, mention) &&
        (mention.readings.some(({ year }) => year !== null) ||
          date.readings.every(
            ({ year }) =>
              year === null ||
              reading.index().has(reading.vocabulary.number(year, null).id) ||
              reading.dates().some((other) => other.readings.some((one) => one.year === year)),
          )),
    )
}
