import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { NoAnswer, querySeparately } from './query-separately'

const url = process.env.DATABASE_URL ?? ''

it('receives an answer that arrived while this process was blocked', async () => {
  const asked = querySeparately<{ one: number }>(url, 'SELECT 1 AS one')
  await new Promise((resolve) => setTimeout(resolve, 1))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
  expect(await asked).toEqual([{ one: 1 }])
})

it('times out on a server that accepts the connection and never answers', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await expect(querySeparately(`postgresql://a:b@127.0.0.1:${port}/c`, 'SELECT 1')).rejects.toThrow(NoAnswer)
  server.close()
})
