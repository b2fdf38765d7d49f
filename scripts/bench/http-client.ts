import { Agent, request } from 'node:http'

export type Answer = { status: number; text: string; ms: number }

/** A client that keeps its connections, as one that sends runs all day does. */
export type HttpClient = {
  get: (path: string) => Promise<Answer>
  /** Sends JSON that was made beforehand, so that making it is not measured. */
  post: (path: string, json: Buffer, headers?: Record<string, string>) => Promise<Answer>
  close: () => void
}

/** Talks to a server with one API key, over as many connections as are needed or allowed. `ms` is from sending the request until its whole answer is read. */
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
    post: (path, json, headers) => send('POST', path, json, headers),
    close: () => agent.destroy(),
  }
}

/** @throws Error with what the server said when the answer is not a success. */
export function assertOk({ status, text }: Answer): void {
  if (status < 200 || status > 299) throw new Error(`The server answered ${status}: ${text.slice(0, 500)}`)
}
