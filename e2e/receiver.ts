import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = { headers: IncomingHttpHeaders; body: string; answered: number }

export type Receiver = {
  url: string
  received: Received[]
  /** Sets the statuses of the next responses, in order; the last one repeats. */
  answer: (...statuses: [number, ...number[]]) => void
  close: () => Promise<void>
}

/** Starts a webhook receiver on its own port. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let statuses = [200]
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const answered = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200
    received.push({ headers: request.headers, body: await text(request), answered })
    response.writeHead(answered).end(`answered ${answered}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer(...next) {
      statuses = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Whether a message is signed with this secret by Standard Webhooks 1.0.0. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const own = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(content)
    .digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((part) => Buffer.from(part.replace('v1,', ''), 'base64'))
    .some((sent) => sent.length === own.length && timingSafeEqual(sent, own))
}
