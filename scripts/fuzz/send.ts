import { Agent, request as open } from 'node:http'

export type Caller = 'key' | 'stranger-key' | 'admin' | 'reviewer' | 'viewer' | 'nobody'

export type FuzzRequest = {
  /** The target: an operation, a path of OTLP, a method of MCP. */
  subject: string
  caller: Caller
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
  /** The outermost fields that were changed, if the rest conforms to the contract. */
  fields: string[]
  /** It may take long, because it waits for a person. */
  waits: boolean
  /** It calls an external service, which may not answer. */
  asksOutside: boolean
  /** It names an item of another project, which the caller may not access. */
  isForeign: boolean
}

/** `status` is 0 if the connection was cut. */
export type Answer = { status: number; text: string; ms: number; retryAfter: boolean }

const PATIENCE_MS = 60_000
const BYTES_MAX = 1_000_000

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
        if (text.length < BYTES_MAX) text += part
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
