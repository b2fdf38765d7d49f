import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startLoopbackServer } from './loopback-server'

/** How a request is answered: a status, with headers, or a misbehaviour. */
export type Answer = number | { status: number; headers: Record<string, string> } | 'hang' | 'reset' | 'endless'

export type Received = { headers: IncomingHttpHeaders; body: string }

export type Receiver = {
  url: string
  requests: Received[]
  /** Sets the responses, one for each request; the last is repeated. */
  behave: (...answers: [Answer, ...Answer[]]) => void
  /** Resolves when this many requests have arrived. */
  seen: (count: number) => Promise<void>
  close: () => Promise<void>
}

/** Starts a webhook receiver on its own port, over real HTTP. */
export async function startReceiver(): Promise<Receiver> {
  const requests: Received[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let answers: Answer[] = [200]
  const { origin, close } = await startLoopbackServer(async (request, response) => {
    const body = await text(request)
    requests.push({ headers: request.headers, body })
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
    give((answers.length > 1 ? answers.shift() : answers[0]) ?? 200, response)
  })
  return {
    url: `${origin}/hook`,
    requests,
    behave(...next) {
      answers = next
    },
    seen(count) {
      if (requests.length >= count) return Promise.resolve()
      return new Promise((resolve) => waiting.push({ count, resolve }))
    },
    close,
  }
}

function give(answer: Answer, response: ServerResponse): void {
  if (answer === 'hang') return
  if (answer === 'reset') response.socket?.resetAndDestroy()
  else if (answer === 'endless') response.writeHead(200).write('x'.repeat(1_000_000))
  else if (typeof answer === 'number') response.writeHead(answer).end(`answered ${answer}`)
  else response.writeHead(answer.status, answer.headers).end()
}
