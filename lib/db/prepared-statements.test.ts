import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getDb, type Tx } from './client'
import { statementNameOf, withPreparedStatements } from './prepared-statements'
import { inTransaction } from './transaction'

const OFTEN = 12
const ask = (db: Pick<Tx, '$queryRaw'>, wanted: number) =>
  db.$queryRaw<{ value: unknown }[]>`SELECT value FROM prepared_statements_probe WHERE value = ${wanted}::int`
const preparedIn = (db: Pick<Tx, '$queryRaw'>) =>
  db.$queryRaw<
    { statement: string }[]
  >`SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%FROM prepared_statements_probe%'`
const alter = (type: string) =>
  getDb().$executeRawUnsafe(
    `ALTER TABLE prepared_statements_probe ALTER COLUMN value TYPE ${type} USING value::${type}`,
  )

beforeEach(async () => {
  await getDb().$executeRawUnsafe('CREATE TABLE prepared_statements_probe AS SELECT 1 AS value')
})
afterEach(async () => {
  await getDb().$executeRawUnsafe('DROP TABLE prepared_statements_probe')
})

async function askOften(tx: Tx): Promise<void> {
  for (let time = 0; time < OFTEN; time++) expect(await ask(tx, 1)).toEqual([{ value: 1 }])
}

describe('a prepared statement', () => {
  it('is made once for a frequent one inside withPreparedStatements', async () => {
    await inTransaction({ db: getDb() }, async (tx) => {
      await askOften(tx)
      expect(await preparedIn(tx)).toEqual([])
      await withPreparedStatements(() => askOften(tx))
      expect(await preparedIn(tx)).toHaveLength(1)
    })
  })

  it('is made for a statement outside a transaction, which is only sent when it is awaited', async () => {
    const askOnce = () =>
      getDb().$queryRaw`SELECT value AS outside FROM prepared_statements_probe WHERE value = ${1}::int`
    for (let time = 0; time < OFTEN; time++) await withPreparedStatements(askOnce)
    const prepared = await preparedIn(getDb())
    expect(prepared.filter(({ statement }) => statement.includes('outside'))).toHaveLength(1)
  })

  it('is replaced when another session made it outdated, inside a transaction and outside', async () => {
    await withPreparedStatements(async () => {
      for (let time = 0; time < OFTEN * 5; time++) await ask(getDb(), 1)
      await alter('bigint')
      expect(await ask(getDb(), 1)).toEqual([{ value: 1n }])
      await inTransaction({ db: getDb() }, async (tx) => {
        for (let time = 0; time < OFTEN; time++) expect(await ask(tx, 1)).toEqual([{ value: 1n }])
      })
      await alter('int')
      let tries = 0
      await inTransaction({ db: getDb() }, async (tx) => {
        tries++
        await askOften(tx)
      })
      expect(tries).toBeLessThanOrEqual(2)
    })
  })

  it('is not made for monthly tables, statements without parameters, lists of several, or more than the limit of statements', () => {
    const nameOf = (sql: string, args: unknown[] = [1]) =>
      withPreparedStatements(async () => Array.from({ length: OFTEN }, () => statementNameOf({ sql, args })).at(-1))
    return Promise.all([
      expect(nameOf('SELECT 1 FROM signal g WHERE g.run_id = $1')).resolves.toBeUndefined(),
      expect(nameOf('SELECT 1 FROM x JOIN "public"."node_run" n ON true WHERE n.a = $1')).resolves.toBeUndefined(),
      expect(nameOf('COMMIT', [])).resolves.toBeUndefined(),
      expect(nameOf('SELECT 1 FROM run_key WHERE run_key IN ($1,$2)')).resolves.toBeUndefined(),
      expect(nameOf('SELECT 1 FROM run_key WHERE run_key IN ($1)')).resolves.toMatch(/^prepared_/),
      expect(nameOf('INSERT INTO "run" (id) SELECT id FROM (SELECT $1) x')).resolves.toMatch(/^prepared_/),
      withPreparedStatements(async () => {
        const names = new Set<string | undefined>()
        for (let text = 0; text < 300; text++)
          for (let time = 0; time < OFTEN; time++) names.add(statementNameOf({ sql: `SELECT ${text} + $1`, args: [1] }))
        expect(names.size).toBeLessThanOrEqual(61)
      }),
    ])
  })
})
