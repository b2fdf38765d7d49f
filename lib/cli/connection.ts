import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import { ApiError } from '@/lib/api/api-error'
import { attempt, call, open, withRetries } from '@/lib/api/call'
import { clientFetch, inTime, toBaseUrl, unredirected } from '@/lib/api/client-fetch'
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

/** Adds the options for connecting to a desk. */
export function withConnection(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'address of the desk').env('VERITAS_URL').default('http://127.0.0.1:3000'))
    .addOption(new Option('--api-key <key>', 'a key of the project').env('VERITAS_API_KEY'))
}

/** Returns a function that calls operations of the desk named by the options or the environment, and repeats calls without an answer. */
export function connect(options: ConnectionOptions, terminal: Terminal): Send {
  const desk = deskOf(options, terminal)
  return (contract, input) =>
    withRetries(patienceOf(options, terminal), () =>
      inTime(terminal.signal, (signal) => call(contract, input, { ...desk, signal })),
    )
}

/** Opens a streamed answer of any length. A connection lost later is not retried, but thrown while iterating. */
export function connectStream(options: ConnectionOptions, terminal: Terminal) {
  const desk = { ...deskOf(options, terminal), fetch: unredirected(terminal.fetch), signal: terminal.signal }
  return <I extends z.ZodType>(contract: Contract<I, z.ZodType>, input: z.input<I>) =>
    withRetries(patienceOf(options, terminal), async () => {
      const { body } = await open(contract, input, desk, '*/*')
      return readAll(body, terminal.signal)
    })
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
  const baseUrl = toBaseUrl(url)
  if (!baseUrl) throw new UsageError(`--url: "${url}" is not an http address`)
  if (!apiKey?.trim()) throw new ApiError('unauthorized', 401, 'no API key: pass --api-key or set VERITAS_API_KEY')
  return { baseUrl, apiKey: apiKey.trim(), via: 'cli' as const, fetch: clientFetch(terminal.fetch) }
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

async function* readAll(body: ReadableStream<Uint8Array> | null, signal: AbortSignal) {
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
