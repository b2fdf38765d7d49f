import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { noSettings, parseEnv } from '@/lib/env'
import { appEnvironment, localUrl, serveApp, waitUntilReady } from '@/scripts/provision/app-server'
import { findFreePort } from '@/scripts/provision/processes'
import { expect, test } from '../fixtures'

test('while the database does not answer a page says so, and is there again as soon as it does', async ({
  browser,
}) => {
  const database = new URL(process.env.E2E_SPARE_DATABASE_URL ?? '')
  const door = await makeDoor(database)
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-away-'))
  const env = parseEnv({ DATA_DIR: folder, DATABASE_URL: door.url, PORT: String(await findFreePort()) })
  const app = serveApp(
    env,
    appEnvironment(env, door.url, { ...process.env, ...noSettings }),
    path.join(folder, 'app.log'),
  )
  const context = await browser.newContext({ baseURL: env.APP_URL })
  try {
    await waitUntilReady(app, localUrl(env, '/readyz'), new AbortController().signal)
    const page = await context.newPage()
    const signIn = page.getByRole('heading', { name: 'Sign in' })
    await page.goto('/signin')
    await expect(signIn).toBeVisible()

    door.close()
    const answer = await page.goto('/signin')
    expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '5'])
    await expect(page.getByRole('alert')).toContainText(/The database does not answer.*Nothing is lost/)

    door.open()
    await expect(signIn).toBeVisible()
  } finally {
    await context.close()
    await app.stop()
    door.end()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** A door in front of a database, behind which, while it is closed, nothing is heard of what is sent. */
async function makeDoor(database: URL) {
  const open = new Set<Socket>()
  let isClosed = false
  const server = createServer((near) => {
    const far = connect(Number(database.port || 5432), database.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      if (isClosed) from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the door has no port')
  const url = new URL(database)
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    close() {
      isClosed = true
      for (const socket of open) socket.pause()
    },
    open() {
      isClosed = false
      for (const socket of open) socket.resume()
    },
    end() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
