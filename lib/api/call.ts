import type { z } from 'zod'
import type { Contract, Method } from '../contracts/contract'
import type { InputAt, OutputAt, Target } from '../contracts/targets'
import { ApiError, toApiError } from './api-error'

export type CallOptions = {
  /** Origin of the server; omit in a browser, where paths are relative. */
  baseUrl?: string | undefined
  /** Slug of the project, for an actor with several. */
  project?: string | undefined
  apiKey?: string | undefined
  /** The calling program, for the audit log. */
  via?: 'cli' | 'mcp' | undefined
  signal?: AbortSignal | undefined
  fetch?: typeof globalThis.fetch | undefined
}

/**
 * Calls a contract over HTTP and returns its parsed output. Does not retry.
 * @throws ApiError for every error response, network failure or answer that violates the contract. An abort stays an AbortError.
 */
export async function call<I extends z.ZodType, O extends z.ZodType>(
  contract: Contract<I, O>,
  input: z.input<I>,
  options: CallOptions,
): Promise<z.output<O>> {
  const { response, answer } = await exchange(contract, input, options)
  return readAnswer(contract, answer, response)
}

/** Parses an answer by its contract. @throws ApiError `unexpected_answer` if it does not match */
export function readAnswer<O extends z.ZodType>(
  contract: Pick<Contract<z.ZodType, O>, 'name' | 'output'>,
  answer: unknown,
  response?: Response,
): z.output<O> {
  const parsed = contract.output.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ApiError(
    'unexpected_answer',
    response?.status ?? 200,
    `${contract.name}: the answer is not what the contract says`,
    {
      issues: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
      requestId: response?.headers.get('x-request-id') ?? null,
      cause: parsed.error,
    },
  )
}

/**
 * Sends one request and reads its answer: the JSON value, or undefined if it is not JSON.
 * @throws ApiError for an error response or without a response. An abort stays an AbortError.
 */
export async function exchange(contract: Route, input: unknown, options: CallOptions) {
  const response = await open(contract, input, options, 'application/json')
  const text = await attempt(options.signal, () => response.text())
  return { response, answer: parseAnswer(text) }
}

type Route = Pick<Contract, 'name' | 'method' | 'path'>

let shownPerson: string | undefined

/**
 * Says whom this page shows as signed in: what it asks and sends is refused once somebody else is, who signed in at another tab, as it would
 * be recorded as theirs. Never called on a server, which answers many.
 */
export function setShownPerson(userId: string): void {
  shownPerson = userId
}

/**
 * Sends one request, and leaves the body of its answer to be read.
 * @throws ApiError for an error response or without a response. An abort stays an AbortError.
 */
export async function open(contract: Route, input: unknown, options: CallOptions, accept: string): Promise<Response> {
  const { target, body } = requestOf(contract, input, options.project)
  const headers = new Headers({ accept })
  if (body !== null) headers.set('content-type', 'application/json')
  if (options.apiKey !== undefined) headers.set('authorization', `Bearer ${options.apiKey}`)
  if (options.via !== undefined) headers.set('x-veritas-via', options.via)
  if (shownPerson !== undefined) headers.set('x-veritas-person', shownPerson)
  const url = `${options.baseUrl?.replace(/\/+$/, '') ?? ''}${target}`
  const send = options.fetch ?? globalThis.fetch
  const { signal = null } = options
  const response = await attempt(signal, () => send(url, { method: contract.method, headers, body, signal }))
  if (!response.ok) throw toApiError(response, parseAnswer(await attempt(signal, () => response.text())))
  return response
}

/** Runs part of a call: network errors become an ApiError; an abort, or an ApiError of `options.fetch`, stays what it is. */
export async function attempt<T>(signal: AbortSignal | null | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error
    throw new ApiError('network', 0, `the server cannot be reached: ${reasonOf(error)}`, { cause: error })
  }
}

/** fetch reports "fetch failed" and keeps the reason in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  if ('code' in cause && cause.code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'it does not answer with TLS: its address may begin with http:// instead of https://'
  return cause.message || cause.name
}

/** Parses JSON, or returns undefined if it is not JSON. */
function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A call whose answer must be JSON. @throws ApiError also for another answer */
export async function exchangeJson(contract: Route, input: unknown, options: CallOptions): Promise<unknown> {
  const { response, answer } = await exchange(contract, input, options)
  if (answer !== undefined) return answer
  throw new ApiError('unexpected_answer', response.status, `${contract.name}: the answer is not JSON`, {
    requestId: response.headers.get('x-request-id'),
  })
}

