import { connect, createServer, type Server } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDatabaseUrl } from '@/lib/env'
import type { Adapter } from './on-connect'
import { limitQueries, withLongQueries } from './query-limits'

/** A network in front of the database that can swallow what is sent: the connections stay, and nothing arrives. */
type Network = { server: Server; url: string; isSilent: boolean; hold: () => void; deliver: () => void }

const LIMIT_MS = 300
let network: Network
let adapter: Adapter

beforeAll(async () => {
  network = await openNetwork()
  const options = { connectionString: network.url, max: 1, pipeline: true }
  adapter = await limitQueries(new PrismaPg(options), LIMIT_MS).connect()
})
afterAll(async () => {
  await adapter.dispose()
  network.server.close()
})

async function openNetwork(): Promise<Network> {
  const target = new URL(getDatabaseUrl())
  const { hostname, port } = target
  const held: (() => void)[] = []
  const opened: Network = {
    server: createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('data', (bytes) => (opened.isSilent ? held.push(() => to.write(bytes)) : to.write(bytes)))
        from.on('error', () => undefined)
        from.on('close', () => to.destroy())
      }
    }),
    url: '',
    isSilent: false,
    hold() {
      opened.isSilent = true
    },
    deliver() {
      opened.isSilent = false
      for (const send of held.splice(0)) send()
    },
  }
  await new Promise<void>((resolve) => opened.server.listen(0, '127.0.0.1', resolve))
  const address = opened.server.address()
  target.port = String(typeof address === 'object' && address ? address.port : 0)
  opened.url = target.href
  return opened
}

const query = (sql: string) => ({ sql, args: [], argTypes: [] })
const ask = async (sql: string) => (await adapter.queryRaw(query(sql))).rows[0]?.[0]

it('a query without an answer fails, and its late answer reaches nobody', async () => {
  const [before, first] = [await ask('SELECT pg_backend_pid()'), await ask(`SELECT 'first'`)]
  expect(first).toBe('first')
  network.hold()
  await expect(ask(`SELECT 'late'`)).rejects.toThrow('Query read timeout')
  network.deliver()
  // The pool has one place: the next query gets it, on a new connection.
  expect(await ask(`SELECT 'next'`)).toBe('next')
  expect(await ask('SELECT pg_backend_pid()')).not.toBe(before)
})

it('so does one in a transaction, with all that were sent after it', async () => {
  const before = await ask('SELECT pg_backend_pid()')
  const transaction = await adapter.startTransaction()
  network.hold()
  const sent = [`SELECT 'late'`, `SELECT 'later'`].map((sql) => transaction.queryRaw(query(sql)))
  for (const { status } of await Promise.allSettled(sent)) expect(status).toBe('rejected')
  await expect(transaction.executeRaw(query('ROLLBACK'))).rejects.toThrow()
  await transaction.rollback()
  network.deliver()
  expect(await ask(`SELECT 'next'`)).toBe('next')
  expect(await ask('SELECT pg_backend_pid()')).not.toBe(before)
})

it('work that nobody waits for may take longer', async () => {
  const wider = await limitQueries(
    new PrismaPg({ connectionString: network.url, max: 2, pipeline: true }),
    LIMIT_MS,
  ).connect()
  const echo = async (text: string) => (await wider.queryRaw(query(`SELECT '${text}'`))).rows[0]?.[0]
  await Promise.all([echo('a'), echo('b')])
  network.hold()
  const long = withLongQueries(() => echo('long'))
  await expect(echo('short')).rejects.toThrow('Query read timeout')
  network.deliver()
  expect(await long).toBe('long')
  await wider.dispose()
})
