import type { IncomingMessage, ServerResponse } from 'node:http'
import { staticHeaders } from './static-headers.mjs'

/** What a handler reads of a request: a web Request has it, and {@link toApiRequest} gives it without making one. */
export type ApiRequest = Pick<Request, 'method' | 'url' | 'signal'> & {
  headers: Pick<Headers, 'get'>
  body: AsyncIterable<Uint8Array> | null
}

type Answer = (request: ApiRequest) => Promise<Response>
/** Answers a request of Node's server and returns true, or returns false without touching it. */
type Door = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

// The server (`scripts/provision/serve.mjs`) is not part of any bundle, and meets the routes here.
const kept = globalThis as typeof globalThis & { veritasNodeDoor?: Door }

const RUNS = /^\/api\/v1\/runs(?:\?|$)/

/**
 * Lets the server hand runs sent with a key to `answer` itself. They need nothing of Next, whose handling of a request is about a quarter
 * of the main thread's work for a run.
 */
export function openNodeDoor(answer: Answer): void {
  kept.veritasNodeDoor = async (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'POST' || headers.authorization === undefined || !RUNS.test(url)) return false
    await send(await answer(toApiRequest(request, response)), response)
    return true
  }
}

function toApiRequest(request: IncomingMessage, response: ServerResponse): ApiRequest {
  const { headers, method = '', url = '' } = request
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  return {
    method,
    url: `http://desk${url}`,
    signal: gone.signal,
    headers: {
      get(name) {
        const sent = headers[name.toLowerCase()]
        return (Array.isArray(sent) ? sent.join(', ') : sent) ?? null
      },
    },
    // A body that is only partly read must leave the connection to the answer.
    body: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) },
  }
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  for (const { key, value } of staticHeaders) response.setHeader(key, value)
  for (const [key, value] of answer.headers) response.setHeader(key, value)
  response.statusCode = answer.status
  response.end(await answer.text())
}
