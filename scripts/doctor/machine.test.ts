import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { getEnv } from '@/lib/env'
import { examinePort } from './machine'

it.each([
  [200, {}, 'good', 'serves the desk'],
  [503, { reason: 'the database is older than this release' }, 'warning', 'the database is older than this release'],
  [404, 'a page', 'bad', 'another program'],
])('knows the desk by its answer of %i', async (status, body, state, seen) => {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(body)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const finding = await examinePort({ ...getEnv(), HOST: '127.0.0.1', PORT: port })
  server.close()
  expect(finding).toMatchObject({ state, seen: expect.stringContaining(seen) })
})
