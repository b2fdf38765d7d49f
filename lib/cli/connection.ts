import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import { ApiError, toApiError } from '@/lib/api/api-error'
import { attempt, type CallOptions, call, parseAnswer, requestOf, withRetries } from '@/lib/api/call'
import type { Contract } from '@/lib/contracts/contract'
import { id } from '@/lib/contracts/primitives'
import { week } from '@/lib/contracts/weekly/report'
import { UsageError } from './exit-codes'
import type { Terminal } from './terminal'

export type ConnectionOptions = { url: string; apiKey?: string | undefined }

/** Calls a contract on the desk given by the options, with retries. */
export type Send = <I extends z.ZodType, O extends z.ZodType>(
  contract: Contract<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>

/** Longer than any answer takes; without it a hanging desk would block a CI job for an hour. */
const LONGEST_ANSWER_S = 180

/** Adds the options for connecting to a desk. */
export function withConnection(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'address of the desk').env('VERITAS_URL').default('http://127.0.0.1:3000'))
    .addOption(new Option('--api-key <key>', 'a key of the project').env('VERITAS_API_KEY'))
}

export function connect(options: ConnectionOptions, terminal: Terminal): Send {
  const desk = deskOf(options, terminal)
  return (contract, input) =>
    withRetries(patienceOf(options, terminal), () =>
      inTime(terminal.signal, (signal) => call(contract, input, { ...desk, signal })),
    )
}

/** Opens a streamed answer; a connection lost later is not retried. */
export function connectStream(options: ConnectionOptions, terminal: Terminal) {
  const desk = { ...deskOf(options, terminal), fetch: unredirected(terminal.fetch), signal: terminal.signal }
  return <I extends z.ZodType>(contract: Contract<I, z.ZodType>, input: z.input<I>) =>
    withRetries(patienceOf(options, terminal), () => callStream(contract, input, desk))
}

/** Says at once what cannot be reached and how long that is tried, and not again with every try. */
function patienceOf({ url }: ConnectionOptions, { sleep, note }: Terminal) {
  let isToldUnreached = false
  const onWait = (reason: ApiError, waitS: number, allS: number) => {
    if (reason.code !== 'network') return note(`${reason.message}; retrying in ${waitS} s`)
    if (!isToldUnreached)
      note(`${url} (--url or VERITAS_URL): ${reason.message}; trying again for ${Math.ceil(allS)} s`)
    isToldUnreached = true
  }
  return { sleep, onWait }
}

/** How a desk is called. @throws UsageError, or ApiError without a key */
export function deskOf({ url, apiKey }: ConnectionOptions, terminal: Terminal) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--url: "${url}" is not an http address`)
  if (!apiKey) throw new ApiError('unauthorized', 401, 'no API key: pass --api-key or set VERITAS_API_KEY')
  return { baseUrl: url, apiKey, via: 'cli' as const, fetch: bounded(unredirected(terminal.fetch)) }
}

type Fetch = typeof globalThis.fetch

/** Follows no redirect, which would send runs to a host that nobody named. */
function unredirected(send: Fetch): Fetch {
  return async (address, init) => {
    const response = await send(address, { ...init, redirect: 'manual' })
    const { status, headers } = response
    if (status < 300 || status >= 400) return response
    const goal = URL.parse(headers.get('location') ?? '', String(address))?.origin ?? 'elsewhere'
    throw new ApiError('unexpected_answer', status, `the server redirects to ${goal}, which is not followed`)
  }
}

/** More than any answer that is not streamed. */
const MAX_ANSWER_BYTES = 256 * 1024 ** 2

/** Fails an answer, unpacked, that would exhaust memory. */
function bounded(send: Fetch): Fetch {
  return async (address, init) => {
    const response = await send(address, init)
    let size = 0
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        size += chunk.byteLength
        if (size <= MAX_ANSWER_BYTES) out.enqueue(chunk)
        else out.error(new ApiError('unexpected_answer', response.status, 'the answer is larger than 256 MiB'))
      },
    })
    return new Response(response.body?.pipeThrough(counting) ?? null, response)
  }
}

async function inTime<T>(stop: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(LONGEST_ANSWER_S * 1000)
  try {
    return await work(AbortSignal.any([stop, timeout]))
  } catch (error) {
    if (!timeout.aborted || stop.aborted) throw error
    throw new ApiError('network', 0, `the server gave no answer within ${LONGEST_ANSWER_S} s`, { cause: error })
  }
}

/** Parses an argument as an id of the desk. */
export function toId(text: string): string {
  const parsed = id.safeParse(text.trim())
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError('expected an id of the desk, like 0198c000-0000-7000-8000-000000000001.')
}

/** Parses an option as an ISO week. */
export function toWeek(text: string): string {
  const parsed = week.safeParse(text.trim().toUpperCase())
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError('expected an ISO week such as 2026-W47.')
}

/** Parses an option as a share or score. */
export function toShare(text: string): number {
  const share = text.trim() === '' ? Number.NaN : Number(text)
  if (share >= 0 && share <= 1) return share
  throw new InvalidArgumentError('expected a number from 0 to 1.')
}

/** Creates a parser for whole numbers within bounds. */
export function toWholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isInteger(count) && count >= min && count <= max) return count
    throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}.`)
  }
}

/**
 * Opens a contract that streams bytes. Later errors, such as a lost connection, are thrown while iterating.
 * @throws ApiError as `call` does, before the first byte.
 */
async function callStream<I extends z.ZodType>(
  contract: Contract<I, z.ZodType>,
  input: z.input<I>,
  options: CallOptions = {},
): Promise<AsyncIterable<Uint8Array>> {
  const { target } = requestOf(contract, input, options.project)
  const headers = new Headers()
  if (options.apiKey !== undefined) headers.set('authorization', `Bearer ${options.apiKey}`)
  if (options.via !== undefined) headers.set('x-veritas-via', options.via)
  const url = `${options.baseUrl?.replace(/\/+$/, '') ?? ''}${target}`
  const send = options.fetch ?? globalThis.fetch
  const signal = options.signal ?? null
  const response = await attempt(signal, () => send(url, { method: contract.method, headers, signal }))
  if (!response.ok) throw toApiError(response, parseAnswer(await attempt(signal, () => response.text())))
  return readAll(response.body, signal)
}

async function* readAll(body: ReadableStream<Uint8Array> | null, signal: AbortSignal | null) {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await attempt(signal, () => reader.read())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
