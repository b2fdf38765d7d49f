import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, connectDesk, type DeskOptions } from './index'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
}

/** A desk that answers with `answer`, and the requests it got. */
function deskThat(answer: () => Response, options: DeskOptions = {}) {
  const seen: Request[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    seen.push(new Request(url, init))
    return answer()
  }
  return { seen, desk: connectDesk({ url: 'http://desk.test', apiKey: 'k', fetch, ...options }) }
}
const good = () => Response.json({ ok: true })
const failure = (asked: Promise<unknown>) => asked.catch((error: unknown) => error)

describe('a desk', () => {
  it('is not followed to another host', async () => {
    const stolen: unknown[] = []
    const other = await serve((request, response) => {
      stolen.push(request.headers)
      response.end('{}')
    })
    const url = await serve((_, response) => response.writeHead(307, { location: `${other}/runs` }).end())
    const error = await failure(connectDesk({ url, apiKey: 'k' }).ask('POST /api/v1/runs', { id: 'a' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringContaining(`redirects to ${other}`),
    })
    expect(stolen).toEqual([])
  })

  it('cannot exhaust memory with an endless answer', async () => {
    const part = new Uint8Array(1024 ** 2)
    let parts = 0
    const endless = () => new ReadableStream({ pull: (to) => (parts++ < 2000 ? to.enqueue(part) : to.close()) })
    const { desk, seen } = deskThat(() => new Response(endless()))
    expect(await failure(desk.ask('GET /api/v1/runs'))).toMatchObject({ message: 'the answer is larger than 256 MiB' })
    expect(seen).toHaveLength(1)
    expect(parts).toBeLessThan(300)
  })

  it('that answers with a page instead of JSON is an error', async () => {
    const { desk } = deskThat(() => new Response('<html>sign in</html>'))
    expect(await failure(desk.ask('GET /api/v1/runs'))).toMatchObject({ code: 'unexpected_answer', status: 200 })
  })

  it('is waited for no longer than the caller wants, and the reason is the caller’s', async () => {
    const url = await serve((_, response) => response.writeHead(503, { 'retry-after': '100' }).end())
    const stop = new AbortController()
    const asked = failure(connectDesk({ url, signal: stop.signal }).ask('GET /api/v1/runs'))
    const alone = failure(connectDesk({ url }).ask('GET /api/v1/runs', {}, AbortSignal.timeout(50)))
    stop.abort(new Error('enough'))
    expect(await asked).toMatchObject({ message: 'enough' })
    expect(await alone).toMatchObject({ name: 'TimeoutError' })
  })
})

describe('connectDesk', () => {
  it.each([
    ['http://desk.test', 'http://desk.test/api/v1/runs?limit=1'],
    ['http://desk.test/', 'http://desk.test/api/v1/runs?limit=1'],
    [' http://desk.test:3000/tools/desk// ', 'http://desk.test:3000/tools/desk/api/v1/runs?limit=1'],
  ])('reaches the desk at %j', async (url, expected) => {
    const { desk, seen } = deskThat(good, { url })
    await desk.ask('GET /api/v1/runs', { limit: 1 })
    expect(seen[0]?.url).toBe(expected)
  })

  it.each(['desk.test:3000', 'ftp://desk.test', 'http://ada:secret@desk.test'])('refuses %s at once', (url) => {
    expect(() => connectDesk({ url })).toThrow(TypeError)
  })

  it.each(['k', ' k\n', '\tk\r\n'])('sends the key %j without the white space around it', async (apiKey) => {
    const { desk, seen } = deskThat(good, { apiKey })
    await desk.ask('GET /api/v1/runs')
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer k')
  })
})
