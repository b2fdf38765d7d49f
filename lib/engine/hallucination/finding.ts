import type { DateMention } from './read-dates'
import type { NumberMention } from './read-numbers'
import type { Sentence } from './sentences'
import type { SourceIndex } from './source-index'
import type { Token, TokenTable } from './tokens'
import type { Vocabulary } from './vocabulary'
import type { TextWords } from './words'

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

/** A place in the output: half-open character range. */
export interface Span {
  start: number
  end: number
  text: string
}

/** Something the output says that is contradicted, or that nothing at hand supports. */
export interface HallucinationFinding {
  type: HallucinationType
  verdict: 'contradicted' | 'unverifiable'
  /** `confirmed` follows by rule alone, `likely` from the material given, `warning` only asks for a look. */
  severity: 'warning' | 'likely' | 'confirmed'
  /** Certainty of the finding in [0, 1]. */
  confidence: number
  span: Span
  evidence: string
}

/** What one check found, and how many claims it could confirm. */
export interface CheckResult {
  findings: HallucinationFinding[]
  verified: number
  /** Claims that the material does not tell and that follow from what it tells, as the output says they do. */
  derived?: number
}

/**
 * What sources and tool results say, in the forms that claims are looked up in. Each form is made when it is first asked for,
 * and once for all the texts that are held against it.
 */
export interface SourceReading {
  /** The terms of the index, and of what is looked up in it. */
  vocabulary: Vocabulary
  /** In rising order: every number, in digits or words. */
  values: () => Float64Array
  numbers: () => readonly NumberMention[]
  /** Of each of them what measures it; null for what is no unit. */
  units: () => readonly (string | null)[]
  /** Each of these units once. */
  unitsTold: () => readonly string[]
  /** In rising order: the numbers in digits that may be of a unit, or all of them. */
  valuesOf: (unit?: string) => Float64Array
  /** Each date once. */
  dates: () => readonly DateMention[]
  isDateTold: (date: DateMention) => boolean
  /** Sentence by sentence. */
  index: () => SourceIndex
  words: () => TextWords
  isEnglish: () => boolean
}

/** How new a sentence is against the sources. Shares in [0, 1]. */
export interface Newness {
  /** Share of three tokens in a row that stand in no sentence of the sources. */
  novelty: number
  /** Share of the content words, by weight, that stand in none. */
  unknown: number
  /** Three tokens in a row that were looked up. */
  trigrams: number
  /** Words that say something of their own. */
  content: number
}

/** A sentence of the output with its tokens, and how new they are against the sources. */
export interface ReadSentence extends Sentence {
  /** Its tokens are those of the table from one place to another. */
  table: TokenTable
  from: number
  to: number
  /** The same as objects, to lay them beside those of a source. */
  tokens: () => readonly Token[]
  newness: () => Newness
}

/** The material that claims are held against. */
export interface Material {
  /** The output with code blanked out, positions unchanged. */
  prose: string
  /** The sentences of the prose. */
  sentences: () => readonly Sentence[]
  /** The dates of the prose. */
  dates: () => readonly DateMention[]
  /** The output as it is. */
  output: string
  sources: readonly { id: string; text: string }[]
  references: readonly { id: string; text: string }[]
  files: readonly string[]
  toolResults: readonly string[]
  /** Everything given, in one lower-case text with plain quotes and single spaces; empty when nothing was given. */
  given: () => string
  /** Sources and tool results as they are: what numbers and names can be held against; empty when none were given. */
  grounding: string
  /** The grounding in the forms that claims are looked up in. */
  reading: SourceReading
  /** The sentences of the prose, read against the grounding; none without one. */
  readings: () => readonly ReadSentence[]
  /** Whether the prose is English: names and wording are judged in no other language. */
  isEnglish: boolean
  /** ISO date of the output; null when not told. */
  date: string | null
}

/** The span from `start` to `end` of a text. */
export function spanOf(text: string, start: number, end: number): Span {
  return { start, end, text: text.slice(start, end) }
}
