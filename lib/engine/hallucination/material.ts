import { lazily } from '../lazily'
import { FieldSource } from './fields/field-source'
import { RecordIndex } from './fields/record-index'
import { type Equation, equationsIn } from './numbers/equations'
import { withEnglishMonths } from './numbers/foreign-dates'
import { inPlainSigns } from './numbers/latex'
import { inOneNotation } from './numbers/notations'
import { type DateMention, datesIn } from './numbers/read-dates'
import { type ReadSentence, readProse } from './sources/read-prose'
import { readSources, type SourceReading } from './sources/source-reading'
import { type GivenTables, readTables } from './tables/given-tables'
import { digitTraitsOf } from './text/digits'
import { isEnglish, isForeign } from './text/english'
import { shownText } from './text/markup'
import { normalise, toPlainLines } from './text/plain-text'
import {
  asidesIn,
  type CitedId,
  type Identifier,
  identifiersIn,
  idsCitedIn,
  keyOf,
  numbersCitedIn,
} from './text/references'
import { searchIn } from './text/searched-text'
import { clausesOf, type Sentence, sentencesOf } from './text/sentences'
import { CALCULATION } from './words/traits'
import type { Capitals, WordList } from './words/word-list'

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
  | 'sources'
  | 'references'
  | 'files'
  | 'toolResults'
  | 'grounding'
  | 'given'
  | 'isGiven'
  | 'identifiersGiven'
  | 'isKeyGiven'
  | 'reading'
  | 'readingOf'
  | 'tables'
  | 'fieldSource'
  | 'records'
>

/** Prepares the given material in the forms the checks use. */
export function readGiven(input: Omit<DetectHallucinationsInput, 'output' | 'date'>): GivenMaterial {
  const { sources = [], references = [], files = [], toolResults = [] } = input
  const raw = [...sources.map(({ text }) => text), ...toolResults]
  const texts = raw.map(shownText)
  const grounding = texts.join('\n')
  // Links and quotations may be of what a page does not show.
  const pages = raw.filter((text, at) => text !== texts[at])
  const given = lazily(() => normalise([grounding, ...pages, ...references.map(({ text }) => text)].join('\n')))
  const written = texts.map(toPlainLines)
  const plain = written.map(asInEnglish)
  const reading = readSources(plain.join('\n'), written.join('\n'))
  const readings = plain.map((text, at) => lazily(() => readSources(text, written[at])))
  const tables = lazily(() => readTables(plain, reading.vocabulary))
  return {
    sources,
    references,
    files,
    toolResults,
    grounding,
    given,
    isGiven: searchIn(given),
    identifiersGiven: lazily(() => new Set(identifiersIn(grounding).map(({ key }) => key))),
    isKeyGiven: searchIn(lazily(() => keyOf(given()))),
    reading,
    readingOf: (at) => (readings[at] as () => SourceReading)(),
    tables,
    fieldSource: lazily(() => new FieldSource(plain.join('\n'), reading)),
    records: lazily(() => new RecordIndex(tables().all)),
  }
}

/** Prepares an output for the checks: with and without code, together with the given material. */
export function toMaterial(text: string, given: GivenMaterial, date: string | null = null): Material {
  const output = text.slice(0, outputCharacters)
  const prose = maskCode(asInEnglish(output), code)
  const sentences = lazily(() => sentencesOf(prose))
  const isGrounded = given.grounding !== ''
  const numbersCited = lazily(() => numbersCitedIn(prose))
  const idsCited = lazily(() =>
    idsCitedIn(
      prose,
      given.sources.map(({ id }) => id),
    ),
  )
  const asides = lazily(() => [...asidesIn(prose, numbersCited()), ...idsCited()])
  const read = lazily(() => readProse(prose, clausesOf(prose, sentences()), asides(), given.reading))
  const english = lazily(() => isEnglish(prose, isGrounded ? () => read().table.words : undefined))
  const mayHaveDate = () => !isGrounded || read().table.mayHaveDate
  const digits = lazily(() => (isGrounded ? read().table.digits : digitTraitsOf(prose)))
  const mayHave = (trait: number) => !isGrounded || (read().table.words.traits & trait) !== 0
  return {
    ...given,
    output,
    prose,
    sentences,
    numbersCited,
    idsCited,
    asides,
    mayHaveDate,
    mayHave,
    dates: lazily(() => (mayHaveDate() ? datesIn(prose) : [])),
    equations: lazily(() => equationsIn(prose, mayHave(CALCULATION))),
    digits,
    identifiers: lazily(() => {
      const text = maskCode(output, codeBlock)
      return identifiersIn(text, text === prose ? digits() : undefined)
    }),
    isForeign: lazily(
      () =>
        isGrounded && ((!english() && isForeign(prose)) || (!given.reading.isEnglish() && given.reading.isForeign())),
    ),
    isEnglish: english(),
    date,
    readings: () => (isGrounded ? read().sentences : []),
    named: () => {
      if (!isGrounded) return null
      const { table, capitals } = read()
      return { words: table.words, capitals }
    },
  }
}

