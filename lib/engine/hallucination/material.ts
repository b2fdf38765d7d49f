import type { Material, ReadSentence, SourceReading } from './finding'
import { lazily } from './lazily'
import { normalise } from './normalise'
import { type DateMention, datesIn, isSameDate } from './read-dates'
import { beforeOf, isSupported, numbersIn, numberWordsIn, sorted } from './read-numbers'
import { asidesIn } from './references'
import { clausesOf, type Sentence, sentencesOf } from './sentences'
import { indexOf } from './source-index'
import { newnessOf } from './support'
import { linkToken, type Token, tokensOf } from './tokens'
import { unitOf } from './units'
import { Vocabulary } from './vocabulary'
import { isEnglish, readWords } from './words'

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

/** What outputs are held against, read once for all of them. */
type GivenMaterial = Pick<
  Material,
  'sources' | 'references' | 'files' | 'toolResults' | 'grounding' | 'given' | 'reading'
>

/** Reads the material given, in the forms the checks look things up in. */
export function readGiven(input: Omit<DetectHallucinationsInput, 'output' | 'date'>): GivenMaterial {
  const { sources = [], references = [], files = [], toolResults = [] } = input
  const grounding = [...sources.map(({ text }) => text), ...toolResults].join('\n')
  const given = lazily(() => normalise([grounding, ...references.map(({ text }) => text)].join('\n')))
  return { sources, references, files, toolResults, grounding, given, reading: readSources(grounding) }
}

/** Prepares what the checks read: the output with and without code, beside the material it is held against. */
export function toMaterial(text: string, given: GivenMaterial, date: string | null = null): Material {
  const output = text.slice(0, outputCharacters)
  const prose = maskCode(output)
  const sentences = lazily(() => sentencesOf(prose))
  const readings = () => (given.grounding ? readProse(prose, clausesOf(sentences()), given.reading) : [])
  return {
    ...given,
    output,
    prose,
    sentences,
    dates: lazily(() => datesIn(prose)),
    isEnglish: isEnglish(prose),
    date,
    readings: lazily(readings),
  }
}

/** Reads a text of sources and tool results. */
function readSources(text: string): SourceReading {
  const numbers = lazily(() => numbersIn(text))
  const byUnit = new Map<string | undefined, Float64Array>()
  const told = new Map<string, boolean>()
  const vocabulary = new Vocabulary()
  const reading: SourceReading = {
    vocabulary,
    values: lazily(() => sorted([numbers().map(({ value }) => value), digitsIn(text), numberWordsIn(text)].flat())),
    numbers,
    valuesOf: (unit) => {
      let known = byUnit.get(unit)
      if (!known) {
        const told = numbers().filter((one) => unit === undefined || (unitOf(one.unit) ?? unit) === unit)
        known = sorted(told.map(({ value }) => value))
        byUnit.set(unit, known)
      }
      return known
    },
    dates: lazily(() => distinctDates(datesIn(text))),
    isDateTold: (date) => {
      const key = JSON.stringify(date.readings)
      let known = told.get(key)
      if (known === undefined) {
        known = isAmong(date, reading)
        told.set(key, known)
      }
      return known
    },
    index: lazily(() => indexOf(text, vocabulary)),
    words: lazily(() => readWords(text)),
    isEnglish: lazily(() => isEnglish(text)),
  }
  return reading
}

/** Every run of digits, also those within dates, times and names. */
function digitsIn(text: string): number[] {
  return (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
}

/** Reads the sentences of prose; what stands in an aside, as a citation, is left out of the count. */
function readProse(prose: string, clauses: readonly Sentence[], reading: SourceReading): ReadSentence[] {
  const index = reading.index()
  const asides = asidesIn(prose)
  const isInAside = new Uint8Array(asides.length > 0 ? prose.length : 0)
  for (const { start, end } of asides) isInAside.fill(1, start, end)
  return clauses.map(({ start, text }) => {
    const tokens = tokensOf(text, reading.vocabulary)
    if (asides.length > 0)
      for (const [at, token] of tokens.entries())
        if (token.kind === 'word' && isInAside[start + token.start])
          tokens[at] = linkToken(token.start, token.end, reading.vocabulary)
    const newness = lazily(() =>
      newnessOf(
        tokens,
        index,
        (token) => token.kind === 'link' || isInAside[start + token.start] === 1 || isTold(token, text, reading),
      ),
    )
    return { start, text, tokens, newness }
  })
}

/** True for a date or number of a sentence that the sources tell. */
function isTold({ date, number, start }: Token, sentence: string, reading: SourceReading): boolean {
  if (date) return reading.isDateTold(date)
  if (!number) return false
  const { unit, value, step } = number
  const claim = { value, step, unit: unit ?? '', before: beforeOf(sentence, start), start: 0, end: 0 }
  return isSupported(claim, unit === null || unit === '%' ? reading.values() : reading.valuesOf(unit))
}

function distinctDates(dates: readonly DateMention[]): DateMention[] {
  return [...new Map(dates.map((date) => [JSON.stringify(date.readings), date])).values()]
}

/** True when a date of the sources can be the same. The year may stand apart from day and month. */
function isAmong(date: DateMention, reading: SourceReading): boolean {
  return reading
    .dates()
    .some(
      (told) =>
        isSameDate(date, told) &&
        (told.readings.some(({ year }) => year !== null) ||
          date.readings.every(
            ({ year }) =>
              year === null ||
              reading.index().has(reading.vocabulary.number(year, null)) ||
              reading.dates().some((other) => other.readings.some((one) => one.year === year)),
          )),
    )
}

const code = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g
/** The text with code blocks and inline code blanked out; every position stays where it was. */
function maskCode(text: string): string {
  return text.replace(code, (part) => part.replace(/[^\n]/g, ' '))
}
