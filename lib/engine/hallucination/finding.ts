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

/** Returns the span from `start` to `end` of a text. */
export function spanOf(text: string, start: number, end: number): Span {
  return { start, end, text: text.slice(start, end) }
}
