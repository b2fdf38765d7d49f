import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { getEnv } from '@/lib/env'
import { examineEnvironment, examinePort } from './machine'

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

it('goes on with what is right in an environment that is not', () => {
  const right = { AUTH_SECRET: 'x'.repeat(32), DATA_DIR: '/data' }
  const mail = { SMTP_URL: 'smtp://mail.example.org', SMTP_FROM: 'desk@example.org' }
  const { env, findings } = examineEnvironment({ ...right, ...mail, PORT: '99999' })
  expect(findings).toMatchObject([{ state: 'bad', seen: 'PORT must be a whole number from 1 to 65535' }])
  expect(env).toMatchObject({ ...right, ...mail, PORT: 3000 })
  const half = examineEnvironment({ ...right, SMTP_URL: mail.SMTP_URL })
  expect(half.findings).toMatchObject([{ state: 'bad', seen: 'SMTP_FROM must be set together with SMTP_URL' }])
  expect(half.env).toMatchObject(right)
})
