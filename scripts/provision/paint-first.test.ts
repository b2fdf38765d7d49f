import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { paintFirst } from './paint-first.mjs'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

type Answer = (response: ServerResponse) => void

/** Asks for a page of a server that answers so. */
async function ask(answer: Answer, headers: OutgoingHttpHeaders = { accept: 'text/html,*/*' }) {
  const server = createServer((request, response) => {
    paintFirst(request, response)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, headers, agent: false }, resolve).once('error', reject)
  })
  return { response, body: await text(response) }
}

const script = (name: string) => `<script src="/_next/static/chunks/${name}.js" async="" nonce="abc"></script>`
const style = '<link rel="stylesheet" href="/_next/static/chunks/a.css"/>'
const page = `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${style}${script('0a-b')}${script('turbopack-1')}<title>Läufe</title></head><body><p>ü</p>${script('late')}</body></html>`

/** Answers with a page in these pieces. */
const html =
  (...pieces: (string | Uint8Array)[]): Answer =>
  (response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    for (const piece of pieces.slice(0, -1)) response.write(piece)
    response.end(pieces.at(-1))
  }

it('inserts the scripts of the head after the first paint, and leaves the rest of the page as it is', async () => {
  const { body } = await ask(html(page))
  const [loader = ''] = /<script nonce="abc">[\s\S]*?<\/script>/.exec(body) ?? []
  expect(loader).toContain('["/_next/static/chunks/0a-b.js","/_next/static/chunks/turbopack-1.js"]')
  // What stands behind a style sheet waits for it.
  expect(body.indexOf(loader)).toBeLessThan(body.indexOf(style))
  expect(body.replace(loader, '')).toBe(page.replace(script('0a-b'), '').replace(script('turbopack-1'), ''))
})

it('inserts them also where no style sheet is', async () => {
  const { body } = await ask(html(page.replace(style, '')))
  expect(body).toMatch(/<head>.*<script nonce="abc">.*0a-b\.js.*<\/script>.*<\/head>/s)
})

it('does so wherever the page is cut into pieces', async () => {
  const whole = (await ask(html(page))).body
  const bytes = Buffer.from(page)
  for (let at = 1; at < bytes.byteLength; at += 7) {
    expect((await ask(html(bytes.subarray(0, at), bytes.subarray(at)))).body).toBe(whole)
  }
})

it('states no length that is no longer true', async () => {
  const { response, body } = await ask((answer) => {
    answer.setHeader('content-length', Buffer.byteLength(page))
    html(page)(answer)
  })
  expect(response.headers['content-length']).toBeUndefined()
  expect(body).toBe((await ask(html(page))).body)
})

it.each<[string, Answer, OutgoingHttpHeaders?]>([
  ['a page without scripts', html('<html><head></head>ü')],
  ['a page without a head', html('<p>ü', '</p>')],
  ['an empty page', html('')],
  ['an answer that is no page', (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(page)],
  ['what asks for no page', html(page), { accept: '*/*' }],
])('leaves %s as it is', async (_, answer, headers) => {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  const plain = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect((await ask(answer, headers)).body).toBe(await plain.text())
})
