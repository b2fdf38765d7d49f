import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getDb, type Tx } from './client'
import { databaseCode } from './database-code'
import { Prisma } from './generated/client'
import { inTransaction } from './transaction'

const db = getDb()

beforeEach(async () => {
  await db.$executeRawUnsafe('CREATE TABLE raw_probe (n int PRIMARY KEY)')
})
afterEach(async () => {
  await db.$executeRawUnsafe('DROP TABLE raw_probe')
})

/** Statements of values, parameters and types that Prisma converts. */
const selects = [
  Prisma.sql`SELECT 1::int2 a, 2::int4 b, 9007199254740993::int8 c, 1.5::float4 d, 0.1::float8 e, 12345678901234567890.123::numeric f,
    true g, 'ä"\\\n' || chr(8232) h, gen_random_uuid() IS NULL i, '{"a": [1, null]}'::jsonb j, '[]'::json k, 'null'::jsonb l, NULL::jsonb m,
    '\\x00ff'::bytea n, '2026-11-01 10:00:00.123+02'::timestamptz o, '2026-11-01'::date p, 'name'::name q, 7::oid r`,
  Prisma.sql`SELECT ARRAY[1, NULL]::int[] a, ARRAY[9007199254740993]::int8[] b, ARRAY[0.5, NULL]::float8[] c, ARRAY['x', NULL, 'a,"b']::text[] d,
    '{}'::text[] e, ARRAY['{"a": 1}']::jsonb[] f, ARRAY['2026-11-01 10:00+00']::timestamptz[] g, ARRAY[1.50]::numeric[] h, ARRAY[true]::bool[] i,
    ARRAY['2026-11-01']::date[] j`,
  Prisma.sql`SELECT ${'text'}::text a, ${'\u{1f680} "\\'}::text b, ${12}::int c, ${0.1}::float8 d, ${Number.NaN}::float8 e, ${true}::bool f,
    ${null}::text g, ${new Date(1_700_000_000_123)}::timestamptz h, ${10n ** 17n}::int8 i, ${new Prisma.Decimal('1.25')}::numeric j,
    ${{ a: [1] }}::jsonb k, ${Buffer.from([0, 1, 255])}::bytea l`,
  Prisma.sql`SELECT ${['a', 'b,"c', '']}::text[] a, ${[1, 2]}::int[] b, ${[]}::text[] c, ${[true, false]}::bool[] d,
    ${[new Date(0), new Date(1_700_000_000_123)]}::timestamptz[] e, ${[null, 'x']}::text[] f`,
  Prisma.sql`SELECT x FROM generate_series(1, 3) x WHERE x > ${1} AND ${Prisma.sql`x < ${9}`} AND x IN (${Prisma.join([2, 3])})`,
  Prisma.sql`SELECT 1 WHERE false`,
]

describe('a raw statement of a transaction', () => {
  it.each(selects.map((sql, place) => [place, sql] as const))('gives what Prisma gives: %d', async (_, sql) => {
    const expected = await db.$queryRaw<object[]>(sql)
    const found = await inTransaction({ db }, (tx) => tx.$queryRaw<object[]>(sql))
    expect(found).toEqual(expected)
    expect(found.map(Object.keys)).toEqual(expected.map(Object.keys))
  })

  it('goes straight to the driver, as a template and as a value', async () => {
    await inTransaction({ db }, async (tx) => {
      expect(await tx.$executeRaw`INSERT INTO raw_probe VALUES (${1}), (${2})`).toBe(2)
      expect(await tx.$executeRaw(Prisma.sql`DELETE FROM raw_probe WHERE n = ${1}`)).toBe(1)
      // Prisma's own promises are lazy: a statement that no one waits for would not be sent.
      const sent = tx.$queryRaw`SELECT 1`
      expect(Object.prototype.toString.call(sent)).toBe('[object Promise]')
      await sent
      expect(await tx.$queryRaw`SELECT n FROM raw_probe`).toEqual([{ n: 2 }])
    })
  })

  it("is sent after the ones before it, Prisma's own included, if several are under way", async () => {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    await inTransaction({ db }, (tx) =>
      Promise.all([
        tx.$executeRaw`INSERT INTO raw_probe VALUES (${1})`,
        tx.user.count(),
        tx.$executeRaw`UPDATE raw_probe SET n = n + ${1}`,
        tx.$executeRaw`UPDATE raw_probe SET n = n * ${5}`,
      ]),
    )
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warnings).toEqual([])
    expect(await db.$queryRaw`SELECT n FROM raw_probe`).toEqual([{ n: 10 }])
  })

  it('that is sent after one that fails tells the error of that one', async () => {
    const codes = await inTransaction({ db }, async (tx) => {
      const sent = [
        tx.$queryRaw`SELECT 1 / ${0}::int`,
        tx.$executeRaw`SELECT ${1}::int`,
        tx.$queryRaw`SELECT ${2}::int`,
      ]
      return (await Promise.allSettled(sent)).map((one) => one.status === 'rejected' && databaseCode(one.reason))
    })
    expect(codes).toEqual(['22012', '22012', '22012'])
  })

  it('keeps the code and the words of an error, and rolls back', async () => {
    const twice = inTransaction({ db }, async (tx) => {
      await tx.$executeRaw`INSERT INTO raw_probe VALUES (${1})`
      await tx.$executeRaw`INSERT INTO raw_probe VALUES (${1})`
    })
    const error = await twice.catch((reason: unknown) => reason)
    expect(databaseCode(error)).toBe('23505')
    expect(String(error)).toContain('raw_probe_pkey')
    expect(await db.$queryRaw`SELECT n FROM raw_probe`).toEqual([])
  })

  it('is refused once the transaction has ended, and never reaches the connection of another', async () => {
    const left: { tx?: Tx } = {}
    const late = inTransaction(
      { db },
      async (tx) => {
        left.tx = tx
        for (let n = 0; ; n++) await tx.$executeRaw`INSERT INTO raw_probe VALUES (${n})`
      },
      { timeout: 200 },
    )
    await expect(late).rejects.toThrow()
    await expect(left.tx?.$executeRaw(Prisma.sql`INSERT INTO raw_probe VALUES (-1)`)).rejects.toThrow(
      'the transaction has ended',
    )
    await expect(left.tx?.$queryRaw(Prisma.sql`SELECT 1`)).rejects.toThrow('the transaction has ended')
    expect(await db.$queryRaw`SELECT n FROM raw_probe`).toEqual([])
  })
})
