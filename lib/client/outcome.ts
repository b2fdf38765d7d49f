import type { ExecutionResult } from './chain'

// Written out rather than taken from the contract's schema: these types are given away, and bring no library along.

/** What a result has to meet. Its fields are those of `quality_criteria` in the reference of the desk. */
export type Criteria = {
  /** A missing field blocks acceptance. */
  completeness_required?: boolean | undefined
  /** Lowest accuracy accepted; also the threshold where no other is given. */
  accuracy_threshold?: number | undefined
  /** Lowest quality accepted, 0 to 1; 0.85 by default. */
  quality_threshold?: number | undefined
  required_fields?: string[] | undefined
  required_types?: Record<string, JsonType> | undefined
  /** Field to a JSON Schema format name or a regular expression. */
  required_formats?: Record<string, string> | undefined
  /** Counts "", [] and {} as missing. */
  require_non_empty?: boolean | undefined
  /** Taken off for each format violation; 0 by default. */
  format_penalty?: number | undefined
  accuracy_criteria?:
    | {
        validation_rules?: Rule[] | undefined
        business_rules?: Omit<Rule, 'severity'>[] | undefined
        /** Field to the inclusive range it has to lie in. */
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
  /** Further rules; they raise issues and leave the score. */
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

/** Chain and version to report attempts under. */
export type Report = { chain: string; version?: string; execution?: string; scenario?: string }

/** How an attempt was made: all of the chain, or again only these nodes. */
export type Plan = { strategy: 'first' | 'partial' | 'full' | 'adaptive'; rerunNodes: readonly string[] }

export type AttemptRecord = Plan & {
  attempt: number
  result: ExecutionResult
  /** 0 to 1; null where the check itself failed. */
  quality: number | null
  isAcceptable: boolean
  /** The desk's id of the reported run; null where it was not, or could not be, reported. */
  runId: string | null
  reportError: string | null
}

export type Stop = 'accepted' | 'accepted_best' | 'exhausted' | 'needs_human'

export type QualityOutcome = {
  /**
   * accepted: an attempt meets the criteria. accepted_best: it no longer gets better, and the best attempt is fair but below
   * the threshold. exhausted: no rerun is left. needs_human: no rerun can help, or the attempts contradict each other.
   * unvalidated: the check itself failed, so nothing is known of the result.
   */
  status: Stop | 'unvalidated'
  reason: string
  /** The accepted or else the best attempt's result; the last one's where nothing is known. */
  result: ExecutionResult
  attempts: AttemptRecord[]
}
