import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { call, withRetries } from '../api/call'
import type { Contract } from '../contracts/contract'

export type DeskOptions = {
  /** Where the desk is; VERITAS_URL, else http://127.0.0.1:3000. */
  url?: string
  /** A key of the project with scopes read and write; VERITAS_API_KEY when left out. */
  apiKey?: string
  fetch?: typeof globalThis.fetch
  signal?: AbortSignal
}

/** A desk to send calls to. */
export type Desk = {
  url: string
  /** Calls a contract, again while the desk is busy or away (at most six times). @throws ApiError */
  send<I extends z.ZodType, O extends z.ZodType>(contract: Contract<I, O>, input: z.input<I>): Promise<z.output<O>>
}

/** The desk at an address. Nothing is sent yet. */
export function connectDesk({ url, apiKey, fetch, signal }: DeskOptions = {}): Desk {
  const baseUrl = url ?? process.env.VERITAS_URL ?? 'http://127.0.0.1:3000'
  const key = apiKey ?? process.env.VERITAS_API_KEY
  const patience = { sleep: (ms: number) => setTimeout(ms, undefined, { signal }), note: () => {} }
  return {
    url: baseUrl,
    send: (contract, input) =>
      withRetries(patience, () => call(contract, input, { baseUrl, apiKey: key, fetch, signal })),
  }
}
