import type { z } from 'zod'
import type { Contract } from '../contracts/contract'
import { ApiError, toApiError } from './api-error'
import { requestOf } from './request-of'

export type CallOptions = {
  /** Origin of the server; left out in a browser, where paths are relative. */
  baseUrl?: string | undefined
  /** Slug of the project to work in, for an actor who has several. */
  project?: string | undefined
  apiKey?: string | undefined
  /** What calls, for the record. */
  via?: 'cli' | 'mcp' | undefined
  signal?: AbortSignal | undefined
  fetch?: typeof globalThis.fetch | undefined
}

/**
 * Calls a contract over HTTP and returns its parsed output. Tries once; retrying is the caller's choice.
 * @throws ApiError for every refusal, network failure or answer that the contract does not allow. An abort stays an
 * AbortError.
 */
export async function call<I extends z.ZodType, O extends z.ZodType>(
  contract: Contract<I, O>,
  input: z.input<I>,
  options: CallOptions = {},
): Promise<z.output<O>> {
  const { response, answer } = await exchange(contract, input, options)
  const parsed = contract.output.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ApiError(
    'unexpected_answer',
    response.status,
    `${contract.name}: the answer is not what the contract says`,
    {
      issues: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
      requestId: response.headers.get('x-request-id'),
      cause: parsed.error,
    },
  )
}

/**
 * Sends one request and reads its answer: JSON, or undefined for what is none.
 * @throws ApiError for a refusal and where no answer came. An abort stays an AbortError.
 */
export async function exchange(
  contract: Pick<Contract, 'name' | 'method' | 'path'>,
  input: unknown,
  options: CallOptions,
) {
  const { target, body } = requestOf(contract, input, options.project)
  const headers = new Headers({ accept: 'application/json' })
  if (body !== null) headers.set('content-type', 'application/json')
  if (options.apiKey !== undefined) headers.set('authorization', `Bearer ${options.apiKey}`)
  if (options.via !== undefined) headers.set('x-veritas-via', options.via)
  const url = `${options.baseUrl?.replace(/\/+$/, '') ?? ''}${target}`
  const send = options.fetch ?? globalThis.fetch
  const signal = options.signal ?? null
  const response = await attempt(signal, () => send(url, { method: contract.method, headers, body, signal }))
  const text = await attempt(signal, () => response.text())
  const answer = parseAnswer(text)
  if (!response.ok) throw toApiError(response, answer)
  return { response, answer }
}

/** Runs a part of a call: what the network throws is an ApiError, an abort stays an abort. */
export async function attempt<T>(signal: AbortSignal | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError('network', 0, `the server cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
}

/** fetch reports "fetch failed" and keeps the reason in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}

/** JSON, or undefined for what is none. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
