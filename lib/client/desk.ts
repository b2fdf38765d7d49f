import { setTimeout } from 'node:timers/promises'
import { exchange, withRetries } from '../api/call'
import type { AutomatedEvaluator } from '../contracts/evaluators'

/** Method and path, as listed in the API reference. */
export type Target = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`

export type DeskOptions = {
  /** Address of the desk; default: VERITAS_URL, else http://127.0.0.1:3000. */
  url?: string
  /** API key of the project with scopes read and write; default: VERITAS_API_KEY. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
  signal?: AbortSignal
}

/** A connection to a desk. */
export type Desk = {
  url: string
  /**
   * Calls any endpoint of the reference: `desk.ask<{ gate: { state: string } }>('GET /api/v1/gates/{gateId}', { gateId })`.
   * Fields that are not in the path are the query of GET and DELETE, else the body. The answer is not validated. Retries up to six times
   * while the desk is busy or unreachable, so that a call may arrive twice: runs, signals and tools are idempotent.
   * @throws ApiError
   */
  ask<Answer = unknown, Input extends object = Record<string, unknown>>(target: Target, input?: Input): Promise<Answer>
}

/** Connects to a desk. Sends no request. */
export function connectDesk({ url, apiKey, fetch, signal }: DeskOptions = {}): Desk {
  const baseUrl = url ?? process.env.VERITAS_URL ?? 'http://127.0.0.1:3000'
  const key = apiKey ?? process.env.VERITAS_API_KEY
  const patience = { sleep: (ms: number) => setTimeout(ms, undefined, { signal }) }
  return {
    url: baseUrl,
    async ask<Answer>(target: string, input: object = {}) {
      const [method, path = ''] = target.split(' ')
      const named = { name: target, method: method as 'GET', path }
      const options = { baseUrl, apiKey: key, fetch, signal }
      const { answer } = await withRetries(patience, () => exchange(named, input, options))
      return answer as Answer
    },
  }
}

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
