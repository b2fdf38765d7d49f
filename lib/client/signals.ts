import type { AutomatedEvaluator } from '../contracts/evaluators'
import type { Desk } from './desk'

/** A signal sent after the run: user feedback, a late check, a peer. Verdicts of people are only given on the desk. */
export type SentSignal = {
  evaluator: AutomatedEvaluator
  /** 0 to 1; for `downstream` also true or false. */
  value: number | boolean
  /** Your own id: resending the same value is idempotent, a different value is a conflict. */
  id?: string
  /** Source of the signal. */
  source?: string
  comment?: string
  /** Time of the signal, ISO 8601; default: now. The latest of an evaluator counts. */
  at?: string
}

/** Result of sending signals: the number of new ones, and the updated state of the run; null until it has arrived. */
export type SignalsTaken = {
  runId: string | null
  accepted: number
  duplicates: number
  confidence: number | null
  coverage: number
  decision: string | null
}

/**
 * Sends signals for a run, by the desk's id or your own, even before the run has arrived. A signal with an `id` can safely be sent again.
 * @throws ApiError
 */
export function sendSignals(desk: Desk, run: string, signals: SentSignal[]): Promise<SignalsTaken> {
  return desk.ask<SignalsTaken>('POST /api/v1/runs/{runId}/signals', { runId: run, signals })
}
