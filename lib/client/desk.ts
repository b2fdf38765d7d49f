import { setTimeout } from 'node:timers/promises'
import { exchange, withRetries } from '../api/call'

/** Method and path, as the reference of the desk lists them. */
export type Target = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`

export type DeskOptions = {
  /** Where the desk is; VERITAS_URL, else http://127.0.0.1:3000. */
  url?: string
  /** A key of the project with scopes read and write; VERITAS_API_KEY when left out. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
  signal?: AbortSignal
}

/** A desk to ask. */
export type Desk = {
  url: string
  /**
   * Asks for what the reference lists: `desk.ask<{ gate: { state: string } }>('GET /api/v1/gates/{gateId}', { gateId })`.
   * Fields that are not in the path are the query of GET and DELETE, else the body. The answer is taken as it is. Asks again
   * while the desk is busy or away, at most six times, so that a call may arrive twice: runs, signals and tools do not mind.
   * @throws ApiError
   */
  ask<Answer = unknown, Input extends object = Record<string, unknown>>(target: Target, input?: Input): Promise<Answer>
}

/** The desk at an address. Nothing is sent yet. */
export function connectDesk({ url, apiKey, fetch, signal }: DeskOptions = {}): Desk {
  const baseUrl = url ?? process.env.VERITAS_URL ?? 'http://127.0.0.1:3000'
  const key = apiKey ?? process.env.VERITAS_API_KEY
  const patience = { sleep: (ms: number) => setTimeout(ms, undefined, { signal }), note: () => {} }
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
