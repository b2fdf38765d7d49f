import type { z } from 'zod'
import type { Contract } from '../contracts/contract'
import { toApiError } from './api-error'
import { attempt, type CallOptions, parseAnswer, requestOf } from './call'

/**
 * Opens a contract that streams bytes. Later errors, such as a lost connection, are thrown while iterating.
 * @throws ApiError as `call` does, before the first byte.
 */
export async function callStream<I extends z.ZodType>(
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
