import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { openStore } from '../payloads/store'
import { startLoopbackServer } from '../testing/loopback-server'

const MEGABYTE = Buffer.alloc(1024 * 1024, 'a')
/** More than the buffers of a connection hold. */
const SENT_MAX = 200

let status = 200
let sent = 0
const server = await startLoopbackServer(async (_, response) => {
  response.writeHead(status)
  await flood(response)
})
afterAll(() => server.close())
beforeEach(() => {
  sent = 0
})

/** Sends megabytes until the other side has gone, or there were too many. */
async function flood(response: ServerResponse): Promise<void> {
  while (sent < SENT_MAX && !response.destroyed) {
    sent++
    if (!response.write(MEGABYTE))
      await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
  }
  response.destroy()
}

const settings = { PAYLOAD_STORE_KEY_ID: 'id', PAYLOAD_STORE_SECRET: 'secret' }
const store = openStore(parseEnv({ PAYLOAD_STORE_URL: `${server.origin}/desk`, ...settings }))

it('of an object that is longer than what was written, no more is read than tells so', async () => {
  status = 200
  const bytes = await store?.get('key', { maxBytes: 1000 })
  expect(bytes?.length).toBeGreaterThan(1000)
  expect(sent).toBeLessThan(SENT_MAX)
})

it.each([403, 404])('of the words of a %i, no more is read than is told', async (answered) => {
  status = answered
  await store?.get('key', { maxBytes: 1000 }).catch(() => null)
  expect(sent).toBeLessThan(SENT_MAX)
})
