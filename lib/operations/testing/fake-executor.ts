import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type TrialOrder, trialOrder } from '@/lib/contracts/trials'
import { startLoopbackServer } from './loopback-server'

/** How a request is answered: a run body, a status, or a misbehaviour. */
export type ExecutorWay =
  | { run: Record<string, unknown> }
  | { status: number; text?: string }
  | 'hang'
  | 'hang in the body'
  | 'drip'
  | 'garbage'
  | 'a list'
  | 'deep'
  | 'huge'
  | 'reset'
  | 'redirect'

type SeenOrder = { order: TrialOrder; body: string; headers: IncomingHttpHeaders }

export type FakeExecutor = {
  url: string
  seen: SeenOrder[]
  /** Sets the responses, one for each request; the last is repeated. */
  behave: (...ways: [ExecutorWay, ...ExecutorWay[]]) => void
  close: () => Promise<void>
}

/** Starts an executor on its own port, over real HTTP, that can misbehave. */
export async function startFakeExecutor(): Promise<FakeExecutor> {
  const seen: SeenOrder[] = []
  let ways: ExecutorWay[] = [{ run: { output: { answer: 'forty-two' } } }]
  const { origin, close } = await startLoopbackServer(async (request, response) => {
    const body = await text(request)
    seen.push({ order: trialOrder.parse(JSON.parse(body)), body, headers: request.headers })
    const way = ways.length > 1 ? ways.shift() : ways[0]
    if (way) answer(way, request, response)
  })
  return {
    url: `${origin}/run`,
    seen,
    behave(...next) {
      ways = next
    },
    close,
  }
}

function answer(way: ExecutorWay, request: IncomingMessage, response: ServerResponse) {
  const send = (status: number, body: string, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  if (typeof way === 'object')
    return 'run' in way ? send(200, JSON.stringify(way.run)) : send(way.status, way.text ?? '')
  switch (way) {
    case 'hang':
      return
    case 'hang in the body':
      return response.writeHead(200).write('{"output":')
    case 'drip': {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 50)
      return response.on('close', () => clearInterval(timer))
    }
    case 'garbage':
      return send(200, '<html>Welcome</html>')
    case 'a list':
      return send(200, '[1, 2]')
    case 'deep':
      return send(200, '['.repeat(200_000))
    case 'huge':
      return send(200, JSON.stringify({ output: 'x'.repeat(21 * 1024 * 1024) }))
    case 'reset':
      return request.socket.resetAndDestroy()
    case 'redirect':
      return send(302, '', { location: '/elsewhere' })
  }
}
