import type { Desk } from './desk'

/** What an evaluator says of a run later on: user feedback, a late check, a peer. A person's verdict is given on the desk alone. */
export type SentSignal = {
  evaluator: 'self' | 'peer' | 'downstream'
  /** 0 to 1; of `downstream` also whether it held. */
  value: number | boolean
  /** Your own id: the same again is the same signal, with another value it is a conflict. */
  id?: string
  /** Who or what says so. */
  source?: string
  comment?: string
  /** When it was said, in ISO 8601; now when left out. The latest of an evaluator holds. */
  at?: string
}

/** What became of the signals: how many were new, and what the run is held to be now; null while it has not come. */
export type SignalsTaken = {
  runId: string | null
  accepted: number
  duplicates: number
  confidence: number | null
  coverage: number
  decision: string | null
}

/**
 * Says later what evaluators think of a run, by the desk's id or your own, also before the run is there. With an `id` a signal
 * may be sent again without harm. @throws ApiError
 */
export function sendSignals(desk: Desk, run: string, signals: SentSignal[]): Promise<SignalsTaken> {
  return desk.ask<SignalsTaken>('POST /api/v1/runs/{runId}/signals', { runId: run, signals })
}
