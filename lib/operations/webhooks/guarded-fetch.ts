import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { getEnv } from '@/lib/env'
import { OutboundError } from './outbound-error'
import { type Address, resolvePublic } from './resolve-public'
import { unreachableReason } from './unreachable-reason'

export type GuardedRequest = {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** From the look-up of the name to the last byte of the answer. */
  timeoutMs: number
  /** The answer is read up to here and then dropped. */
  maxBytes: number
  signal?: AbortSignal
}

export type GuardedResponse = {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** There was more than `maxBytes`. */
  isCut: boolean
  ms: number
}

/**
 * Calls an address that somebody else chose. Refuses private ones (unless VERITAS_ALLOW_PRIVATE_WEBHOOKS), connects to the very
 * addresses that were checked, follows no redirect, keeps no connection, and reads a bounded answer within a bounded time.
 * @throws OutboundError when no answer came; whatever status came is an answer.
 */
export async function guardedFetch(url: string, options: GuardedRequest): Promise<GuardedResponse> {
  const started = performance.now()
  const limit = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
  const target = new URL(url)
  try {
    const addresses = await untilAborted(
      resolvePublic(target.hostname, getEnv().VERITAS_ALLOW_PRIVATE_WEBHOOKS),
      signal,
    )
    const response = await send(target, addresses, options, signal)
    const { text, isCut } = await readBounded(response, options.maxBytes)
    const { statusCode = 0, headers } = response
    return { status: statusCode, headers, body: text, isCut, ms: performance.now() - started }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    if (limit.aborted) throw new OutboundError('timeout', `no answer within ${options.timeoutMs / 1000} s`)
    if (signal.aborted) throw new OutboundError('unreachable', 'given up before an answer came')
    throw new OutboundError('unreachable', unreachableReason(error))
  }
}

function send(
  target: URL,
  addresses: readonly Address[],
  { method = 'POST', headers, body }: GuardedRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(target, {
      method,
      headers: { ...headers, ...length },
      agent: false,
      lookup: pinned(addresses),
      signal,
    })
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Answers every look-up with the addresses that were checked, whatever the name stands for by now. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
    else callback(new Error('no address'), '')
  }
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<{ text: string; isCut: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    parts.push(part)
    size += part.length
    if (size > maxBytes) break
  }
  return { text: Buffer.concat(parts).subarray(0, maxBytes).toString(), isCut: size > maxBytes }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
