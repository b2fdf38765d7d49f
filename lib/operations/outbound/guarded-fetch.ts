import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { getEnv } from '@/lib/env'
import { type Address, OutboundError, resolvePublic } from './addresses'

type GuardedRequest = {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** From the DNS lookup to the last byte of the answer. */
  timeoutMs: number
  /** The answer is truncated to this many bytes. */
  maxBytes: number
  signal?: AbortSignal
  /** For an address chosen by the operator; the default is VERITAS_ALLOW_PRIVATE_WEBHOOKS. */
  allowPrivate?: boolean
}

export type GuardedResponse = {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** Whether the answer exceeded `maxBytes`. */
  isCut: boolean
  ms: number
}

/**
 * Calls an address that a user chose. Refuses private ones (unless VERITAS_ALLOW_PRIVATE_WEBHOOKS), connects only to the addresses that
 * were checked, follows no redirect, reuses no connection, and limits the size and time of the answer.
 * @throws OutboundError when there was no answer; any status counts as an answer
 */
export async function guardedFetch(url: string, options: GuardedRequest): Promise<GuardedResponse> {
  const started = performance.now()
  const limit = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
  const target = new URL(url)
  try {
    const addresses = await untilAborted(
      resolvePublic(target.hostname, options.allowPrivate ?? getEnv().VERITAS_ALLOW_PRIVATE_WEBHOOKS),
      signal,
    )
    const response = await untilAborted(send(target, addresses, options, signal), signal)
    const { text, isCut } = await readBounded(response, options.maxBytes)
    const { statusCode = 0, headers } = response
    return { status: statusCode, headers, body: text, isCut, ms: performance.now() - started }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    if (limit.aborted) throw new OutboundError('timeout', `no answer within ${options.timeoutMs / 1000} s`)
    if (signal.aborted) throw new OutboundError('unreachable', 'given up before an answer came')
    throw new OutboundError('unreachable', unreachableReason(error), NEVER_ARRIVED.test(codeOf(error)))
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
    // Without a listener, Node closes such a connection and reports neither an answer nor an error.
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new OutboundError('unreachable', 'it answered 101: another protocol than HTTP'))
    })
    sent.end(body)
  })
}

/** Resolves every lookup to the checked addresses, which prevents DNS rebinding. */
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

const NEVER_ARRIVED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|.*CERT.*)$/

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Describes why a connection failed; falls back to the system's message for rare reasons. */
export function unreachableReason(error: unknown): string {
  // A host with several addresses fails with one reason each.
  if (error instanceof AggregateError && error.errors.length > 0) return unreachableReason(error.errors[0])
  if (!(error instanceof Error)) return 'the connection failed'
  const code = codeOf(error)
  return words[code] ?? families.find(([start]) => code.startsWith(start))?.[1] ?? (error.message || error.name)
}

const SELF_SIGNED = 'its certificate is self-signed, which is not trusted here'
const UNKNOWN_ISSUER = 'its certificate was not issued by a trusted authority'

const words: Record<string, string> = {
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  ECONNREFUSED: 'nothing listens at this address',
  ETIMEDOUT: 'nothing answers at this address',
  EHOSTUNREACH: 'no route leads to this address',
  ENETUNREACH: 'no route leads to this address',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  EPROTO: 'no TLS is spoken there, or none that fits',
}

const families: [string, string][] = [
  ['ERR_SSL_', 'no TLS is spoken there, or none that fits'],
  ['HPE_', 'what answers there does not speak HTTP'],
]
