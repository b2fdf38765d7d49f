import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { isPacked, openStaticFiles, packStaticFiles } from './static-files.mjs'

const script = 'console.log("a script of some length");\n'.repeat(50)
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

/** A build of one script, served; what the static files do not answer is answered with 404. */
async function serveBuild() {
  const dist = mkdtempSync(path.join(tmpdir(), 'veritas-static-'))
  mkdirSync(path.join(dist, 'static', 'chunks'), { recursive: true })
  writeFileSync(path.join(dist, 'static', 'chunks', '0a-b_c~d.js'), script)
  writeFileSync(path.join(dist, 'secret.js.br'), 'secret')
  const answer = openStaticFiles(dist)
  const server = createServer(async (request, response) => {
    if (!(await answer(request, response))) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.close()
    rmSync(dist, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  const ask = (headers: OutgoingHttpHeaders, pathname = '/_next/static/chunks/0a-b_c~d.js', method = 'GET') =>
    new Promise<{ response: IncomingMessage; body: Buffer }>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: pathname, method, headers, agent: false }, async (response) =>
        resolve({ response, body: await buffer(response) }),
      ).once('error', reject)
    })
  return { dist, ask }
}

const all = { 'accept-encoding': 'gzip, deflate, br, zstd' }

it('sends a script in the best encoding that the browser accepts, as it was built', async () => {
  const { dist, ask } = await serveBuild()
  await packStaticFiles(dist)
  const { response, body } = await ask(all)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(brotliDecompressSync(body).toString()).toBe(script)
  const plain = await ask({ 'accept-encoding': 'br;q=0, gzip' })
  expect(plain.response.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(plain.body).toString()).toBe(script)
})

it('sends the best encoding that exists so far', async () => {
  const { dist, ask } = await serveBuild()
  await packStaticFiles(dist, undefined, ['gzip'])
  expect(isPacked(dist)).toBe(false)
  const { response, body } = await ask(all)
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(body).toString()).toBe(script)
  await packStaticFiles(dist)
  expect(isPacked(dist)).toBe(true)
  expect((await ask(all)).response.headers['content-encoding']).toBe('br')
})

it('serves a script that was compressed after it was first asked for', async () => {
  const { dist, ask } = await serveBuild()
  expect((await ask(all)).response.statusCode).toBe(404)
  await packStaticFiles(dist)
  expect((await ask(all)).response.statusCode).toBe(200)
})

it.each([
  ['a browser that accepts neither encoding', {}, undefined, 'GET'],
  ['a part of a script', { ...all, range: 'bytes=0-9' }, undefined, 'GET'],
  ['another method', all, undefined, 'HEAD'],
  ['a path out of the folder', all, '/_next/static/chunks/../../secret.js', 'GET'],
  ['an encoded path out of the folder', all, '/_next/static/chunks/..%2f..%2fsecret.js', 'GET'],
  ['the compressed file itself', all, '/_next/static/chunks/0a-b_c~d.js.br', 'GET'],
  ['a script that does not exist', all, '/_next/static/chunks/other.js', 'GET'],
])('leaves %s to Next', async (_, headers, pathname, method) => {
  const { dist, ask } = await serveBuild()
  await packStaticFiles(dist)
  expect((await ask(headers, pathname, method)).response.statusCode).toBe(404)
})