/** Writes formulas with plain signs, amounts and dates as English does, position by position. */
const asInEnglish = (text: string) => withEnglishMonths(inOneNotation(inPlainSigns(text)))

const codeBlock = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g
const code = new RegExp(`${codeBlock.source}|\`[^\`\\n]*\``, 'g')
/** Blanks out code, keeping all positions. */
function maskCode(text: string, pattern: RegExp): string {
  if (!text.includes('`') && !text.includes('~~~')) return text
  return text.replace(pattern, (part) => part.replace(/[^\n]/g, ' '))
}

/** The output and the material its claims are checked against. */
export interface Material {
  /** The output with code blanked out and amounts in one notation, positions unchanged. */
  prose: string
  /** The sentences of the prose. */
  sentences: () => readonly Sentence[]
  /** The citations by number, "[3]". */
  numbersCited: () => readonly RegExpExecArray[]
  /** The citations of sources by their ids, "[handbook.md]". */
  idsCited: () => readonly CitedId[]
  /** The spans of all citations, which are no claims themselves. */
  asides: () => readonly { start: number; end: number }[]
  /** Returns false if the prose has no name of a month and no date in digits. */
  mayHaveDate: () => boolean
  /** The dates of the prose. */
  dates: () => readonly DateMention[]
  /** The calculations of the prose. */
  equations: () => readonly Equation[]
  /** The identifiers of the output, without its code blocks. */
  identifiers: () => readonly Identifier[]
  /** The unchanged output. */
  output: string
  sources: readonly { id: string; text: string }[]
  references: readonly { id: string; text: string }[]
  files: readonly string[]
  toolResults: readonly string[]
  /** All material as one lower-case text with plain quotes and single spaces; empty when nothing was given. */
  given: () => string
  /** Whether {@link given} has a text. */
  isGiven: (text: string) => boolean
  /** The keys of the identifiers in the grounding. */
  identifiersGiven: () => ReadonlySet<string>
  /** Whether {@link given} has the key of an identifier anywhere. */
  isKeyGiven: (key: string) => boolean
  /** Sources and tool results unchanged, used to check numbers and names; empty when none were given. */
  grounding: string
  /** The grounding in the forms used to look up claims. */
  reading: SourceReading
  /** A single source, by its index, in these forms. */
  readingOf: (at: number) => SourceReading
  tables: () => GivenTables
  /** The grounding in the forms used to look up the fields of a JSON output. */
  fieldSource: () => FieldSource
  /** The records of tables and lists of the sources. */
  records: () => RecordIndex
  /** The sentences of the prose compared with the grounding; empty without grounding. */
  readings: () => readonly ReadSentence[]
  /** Returns false if no word of the prose has a trait; always true without grounding. */
  mayHave: (trait: number) => boolean
  /** What stands beside the digits of the prose, as bits of `digits.ts`. */
  digits: () => number
  /** The words of the prose, and those that may be part of a name; null without grounding. */
  named: () => { words: WordList; capitals: Capitals } | null
  /** Whether the prose is English: names and wording are checked in no other language. */
  isEnglish: boolean
  /** Whether the prose or the sources are surely of another language, so that their words may not be compared. False without grounding. */
  isForeign: () => boolean
  /** ISO date of the output; null when unknown. */
  date: string | null
}
