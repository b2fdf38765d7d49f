import { setTimeout } from 'node:timers/promises'
import { exchangeJson, withRetries } from '../api/call'
import { clientFetch, inTime, toBaseUrl } from '../api/client-fetch'
import type { AutomatedEvaluator } from '../contracts/evaluators'

/** Method and path, as listed in the API reference. */
export type Target = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`

export type DeskOptions = {
  /** Address of the desk, or where a proxy serves it: `https://example.com/desk`; default: VERITAS_URL, else http://127.0.0.1:3000. */
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
   * Fields that are not in the path are the query of GET and DELETE, else the body. The answer is JSON, not validated, of at most 256 MiB.
   * Retries up to six times while the desk is busy or unreachable, so that a call may arrive twice: runs, signals and tools are
   * idempotent. Waits at most 180 s for an answer, and at most 120 s between two tries if the desk asks for it. Follows no redirect.
   * @param signal ends the call, as does the signal of the desk
   * @throws ApiError, or the reason of the signal that aborted
   */
  ask<Answer = unknown, Input extends object = Record<string, unknown>>(
    target: Target,
    input?: Input,
    signal?: AbortSignal,
  ): Promise<Answer>
}

/**
 * Connects to a desk. Sends no request.
 * @throws TypeError if `url` is not an http address
 */
export function connectDesk(options: DeskOptions = {}): Desk {
  const asked = options.url || process.env.VERITAS_URL || 'http://127.0.0.1:3000'
  const url = toBaseUrl(asked)
  if (!url) throw new TypeError(`"${asked}" (url or VERITAS_URL) is not the http address of a desk`)
  const apiKey = (options.apiKey || process.env.VERITAS_API_KEY)?.trim() || undefined
  const desk = { baseUrl: url, apiKey, fetch: clientFetch(options.fetch) }
  return {
    url,
    async ask<Answer>(target: string, input: object = {}, signal?: AbortSignal) {
      const [method, path = ''] = target.split(' ')
      const named = { name: target, method: method as 'GET', path }
      const stop = AbortSignal.any([options.signal, signal].filter((one) => one !== undefined))
      const sleep = (ms: number) => setTimeout(ms, undefined, { signal: stop })
      const send = () => inTime(stop, (limited) => exchangeJson(named, input, { ...desk, signal: limited }))
      try {
        return (await withRetries({ sleep }, send)) as Answer
      } catch (error) {
        // A wait that is aborted throws an error of its own.
        stop.throwIfAborted()
        throw error
      }
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
export function sendSignals(desk: Desk, run: string, signals: readonly SentSignal[]): Promise<SignalsTaken> {
  return desk.ask<SignalsTaken>('POST /api/v1/runs/{runId}/signals', { runId: run, signals })
}
