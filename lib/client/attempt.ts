import type { z } from 'zod'
import type { qualityCriteria } from '../contracts/quality-criteria'
import type { ExecutionResult } from './execution-result'

/** What was wrong with the attempt before, ready to be put into a prompt. */
export type Feedback = {
  overall_score: number | null
  specific_issues: { field: string; issue: string; fix: string | null }[]
  strengths_to_preserve: string[]
  iteration_guidance: string
}

/** What the desk advises where a plain rerun does not fit: another agent, or a relaxed input, for these nodes. */
export type Advice = { action: string; nodes: string[]; reason: string }

/** What one try is given. `attempt` counts from 1; feedback and advice are null on the first. */
export type Attempt = {
  attempt: number
  request: unknown
  feedback: Feedback | null
  advice: Advice | null
  signal?: AbortSignal | undefined
}

export type Execute = (attempt: Attempt) => Promise<ExecutionResult>
export type RerunNodes = (
  nodes: readonly string[],
  attempt: Attempt & { previous: ExecutionResult },
) => Promise<ExecutionResult>

export type Criteria = z.input<typeof qualityCriteria>

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

/** The sentence of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
