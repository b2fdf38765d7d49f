import type { ExecutionResult } from './chain'

// Written out instead of inferred from the contract's schema: these types are published and must not depend on zod.

/** Quality criteria of a result, with the fields of `quality_criteria` in the API reference. */
export type Criteria = {
  /** A missing field blocks acceptance. */
  completeness_required?: boolean | undefined
  /** Lowest accepted accuracy; also the threshold if no other is given. */
  accuracy_threshold?: number | undefined
  /** Lowest accepted quality, 0 to 1; 0.85 by default. */
  quality_threshold?: number | undefined
  required_fields?: string[] | undefined
  required_types?: Record<string, JsonType> | undefined
  /** Field to a JSON Schema format name or a regular expression. */
  required_formats?: Record<string, string> | undefined
  /** Counts "", [] and {} as missing. */
  require_non_empty?: boolean | undefined
  /** Deduction for each format violation; 0 by default. */
  format_penalty?: number | undefined
  accuracy_criteria?:
    | {
        validation_rules?: Rule[] | undefined
        business_rules?: Omit<Rule, 'severity'>[] | undefined
        /** Field to its allowed range, inclusive. */
        expected_ranges?:
          | Record<string, { min?: number | undefined; max?: number | undefined; severity?: Severity | undefined }>
          | undefined
        cross_field_validations?:
          | {
              id: string
              left: string
              op: string
              right: string
              severity?: Severity | undefined
              message?: string | undefined
            }[]
          | undefined
      }
    | undefined
  performance_budget?: { time_ms?: number | undefined; tokens?: number | undefined } | undefined
  scoring_weights?:
    | { completeness?: number | undefined; accuracy?: number | undefined; performance?: number | undefined }
    | undefined
  /** Every issue of severity error blocks acceptance. */
  strict?: boolean | undefined
  /** Further rules; they raise issues without affecting the score. */
  custom_validators?: Rule[] | undefined
}

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'
type Severity = 'error' | 'warning'

export type Rule = {
  id: string
  field: string
  /** eq, ne, gt, gte, lt, lte, in, matches, exists or type. */
  op: string
  value?: unknown
  severity?: Severity | undefined
  message?: string | undefined
}

/** Chain and version under which attempts are reported. */
export type Report = { chain: string; version?: string; execution?: string; scenario?: string }

/** How an attempt is made: the whole chain, or only these nodes again. */
export type Plan = { strategy: 'first' | 'partial' | 'full' | 'adaptive'; rerunNodes: readonly string[] }

export type AttemptRecord = Plan & {
  attempt: number
  result: ExecutionResult
  /** 0 to 1; null if the check itself failed. */
  quality: number | null
  isAcceptable: boolean
  /** The desk's id of the reported run; null if it was not, or could not be, reported. */
  runId: string | null
  reportError: string | null
}

export type Stop = 'accepted' | 'accepted_best' | 'exhausted' | 'needs_human'

export type QualityOutcome = {
  /**
   * accepted: an attempt meets the criteria. accepted_best: the attempts stopped improving, and the best one is fair but below the
   * threshold. exhausted: no rerun is left. needs_human: no rerun can help, or the attempts contradict each other.
   * unvalidated: the check itself failed, so the quality of the result is unknown.
   */
  status: Stop | 'unvalidated'
  reason: string
  /** Result of the accepted attempt, else of the best one; the last one's if unvalidated. */
  result: ExecutionResult
  attempts: AttemptRecord[]
}
