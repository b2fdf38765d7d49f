import type { Capitals } from './capitals'
import type { TableValues } from './derived-from-tables'
import type { StatedValues } from './derived-from-text'
import type { Entries } from './entries'
import type { DateMention } from './read-dates'
import type { Identifier } from './read-identifiers'
import type { NumberMention } from './read-numbers'
import type { Sentence } from './sentences'
import type { SourceIndex } from './source-index'
import type { CellIndex } from './table-mentions'
import type { Table } from './tables'
import type { Token, TokenRange } from './tokens'
import type { Vocabulary } from './vocabulary'
import type { TextWords, WordList } from './words'

export type HallucinationType =
  | 'fabricated_citation'
  | 'false_quote'
  | 'invented_statistic'
  | 'nonexistent_entity'
  | 'unsupported_number'
  | 'self_contradiction'
  | 'temporal_error'
  | 'overconfidence'
  | 'source_contradiction'
  | 'unsupported_claim'

/** A half-open character range of the output. */
export interface Span {
  start: number
  end: number
  text: string
}

/** A claim of the output that is contradicted, or that nothing available supports. */
export interface HallucinationFinding {
  type: HallucinationType
  verdict: 'contradicted' | 'unverifiable'
  /** `confirmed` follows by rule alone, `likely` from the given material, `warning` only asks for review. */
  severity: 'warning' | 'likely' | 'confirmed'
  /** Certainty of the finding in [0, 1]. */
  confidence: number
  span: Span
  evidence: string
}

/** Findings of one check, and the number of claims it confirmed. */
export interface CheckResult {
  findings: HallucinationFinding[]
  verified: number
  /** Number of claims that are not in the material but follow from it, as stated by the output. */
  derived?: number
}

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
  /** The values that follow from what is said in words. */
  stated: () => StatedValues
  /** The numbers in words. */
  spelled: () => readonly NumberMention[]
  /** The unit of each number; null for an unknown unit. */
  units: () => readonly (string | null)[]
  /** The distinct known units. */
  distinctUnits: () => readonly string[]
  /** The numbers in digits that may have the unit, or all of them, ascending. */
  valuesOf: (unit?: string) => Float64Array
  /** The distinct dates. */
  dates: () => readonly DateMention[]
  hasDate: (date: DateMention) => boolean
  /** Index of the sentences. */
  index: () => SourceIndex
  words: () => TextWords
  isEnglish: () => boolean
}

/** How new a sentence is compared with the sources. Shares in [0, 1]. */
export interface Newness {
  /** Share of the trigrams (three tokens in a row) that occur in no sentence of the sources. */
  novelty: number
  /** Share of the content words, by weight, that occur in no source. */
  unknown: number
  /** Number of trigrams looked up. */
  trigrams: number
  /** Number of content words. */
  content: number
}

/** A sentence of the output with its tokens, and how new they are compared with the sources. */
export interface ReadSentence extends Sentence, TokenRange {
  /** The tokens as objects, for alignment with a source sentence. */
  tokens: () => readonly Token[]
  newness: () => Newness
}

/** The tables, lists and forms of the sources and tool results. */
export interface GivenTables {
  all: readonly Table[]
  cells: CellIndex
  /** What follows from their values. */
  values: TableValues
  entries: () => Entries
  /** The sentences outside of them, in lower case. */
  prose: () => readonly string[]
}

/** The output and the material its claims are checked against. */
export interface Material {
  /** The output with code blanked out, positions unchanged. */
  prose: string
  /** The sentences of the prose. */
  sentences: () => readonly Sentence[]
  /** Returns false if the prose has no name of a month and no date in digits. */
  mayHaveDate: () => boolean
  /** The dates of the prose. */
  dates: () => readonly DateMention[]
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
  /** Sources and tool results unchanged, used to check numbers and names; empty when none were given. */
  grounding: string
  /** The grounding in the forms used to look up claims. */
  reading: SourceReading
  tables: () => GivenTables
  /** The sentences of the prose compared with the grounding; empty without grounding. */
  readings: () => readonly ReadSentence[]
  /** Returns false if no word of the prose has a trait; always true without grounding. */
  mayHave: (trait: number) => boolean
  /** The words of the prose, and those that may be part of a name; null without grounding. */
  named: () => { words: WordList; capitals: Capitals } | null
  /** Whether the prose is English: names and wording are checked in no other language. */
  isEnglish: boolean
  /** ISO date of the output; null when unknown. */
  date: string | null
}

/** Returns the span from `start` to `end` of a text. */
export function spanOf(text: string, start: number, end: number): Span {
  return { start, end, text: text.slice(start, end) }
}
