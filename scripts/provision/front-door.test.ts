import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { errorBody } from '@/lib/contracts/errors'

const door = new URL('./front-door.mjs', import.meta.url).href

/** A server like the app: ready until it is told to stop, and 100 ms for every other request. */
const program = (graceMs: number) => `
  import { createServer } from 'node:http'
  import { openFrontDoor } from ${JSON.stringify(door)}
  let isStopping = false
  let hangs = false
  process.once('SIGTERM', () => { isStopping = true })
  const server = createServer()
  openFrontDoor(server, async (request, response) => {
    if (request.url === '/readyz') {
      const reason = isStopping ? 'stopping' : hangs ? 'the database <hangs>' : null
      return response.writeHead(reason ? 503 : 200).end(JSON.stringify({ reason }))
    }
    if (request.url === '/hang') hangs = true
    if (request.url === '/begun') response.write('begun')
    if (hangs && request.url !== '/hang') return new Promise(() => undefined)
    if (request.url === '/fails') globalThis.veritasPageWaits('the database is <late>')
    if (request.url === '/broken') throw new Error('broken')
    if (request.url === '/refused') {
      request.once('data', () => { request.pause(); response.writeHead(400).end() })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, request.url === '/slow' ? 3000 : 100))
    response.end(request.method + ' ' + request.url)
  }, ${graceMs})
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

async function start(graceMs: number): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(graceMs)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running.push(child)
  const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return { child, port: Number(String(line)) }
}

const agent = new Agent({ keepAlive: true })

function ask(port: number, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ port, path, agent, host: '127.0.0.1' }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  })
}

async function raw(port: number, line: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${line}\r\nHost: desk.test\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

it('serves on after SIGTERM until readiness checks have noticed, without failing a request', async () => {
  const { child, port } = await start(1500)
  let isUsed = true
  const answers: (number | string)[] = []
  // Like a balancer with eight connections: it checks readiness, and stops sending once it has failed.
  const clients = Array.from({ length: 8 }, async () => {
    while (isUsed) answers.push(await ask(port, '/work'))
  })
  const watching = (async () => {
    while ((await ask(port, '/readyz')) === 200) await sleep(20)
    isUsed = false
  })()
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(20)
  const toldAt = performance.now()
  child.kill('SIGTERM')
  await Promise.all([...clients, watching])
  expect(performance.now() - toldAt).toBeLessThan(1400)
  expect(await ask(port, '/readyz')).toBe(503)
  expect([...new Set(answers)]).toEqual([200])
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(performance.now() - toldAt).toBeGreaterThan(1400)
})

it('lets current requests end when it closes without a grace period', async () => {
  const { child, port } = await start(0)
  const answer = ask(port, '/work')
  await sleep(30)
  child.kill('SIGTERM')
  expect(await answer).toBe(200)
  expect((await once(child, 'exit'))[0]).toBe(0)
})

it.each([
  ['TRACE /runs HTTP/1.1', 405, 'method_not_allowed'],
  ['OPTIONS * HTTP/1.1', 204, null],
  ['GET mailto:ada HTTP/1.1', 400, 'invalid_input'],
  ['GET nothing HTTP/1.1', 400, 'invalid_input'],
  ['GET /broken HTTP/1.1', 500, 'internal'],
])('answers %s with %i, and says why it refuses', async (line, status, code) => {
  const { port } = await start(0)
  const [head = '', body = ''] = (await raw(port, line)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (code === null) expect(body).toBe('')
  else expect(body).toContain(`"code":"${code}"`)
})

it.each([
  ['headers that are too large', `GET /runs HTTP/1.1\r\nx: ${'x'.repeat(20_000)}`, 431, 'too_large', /16 KiB/],
  ['what is not HTTP', 'GET /runs HTTP/1.1\r\nno header', 400, 'invalid_input', /HTTP/],
])('answers %s with an error like any other', async (_, request, status, code, message) => {
  const { port } = await start(0)
  const [head = '', body = ''] = (await raw(port, request)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const { error } = errorBody.parse(JSON.parse(body))
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
  expect(head).toContain(`x-request-id: ${error.requestId}`)
})

it('answers a page that fails of what is over soon with the reason and 503, and leaves what the router asks for', async () => {
  const { port } = await start(0)
  const page = await fetch(`http://127.0.0.1:${port}/fails`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toMatch(/The database is &lt;late&gt;\..*<a href="">Try again now<\/a>/s)
  expect((await fetch(`http://127.0.0.1:${port}/fails`, { headers: { rsc: '1' } })).status).toBe(200)
  expect(await ask(port, '/work')).toBe(200)
})

it('answers a page with the reason if the database hangs, and breaks off a response already begun', async () => {
  const { port } = await start(0)
  expect(await ask(port, '/hang')).toBe(200)
  const startedAt = performance.now()
  const [page, begun] = await Promise.all([raw(port, 'GET /runs HTTP/1.1'), raw(port, 'GET /begun HTTP/1.1')])
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  expect(page).toMatch(/^HTTP\/1.1 503 /)
  expect(page).toContain('http-equiv="refresh"')
  expect(page).toContain('The database &lt;hangs&gt;.')
  expect(begun).toMatch(/\r\nbegun\r\n$/)
})

it('waits for a page that is only slow', async () => {
  const { port } = await start(0)
  expect(await ask(port, '/slow')).toBe(200)
})

it('accepts an absolute URL as a request target', async () => {
  const { port } = await start(0)
  expect(await raw(port, 'GET http://desk.test/runs?x=1 HTTP/1.1')).toContain('GET /runs?x=1')
})

it('answers before the end of a refused body, and takes the next request on another connection', async () => {
  const { port } = await start(0)
  const single = new Agent({ keepAlive: true, maxSockets: 1 })
  const post = (path: string, bytes: number) =>
    new Promise<number | string>((resolve) => {
      const sent = request({ port, path, agent: single, host: '127.0.0.1', method: 'POST' }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      })
      sent.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
      sent.end(Buffer.alloc(bytes))
    })
  expect(await post('/refused', 600_000)).toBe(400)
  expect(await post('/work', 10)).toBe(200)
})
