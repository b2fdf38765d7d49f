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
  const words = lazily(() => new Set(wordsOf(text)))
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
    words,
    prefixes: lazily(() => new Set([...new Set(text.match(/(?<![\p{L}\d])\p{Lu}\p{Ll}{3,}/gu))].flatMap(beginnings))),
    writtenWords: lazily(() => writtenWordsOf(text)),
    isEnglish: lazily(() => isEnglish(text)),
  }
  return reading
}

/** The beginnings of a name from its fourth letter on, lower case. */
function beginnings(name: string): string[] {
  const text = name.toLowerCase()
  return Array.from({ length: text.length - 3 }, (_, more) => text.slice(0, more + 4))
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
              reading.index().has(reading.vocabulary.term(`${year}`)) ||
              reading.dates().some((other) => other.readings.some((one) => one.year === year)),
          )),
    )
}

const code = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g
const commonWords = new Set(
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our'.split(
    ' ',
  ),
)

const commonLength = Math.max(...[...commonWords].map(({ length }) => length))

/** The text with code blocks and inline code blanked out; every position stays where it was. */
function maskCode(text: string): string {
  return text.replace(code, (part) => part.replace(/[^\n]/g, ' '))
}

/** True when a text of some length is made of English words; a short one is taken for English when it is plain ASCII. */
function isEnglish(text: string): boolean {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  if (words.length < 12) return !/[^\p{ASCII}‘’“”–—…•]/u.test(text.slice(0, 2000))
  let common = 0
  for (const word of words) if (word.length <= commonLength && commonWords.has(word)) common++
  return common / words.length >= 0.12
}

/** Every word and number of a text in lower case, possessives without their ending. */
export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/['’]s\b/g, '')
  return plain.match(/[\p{L}\d]+/gu) ?? []
}

/** Every word and number of a text as it is written, once. */
export function writtenWordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\d]+/gu))
}
