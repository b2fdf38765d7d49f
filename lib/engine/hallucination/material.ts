import { TableValues } from './derived-from-tables'
import { StatedValues } from './derived-from-text'
import { isEnglish } from './english'
import { Entries } from './entries'
import type { GivenTables, Material, SourceReading } from './finding'
import { lazily } from './lazily'
import { normalise, toPlainLines } from './normalise'
import { type DateMention, datesIn, dayPairsIn, isSameDate } from './read-dates'
import { identifiersIn } from './read-identifiers'
import { digitValuesIn, type NumberMention, numbersIn, numberWordsIn, sorted, spelledNumbersIn } from './read-numbers'
import { readProse } from './read-prose'
import { clausesOf, sentencesOf } from './sentences'
import { indexOf } from './source-index'
import { CellIndex } from './table-mentions'
import { tablesIn } from './tables'
import { unitOf } from './units'
import { Vocabulary } from './vocabulary'
import { partsOf, toTextWords } from './words'

const outputCharacters = 200_000

export interface DetectHallucinationsInput {
  output: string
  /** Texts the output was made from. */
  sources?: readonly { id: string; text: string }[] | undefined
  /** Entries the output may cite. */
  references?: readonly { id: string; text: string }[] | undefined
  /** Paths of the run's files. */
  files?: readonly string[] | undefined
  /** Results of the run's tool calls, as text. */
  toolResults?: readonly string[] | undefined
  /** ISO date of the output. */
  date?: string | undefined
}

/** The material that outputs are checked against, read once for all of them. */
type GivenMaterial = Pick<
  Material,
  'sources' | 'references' | 'files' | 'toolResults' | 'grounding' | 'given' | 'reading' | 'tables'
>

/** Prepares the given material in the forms the checks use. */
export function readGiven(input: Omit<DetectHallucinationsInput, 'output' | 'date'>): GivenMaterial {
  const { sources = [], references = [], files = [], toolResults = [] } = input
  const texts = [...sources.map(({ text }) => text), ...toolResults]
  const grounding = texts.join('\n')
  const given = lazily(() => normalise([grounding, ...references.map(({ text }) => text)].join('\n')))
  const plain = texts.map(toPlainLines)
  const reading = readSources(plain.join('\n'))
  const tables = lazily(() => readTables(plain, reading.vocabulary))
  return { sources, references, files, toolResults, grounding, given, reading, tables }
}

function readTables(texts: readonly string[], vocabulary: Vocabulary): GivenTables {
  const { tables, prose } = tablesIn(texts, vocabulary)
  return {
    all: tables,
    cells: new CellIndex(tables, vocabulary),
    values: new TableValues(() => tables),
    entries: lazily(() => new Entries(tables)),
    prose: lazily(() => prose.toLowerCase().split(/(?<=[.!?])\s|\n/)),
  }
}

/** Prepares an output for the checks: with and without code, together with the given material. */
export function toMaterial(text: string, given: GivenMaterial, date: string | null = null): Material {
  const output = text.slice(0, outputCharacters)
  const prose = maskCode(output, code)
  const sentences = lazily(() => sentencesOf(prose))
  const isGrounded = given.grounding !== ''
  const read = lazily(() => readProse(prose, clausesOf(prose, sentences()), given.reading))
  const mayHaveDate = () => !isGrounded || read().table.mayHaveDate
  return {
    ...given,
    output,
    prose,
    sentences,
    mayHaveDate,
    mayHave: (trait) => !isGrounded || (read().table.words.traits & trait) !== 0,
    dates: lazily(() => (mayHaveDate() ? datesIn(prose) : [])),
    identifiers: lazily(() => identifiersIn(maskCode(output, codeBlock))),
    isEnglish: isEnglish(prose, isGrounded ? () => read().table.words : undefined),
    date,
    readings: () => (isGrounded ? read().sentences : []),
    named: () => {
      if (!isGrounded) return null
      const { table, capitals } = read()
      return { words: table.words, capitals }
    },
  }
}

/** Prepares the text of sources and tool results. */
function readSources(text: string): SourceReading {
  const numbers = lazily(() => numbersIn(text))
  const numberWords = lazily(() => {
    const { isWhole, words } = reading.index()
    return isWhole && !words.mayHaveNumberWord() ? [] : numberWordsIn(text)
  })
  const units = lazily(() => numbers().map(({ unit }) => unitOf(unit)))
  const byUnit = new Map<string | undefined, Float64Array>()
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
    stated: lazily(() => {
      const hasWord = (key: string) => reading.index().has(vocabulary.term(key).id)
      return new StatedValues(text, { numbers, spelled: reading.spelled, dates: reading.dates, hasWord })
    }),
    spelled: lazily(() => spelledNumbersIn(text, numberWords())),
    units,
    distinctUnits: lazily(() => [...new Set(units().filter((unit) => unit !== null))]),
    valuesOf: (unit) => {
      let known = byUnit.get(unit)
      if (!known) {
        const measures = units()
        const all = numbers()
        const matching: number[] = []
        for (let at = 0; at < all.length; at++)
          if (unit === undefined || (measures[at] ?? unit) === unit) matching.push((all[at] as NumberMention).value)
        known = sorted(matching)
        byUnit.set(unit, known)
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

const codeBlock = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g
const code = new RegExp(`${codeBlock.source}|\`[^\`\\n]*\``, 'g')
/** Blanks out code, keeping all positions. */
function maskCode(text: string, pattern: RegExp): string {
  if (!text.includes('`') && !text.includes('~~~')) return text
  return text.replace(pattern, (part) => part.replace(/[^\n]/g, ' '))
}