type WireRequest = { target: string; body: string | null }

/**
 * Builds the path with query and the JSON body of a call: `{name}` segments are filled from the input; the rest becomes the query string
 * of GET and DELETE, and the body of POST and PATCH. Undefined values are dropped.
 * @throws TypeError if a path segment has no value.
 */
export function requestOf(contract: Route, input: unknown, project?: string): WireRequest {
  const rest = new Map(Object.entries(input ?? {}))
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${contract.name}: "${name}" is missing from the input`)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const hasBody = contract.method === 'POST' || contract.method === 'PATCH'
  const query = hasBody ? new URLSearchParams() : toQuery(rest)
  if (project !== undefined) query.set('project', project)
  const target = query.size > 0 ? `${path}?${query}` : path
  return { target, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : null }
}

function toQuery(values: Iterable<[string, unknown]>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of values) {
    if (value === undefined || value === null) continue
    for (const text of Array.isArray(value) ? toListParameters(value.map(String)) : [String(value)])
      query.append(key, text)
  }
  return query
}

/** A list is comma-joined, or repeated if a value contains a comma. A repeated parameter is not split, so a single value is sent twice. */
function toListParameters(items: readonly string[]): readonly string[] {
  if (!items.some((item) => item.includes(','))) return items.length > 0 ? [items.join(',')] : []
  return items.length === 1 ? [...items, ...items] : items
}

/** How to sleep, and what is reported before it: why, and the seconds of this wait and of all that may follow, this one included. */
type Waiting = {
  sleep: (ms: number) => Promise<void>
  onWait?: (reason: ApiError, waitS: number, allS: number) => void
}

const DELAYS_S = [0.5, 1, 2, 4, 8, 16]
const LONGEST_WAIT_S = 120
const RETRYABLE_STATUS = new Set([429, 502, 503, 504])
const HOPELESS_CODE = /^(?:ENOTFOUND|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_.*|ERR_TLS_CERT_.*|ERR_SSL_.*)$/

/**
 * Retries a call up to six times after 429, 502, 503 and 504 and recoverable network errors: after the server's Retry-After, else after
 * half a second, doubling. Only for calls that are safe to repeat.
 */
export async function withRetries<T>({ sleep, onWait }: Waiting, work: () => Promise<T>): Promise<T> {
  for (const [tried, delayS] of DELAYS_S.entries()) {
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error)) throw error
      const waitS = Math.min(error.retryAfterS ?? delayS, LONGEST_WAIT_S)
      onWait?.(error, waitS, waitS + DELAYS_S.slice(tried + 1).reduce((sum, next) => sum + next, 0))
      await sleep(waitS * 1000)
    }
  }
  return work()
}

/** Whether repeating the call later may succeed. */
export function isTemporary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.code === 'network' ? !isHopeless(error.cause) : RETRYABLE_STATUS.has(error.status)
}

/** Whether a retry would fail again: unknown host, rejected certificate, or a timeout. */
function isHopeless(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (cause.name === 'TimeoutError' || cause.message === 'bad port') return true
  if ('code' in cause && HOPELESS_CODE.test(String(cause.code))) return true
  return isHopeless(cause.cause)
}

type AskOptions = Pick<CallOptions, 'project' | 'signal' | 'fetch' | 'baseUrl'>

/**
 * Calls a contract from a page of the same server: `fetchContract('GET /api/v1/runs/{runId}', { runId })`. Input and output are typed by
 * the contract at that target, without shipping schemas to the browser; the answer is not validated, since the server returns only what
 * the contract declares.
 * @throws ApiError for every error response, network failure or answer that is not JSON. An abort stays an AbortError.
 */
export async function fetchContract<T extends Target>(
  target: T,
  input: InputAt<T>,
  options: AskOptions = {},
): Promise<OutputAt<T>> {
  const { method, path } = split(target)
  return (await exchangeJson({ name: target, method, path }, input, options)) as OutputAt<T>
}

function split(target: string): { method: Method; path: string } {
  const [method, path = ''] = target.split(' ')
  return { method: method as Method, path }
}
