import { Agent, request as open } from 'node:http'
import type { FuzzRequest } from './requests'

/** `status` is 0 if the connection was cut. */
export type Answer = { status: number; text: string; ms: number; retryAfter: boolean }

const PATIENCE_MS = 60_000
const MOST_BYTES = 1_000_000

// Connections are not reused, so that a request cannot affect the next one.
const agent = new Agent({ keepAlive: false })
let turn = 0

/** Sends a request unchanged, from a separate address, and reads the answer. */
export function send(baseUrl: string, sent: FuzzRequest, identity: Record<string, string>): Promise<Answer> {
  const startedAt = performance.now()
  const address = `198.18.${(turn >> 8) & 255}.${turn & 255}`
  turn++
  const headers = { ...identity, 'x-forwarded-for': address, ...sent.headers }
  return new Promise((resolve) => {
    const end = (status: number, text: string, retryAfter = false) =>
      resolve({ status, text, ms: performance.now() - startedAt, retryAfter })
    const { hostname, port } = new URL(baseUrl)
    const target = { hostname, port, path: sent.path, method: sent.method, headers, agent, timeout: PATIENCE_MS }
    const request = open(target, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        if (text.length < MOST_BYTES) text += part
      })
      answer.once('error', (error) => end(0, error.message))
      answer.once('end', () => end(answer.statusCode ?? 0, text, answer.headers['retry-after'] !== undefined))
    })
    request.once('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
    request.once('error', (error) => end(0, error.message))
    if (sent.body) request.setHeader('content-length', sent.body.byteLength)
    request.end(sent.body)
  })
}
