import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlQuery } from '@prisma/driver-adapter-utils'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDatabaseUrl } from '@/lib/env'
import { forgetArguments, getDb } from './client'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
let adapter: Adapter
beforeAll(async () => {
  adapter = await forgetArguments(new PrismaPg({ connectionString: getDatabaseUrl() })).connect()
})
afterAll(() => adapter.dispose())

const echo = 'SELECT $1::text[] AS echo'

/** Sends a statement and returns what remains of its argument. */
async function argumentOf(sql: string, send: (query: SqlQuery) => Promise<unknown>): Promise<WeakRef<string[]>> {
  const argument = ['a long text']
  const answered = send({ sql, args: [argument], argTypes: [{ scalarType: 'string', arity: 'list' }] })
  if (sql === echo) await answered
  else await expect(answered).rejects.toThrow()
  return new WeakRef(argument)
}

it('keeps no argument of a statement that has ended, in a transaction or not, whether it was answered or failed', async () => {
  const transaction = await adapter.startTransaction()
  const kept = [
    await argumentOf(echo, (query) => adapter.queryRaw(query)),
    await argumentOf(echo, (query) => adapter.executeRaw(query)),
    await argumentOf('SELECT $1::no_such_type', (query) => adapter.queryRaw(query)),
    await argumentOf(echo, (query) => transaction.queryRaw(query)),
    await argumentOf(echo, (query) => transaction.executeRaw(query)),
  ]
  await transaction.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] })
  await transaction.rollback()
  setFlagsFromString('--expose-gc')
  // What a WeakRef gave lives until the end of the task.
  await new Promise(setImmediate)
  runInNewContext('gc')()
  expect(kept.map((reference) => reference.deref())).toEqual(kept.map(() => undefined))
})

it('answers as without it', async () => {
  const query: SqlQuery = { sql: echo, args: [['a']], argTypes: [{ scalarType: 'string', arity: 'list' }] }
  expect((await adapter.queryRaw(query)).rows).toEqual([[['a']]])
  // The caller may send it again.
  expect(await adapter.executeRaw(query)).toBe(1)
})

it('lets no write sort in more than half a megabyte of words that were gathered', async () => {
  const [limit] = await getDb().$queryRaw<object[]>`SELECT current_setting('gin_pending_list_limit') AS list`
  expect(limit).toEqual({ list: '512kB' })
})
