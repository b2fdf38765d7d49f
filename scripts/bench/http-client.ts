import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { forEachConcurrently } from '@/lib/operations/payloads/for-each-concurrently'

export type Answer = { status: number; text: string; ms: number }

/** An HTTP client with keep-alive, like an agent that sends runs all day. */
export type HttpClient = {
  get: (path: string) => Promise<Answer>
  /** Sends JSON serialized beforehand, so that serializing it is not measured. */
  send: (method: 'POST' | 'PATCH', path: string, json: Buffer) => Promise<Answer>
  post: (path: string, json: Buffer, headers?: Record<string, string>) => Promise<Answer>
  close: () => void
}

/**
 * Opens a client with one API key and up to `connections` connections. `ms` is the time from sending the request until the whole answer is
 * read.
 */
export function openHttpClient(baseUrl: string, apiKey: string, connections = Number.POSITIVE_INFINITY): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (method: string, path: string, json?: Buffer, more?: Record<string, string>) =>
    new Promise<Answer>((resolve, reject) => {
      const startedAt = performance.now()
      const headers = {
        authorization: `Bearer ${apiKey}`,
        ...(json && { 'content-type': 'application/json', 'content-length': json.byteLength }),
        ...more,
      }
      const sent = request(new URL(path, baseUrl), { method, agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - startedAt })
        })
      })
      sent.once('error', reject)
      sent.end(json)
    })
  return {
    get: (path) => send('GET', path),
    send,
    post: (path, json, headers) => send('POST', path, json, headers),
    close: () => agent.destroy(),
  }
}

/**
 * @throws Error with the server's message if the answer is not a success
 */
export function assertOk({ status, text }: Answer): void {
  if (status < 200 || status > 299) throw new Error(`The server answered ${status}: ${text.slice(0, 500)}`)
}

/**
 * Starts `work` for `perS` items a second, whether the ones before are done or not, like independent callers. Resolves to the total
 * seconds, and the milliseconds of each item from when it was due.
 */
export async function timeAtRate<T>(
  items: readonly T[],
  perS: number,
  work: (item: T) => Promise<unknown>,
): Promise<{ seconds: number; times: number[] }> {
  const startedAt = performance.now()
  const dueAt = (place: number) => startedAt + (place * 1000) / perS
  const times = await Promise.all(
    items.map(async (item, place) => {
      await sleep(Math.max(0, dueAt(place) - performance.now()))
      await work(item)
      return performance.now() - dueAt(place)
    }),
  )
  return { seconds: (performance.now() - startedAt) / 1000, times }
}

/** Runs `work` for every item, `width` at a time. Resolves to the total seconds. */
export async function timeInFlight<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now()
  await forEachConcurrently(width, items, work)
  return (performance.now() - startedAt) / 1000
}
