import type { Material } from './finding'
import { contextBefore } from './numbers'
import { type NumberMention, numbersIn, numberWordsIn, sorted } from './read-numbers'

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
type GivenMaterial = Omit<Material, 'output' | 'prose' | 'isEnglish' | 'date'>

/** Reads the material given, in the forms the checks look things up in. */
export function readGiven(input: Omit<DetectHallucinationsInput, 'output' | 'date'>): GivenMaterial {
  const { sources = [], references = [], files = [], toolResults = [] } = input
  const grounding = [...sources.map(({ text }) => text), ...toolResults].join('\n')
  const given = normalise([grounding, ...references.map(({ text }) => text)].join('\n'))
  return { sources, references, files, toolResults, grounding, given, reading: readSources(grounding) }
}

/** Prepares what the checks read: the output with and without code, beside the material it is held against. */
export function toMaterial(text: string, given: GivenMaterial, date: string | null = null): Material {
  const output = text.slice(0, outputCharacters)
  const prose = maskCode(output)
  return { ...given, output, prose, isEnglish: isEnglish(prose), date }
}

const derivedValuesMax = 30

/**
 * What sources and tool results say, in the forms that claims are looked up in. Each form is made when it is first asked for,
 * and once for all the texts that are held against it.
 */
export interface SourceReading {
  /** In rising order: every number, in digits or words, and, where they are few, what two of them come to. */
  values: () => Float64Array
  /** The numbers by unit and the two words before them: `parcels the manifest`. */
  numbersByThing: () => ReadonlyMap<string, readonly NumberMention[]>
  /** Lower case. */
  words: () => ReadonlySet<string>
  /** Words that stand in lower case somewhere, so that a capital makes no name of them. */
  ordinaryWords: () => ReadonlySet<string>
  isEnglish: () => boolean
}

/** Reads a text of sources and tool results. */
function readSources(text: string): SourceReading {
  const numbers = lazily(() => numbersIn(text))
  return {
    values: lazily(() => valuesIn(text, numbers())),
    numbersByThing: lazily(() => Map.groupBy(numbers(), ({ unit, start }) => `${unit} ${contextBefore(text, start)}`)),
    words: lazily(() => new Set(wordsOf(text))),
    ordinaryWords: lazily(() => new Set(ordinaryWordsOf(text))),
    isEnglish: lazily(() => isEnglish(text)),
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function valuesIn(text: string, numbers: readonly NumberMention[]): Float64Array {
  const told = numbers.map(({ value }) => value)
  const derivable = told.length <= derivedValuesMax ? derived(told) : []
  return sorted([told, digitsIn(text), numberWordsIn(text), derivable].flat())
}

/** Every run of digits, also those within dates, times and names. */
function digitsIn(text: string): number[] {
  return (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
}

/** Sums, differences, products and shares of two numbers of the source. */
function derived(values: readonly number[]): number[] {
  return values.flatMap((left, index) =>
    values.slice(index + 1).flatMap((right) => {
      const low = Math.min(left, right)
      const high = Math.max(left, right)
      const shares = low > 0 ? [low / high, (high - low) / low, (high - low) / high] : []
      return [left + right, high - low, left * right, ...shares]
    }),
  )
}

const code = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g
const sentenceEnd = /(?<=[.!?]["'”’)\]]{0,3})\s+(?=["'“‘([]?[A-Z0-9\p{Lu}])|\n\s*\n|\n(?=\s*(?:[-*•#|>]|\d+[.)])\s)/gu
const abbreviation =
  /\b(?:e\.g|i\.e|etc|vs|cf|no|fig|dr|mr|mrs|ms|prof|st|inc|ltd|jr|sr|approx|al|eq|sec|vol|[A-Z])\.$/i
const commonWords = new Set(
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our'.split(
    ' ',
  ),
)

/** The text with code blocks and inline code blanked out; every position stays where it was. */
function maskCode(text: string): string {
  return text.replace(code, (part) => part.replace(/[^\n]/g, ' '))
}

/** One sentence, list item or heading: its text and where it begins. */
export interface Sentence {
  start: number
  text: string
}

/** Splits prose into sentences, list items and headings. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  function close(end: number, next: number) {
    const raw = text.slice(start, end)
    const trimmed = raw.trim()
    if (trimmed) sentences.push({ start: start + raw.indexOf(trimmed), text: trimmed })
    start = next
  }
  for (const match of text.matchAll(sentenceEnd)) {
    const isBreak = match[0].includes('\n')
    if (isBreak || !abbreviation.test(text.slice(Math.max(0, match.index - 12), match.index)))
      close(match.index, match.index + match[0].length)
  }
  close(text.length, text.length)
  return sentences
}

/** True when a text of some length is made of English words; a short one is taken for English when it is plain ASCII. */
function isEnglish(text: string): boolean {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  if (words.length < 12) return !/[^\p{ASCII}‘’“”–—…•]/u.test(text.slice(0, 2000))
  return words.filter((word) => commonWords.has(word)).length / words.length >= 0.12
}

/** Lower case, plain quotes and dashes, single spaces. */
export function normalise(text: string): string {
  return text
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .trim()
}

/** Every word and number of a text in lower case, possessives without their ending. */
export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(/['’]s\b/g, '')
  return plain.match(/[\p{L}\d]+/gu) ?? []
}

/** Words of three letters and more that stand in lower case, each as often as it does. */
export function ordinaryWordsOf(text: string): readonly string[] {
  return text.match(/(?<![\p{L}\d])\p{Ll}{3,}(?![\p{L}\d])/gu) ?? []
}
