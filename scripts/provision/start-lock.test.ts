import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { Refusal } from './progress'
import { takeStartLock } from './start-lock'

const server = createServer((_request, response) => response.end('ready'))
let dataDir: string
let serving: { port: number; url: string; readyUrl: string }

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'veritas-lock-'))
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  serving = { port, url: `http://127.0.0.1:${port}`, readyUrl: `http://127.0.0.1:${port}/readyz` }
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
afterAll(() => server.close())

const notServing = { port: 1, url: 'http://127.0.0.1:1', readyUrl: 'http://127.0.0.1:1/readyz' }

test('a data folder that does not exist is created', async () => {
  expect(await takeStartLock(path.join(dataDir, 'new', 'folder'), serving)).toHaveProperty('release')
})

test('a data folder that cannot be one is refused, naming DATA_DIR and the reason', async () => {
  const file = path.join(dataDir, 'file')
  writeFileSync(file, '')
  const inProcessList = process.platform === 'linux' ? ['/proc/veritas', '/proc/veritas/data'] : []
  for (const folder of [file, path.join(file, 'below'), ...inProcessList]) {
    const refused = takeStartLock(folder, serving)
    await expect(refused).rejects.toThrow(Refusal)
    await expect(refused).rejects.toThrow(`DATA_DIR ${folder} cannot be written: `)
  }
})

test('a second start on the port that serves the folder returns its URL', async () => {
  await takeStartLock(dataDir, serving)
  expect(await takeStartLock(dataDir, serving)).toEqual({ servedAt: serving.url, pid: process.pid })
})

test('a second start on another port is refused, naming PORT and the URL in use', async () => {
  await takeStartLock(dataDir, serving)
  const refused = takeStartLock(dataDir, { ...serving, port: serving.port + 1 })
  await expect(refused).rejects.toThrow(Refusal)
  await expect(refused).rejects.toThrow(new RegExp(`${serving.url}.*PORT ${serving.port + 1}`))
})

test('a start while another is still starting is refused', async () => {
  await takeStartLock(dataDir, notServing)
  await expect(takeStartLock(dataDir, notServing)).rejects.toThrow(/does not serve yet/)
})

test.each([
  [
    'of a process that is gone',
    JSON.stringify({ ...notServing, launcher: { pid: 2 ** 22 + 1, startedAt: '1' }, app: null }),
  ],
  [
    'of an earlier process with the same pid',
    JSON.stringify({ ...notServing, launcher: { pid: process.pid, startedAt: '0' }, app: null }),
  ],
  ['that was only partly written', '{"port":'],
])('a lock %s is taken over', async (_name, left) => {
  writeFileSync(path.join(dataDir, 'start.lock'), left)
  const lock = await takeStartLock(dataDir, notServing)
  expect('release' in lock).toBe(true)
})

test('a released lock can be taken again', async () => {
  const lock = await takeStartLock(dataDir, notServing)
  if ('release' in lock) lock.release()
  expect('release' in (await takeStartLock(dataDir, notServing))).toBe(true)
})

test("the app's pid is written into a lock on a full disk, in the space that the lock has", async () => {
  const lock = await takeStartLock(dataDir, notServing)
  const file = path.join(dataDir, 'start.lock')
  const { size, ino } = statSync(file)
  if ('noteApp' in lock) for (const pid of [process.pid, process.ppid]) lock.noteApp(pid)
  expect(JSON.parse(readFileSync(file, 'utf8')).app.pid).toBe(process.ppid)
  expect(statSync(file)).toMatchObject({ size, ino })
})
