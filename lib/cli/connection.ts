import { type Command, Option } from 'commander'
import type { z } from 'zod'
import { ApiError } from '@/lib/api/api-error'
import { type CallOptions, call } from '@/lib/api/call'
import { callStream } from '@/lib/api/call-stream'
import { withRetries } from '@/lib/api/with-retries'
import type { Contract } from '@/lib/contracts/contract'
import { UsageError } from './exit-codes'
import type { Terminal } from './terminal'

export type ConnectionOptions = { url: string; apiKey?: string | undefined }

/** Calls a contract on the desk the user named, again where that can help. */
export type Send = <I extends z.ZodType, O extends z.ZodType>(
  contract: Contract<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>

/** Longer than any answer takes; without it a desk that hangs would hold a job for an hour. */
const LONGEST_ANSWER_S = 180

/** Adds the options that every command needs to reach the desk. */
export function withConnection(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'address of the desk').env('VERITAS_URL').default('http://127.0.0.1:3000'))
    .addOption(new Option('--api-key <key>', 'a key of the project').env('VERITAS_API_KEY'))
}

export function connect(options: ConnectionOptions, terminal: Terminal): Send {
  const desk = deskOf(options, terminal)
  return (contract, input) =>
    withRetries(terminal, () => inTime(terminal.signal, (signal) => call(contract, input, { ...desk, signal })))
}

/** Opens an answer that comes as a stream; what breaks off later is not tried again. */
export function connectStream(options: ConnectionOptions, terminal: Terminal) {
  const desk = { ...deskOf(options, terminal), signal: terminal.signal }
  return <I extends z.ZodType>(contract: Contract<I, z.ZodType>, input: z.input<I>) =>
    withRetries(terminal, () => callStream(contract, input, desk))
}

function deskOf({ url, apiKey }: ConnectionOptions, terminal: Terminal): CallOptions {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--url: "${url}" is no http address`)
  if (!apiKey) throw new ApiError('unauthorized', 401, 'no API key: pass --api-key or set VERITAS_API_KEY')
  return { baseUrl: url, apiKey, via: 'cli', fetch: terminal.fetch }
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
