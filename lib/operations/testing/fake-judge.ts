import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { startLoopbackServer } from './loopback-server'

const MISBEHAVIOURS = [
  'garbage',
  'empty',
  'refusal',
  'refusal in words',
  'out of range',
  'wrong schema',
  'no completion',
  'invalid JSON',
  'no json_schema',
  'no temperature',
  'echo',
  'bad key',
  'rate limited',
  'server error',
  'hang',
  'hang in the body',
  'reset',
  'huge',
  'redirect',
] as const

/** How a request is answered: a score, a comparison, a misbehaviour, or 429 with this Retry-After. */
export type Way =
  | number
  | { better: 'first' | 'second' | 'tie' }
  | { retryAfter: string }
  | (typeof MISBEHAVIOURS)[number]

const requestBody = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.unknown().optional(),
  temperature: z.number().optional(),
})
type SeenRequest = z.infer<typeof requestBody> & { atMs: number; authorization: string | undefined }

export type FakeJudge = {
  /** Base URL, in the form of JUDGE_BASE_URL. */
  url: string
  /** Every request since the last `behave`. */
  requests: SeenRequest[]
  /** Sets the responses, one for each request; the last is repeated. */
  behave: (...ways: [Way, ...Way[]]) => void
  /** Holds back all responses until the returned function is called. */
  hold: () => () => void
  close: () => Promise<void>
}

/** Starts a judge on its own port that speaks the OpenAI protocol over real HTTP and can misbehave. */
export async function startFakeJudge(): Promise<FakeJudge> {
  const requests: SeenRequest[] = []
  let ways: Way[] = [5]
  let held: Promise<void> = Promise.resolve()
  const { origin, close } = await startLoopbackServer(async (request, response) => {
    const seen = requestBody.parse(await json(request))
    requests.push({ ...seen, atMs: performance.now(), authorization: request.headers.authorization })
    const way = (ways.length > 1 ? ways.shift() : ways[0]) ?? 5
    await held
    answer(way, seen, request, response)
  })
  return {
    url: `${origin}/v1`,
    requests,
    behave(...next) {
      ways = next
      requests.length = 0
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    close,
  }
}

function answer(way: Way, seen: z.infer<typeof requestBody>, request: IncomingMessage, response: ServerResponse) {
  const send = (status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const say = (message: object) => send(200, { ...completion, choices: [{ index: 0, finish_reason: 'stop', message }] })
  const complete = (content: string | null) => say({ role: 'assistant', content })
  const refuse = (status: number, message: string, headers = {}) => send(status, { error: { message } }, headers)
  const verdict = (score: unknown) =>
    complete(
      seen.response_format ? JSON.stringify({ score, feedback: 'as seen' }) : `SCORE: ${score}\nFEEDBACK: as seen`,
    )
  if (typeof way === 'number') return verdict(way)
  if (typeof way === 'object')
    return 'better' in way
      ? complete(JSON.stringify({ ...way, feedback: 'as seen' }))
      : refuse(429, 'slow down', { 'retry-after': way.retryAfter })
  switch (way) {
    case 'garbage':
      return complete('Looks fine to me, well done!')
    case 'empty':
      return complete('')
    case 'refusal':
      return say({ role: 'assistant', content: null, refusal: 'I will not.' })
    case 'refusal in words':
      return complete("I'm sorry, but I can't judge this.")
    case 'out of range':
      return verdict(7)
    case 'wrong schema':
      return complete('{"rating": "five stars"}')
    case 'no completion':
      return send(200, { hello: 'world' })
    case 'invalid JSON':
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [')
    case 'no json_schema':
      return seen.response_format ? refuse(400, 'this model knows no structured answers') : verdict(4)
    case 'no temperature':
      return seen.temperature === undefined ? verdict(4) : refuse(400, "Unsupported value: 'temperature'")
    case 'echo':
      return complete(seen.messages.at(-1)?.content ?? '')
    case 'bad key':
      return refuse(401, `Incorrect API key provided: ${request.headers.authorization?.replace('Bearer ', '')}`)
    case 'rate limited':
      return refuse(429, 'slow down')
    case 'server error':
      return refuse(500, 'out of order')
    case 'hang':
      return
    case 'hang in the body':
      return response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices": [')
    case 'reset':
      return request.socket.resetAndDestroy()
    case 'huge':
      return complete('x'.repeat(2_000_000))
    case 'redirect':
      return response.writeHead(302, { location: '/elsewhere' }).end()
  }
}

const completion = {
  id: 'c1',
  object: 'chat.completion',
  created: 0,
  model: 'fake',
  usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
}
