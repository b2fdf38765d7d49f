import { v7 as uuid } from 'uuid'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { onDatabase } from '@/lib/db/on-database'
import { getDatabaseUrl } from '@/lib/env'
import { getDb } from './client'
import { Prisma } from './generated/client'
import { tables } from './generated/columns'
import { batchStatements, insertRows, jsonRecordset, type Row, setFrom } from './rows'

const person = (overrides: Partial<Row<'user'>> = {}): Row<'user'> => ({ id: uuid(), name: 'Ada', ...overrides })

const run = (overrides: Partial<Row<'run'>> = {}): Row<'run'> => ({
  ...{ projectId: uuid(), id: uuid(), clientId: 'one', bodyHash: '', chainId: uuid(), versionId: uuid() },
  ...{ kind: 'live', attempt: 1, status: 'completed', submittedVia: 'test', ...overrides },
})

const span = (value: unknown) => ({ projectId: uuid(), traceId: 'trace', spanId: 'span', span: value })

/** Returns the stored rows of a table in the order of these projects. */
async function stored<T>(table: string, columns: string, projectIds: readonly string[]): Promise<T[]> {
  return getDb().$queryRaw<T[]>`
    SELECT ${Prisma.raw(columns)} FROM ${Prisma.raw(table)} JOIN unnest(${projectIds}::uuid[]) WITH ORDINALITY AS p(id, place)
      ON p.id = project_id ORDER BY place`
}

describe('the generated columns', () => {
  it('match the columns of every table by name and type, except for generated text search columns', async () => {
    return onDatabase(getDatabaseUrl(), async (client) => {
      for (const { name, columns } of Object.values(tables)) {
        const typed = Object.values(columns).map((column) => `"${column.name}" ${column.type}`)
        await client.query(`CREATE TEMP TABLE "${name}" (${typed.join(', ')})`)
      }
      const columnsIn = async (schema: string) => {
        const { rows } = await client.query(`
          SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
          FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          WHERE c.relnamespace = ${schema} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
            AND a.atttypid <> 'tsvector'::regtype ORDER BY 1, 2`)
        return rows
      }
      expect(await columnsIn('pg_my_temp_schema()')).toEqual(await columnsIn(`'public'::regnamespace`))
    })
  })

  it('reject unknown fields and require mandatory ones', () => {
    expectTypeOf<{ id: string }>().not.toExtend<Row<'user'>>()
    expectTypeOf(jsonRecordset<'user', 'id' | 'email'>)
      .parameter(1)
      .toEqualTypeOf<readonly ('id' | 'email')[]>()
    expectTypeOf<{ id: string }>().not.toExtend<Parameters<typeof jsonRecordset<'user', 'id' | 'email'>>[2][number]>()
    expectTypeOf<'nmae'>().not.toExtend<Parameters<typeof jsonRecordset<'user', keyof Row<'user'>>>[1][number]>()
  })
})

describe('inserted rows', () => {
  it("have the database's default if no row sets the field", async () => {
    const row = person({ email: undefined, mailOn: undefined })
    await getDb().$executeRaw(insertRows('user', [row]))
    expect(await getDb().user.findUnique({ where: { id: row.id } })).toMatchObject({
      ...{ name: 'Ada', email: null, mailOn: true, mailOff: [], createdAt: expect.any(Date) },
    })
  })

  it('are NULL if only other rows set the field, whatever their order', async () => {
    const rows = [person(), person({ email: `${uuid()}@example.test` }), person()]
    await getDb().$executeRaw(insertRows('user', rows))
    const found = await getDb().user.findMany({ where: { id: { in: rows.map(({ id }) => id) } } })
    expect(new Map(found.map(({ id, email }) => [id, email]))).toEqual(
      new Map(rows.map(({ id, email }) => [id, email ?? null])),
    )
  })

  it('distinguish a JSON null from an absent value if the schema does', async () => {
    const rows = [run({ output: null, error: null }), run({ output: undefined }), run({ output: [null] })]
    await getDb().$executeRaw(insertRows('run', rows))
    const columns = 'output::text, error::text'
    expect(
      await stored(
        'run',
        columns,
        rows.map((row) => row.projectId),
      ),
    ).toEqual([
      { output: 'null', error: null },
      { output: null, error: null },
      { output: '[null]', error: null },
    ])
  })

  it('keep the keys of what was sent in their order', async () => {
    const row = run({ output: { total: 1, id: 'a', items: [{ price: 2, at: 3 }] } })
    await getDb().$executeRaw(insertRows('run', [row]))
    expect(await stored('run', 'output::text', [row.projectId])).toEqual([{ output: JSON.stringify(row.output) }])
  })

  it('are stored whatever characters their JSON contains', async () => {
    const row = span({ lone: 'a\ud800b', nul: 'a\0b', pair: '\u{1f600}', escaped: '\\u0000 \\ud800', '\udfff': 1 })
    await getDb().$executeRaw(insertRows('otlpSpan', [row]))
    const kept = { lone: 'a\ufffdb', nul: 'a\ufffdb', pair: '\u{1f600}', escaped: '\\u0000 \\ud800', '\ufffd': 1 }
    expect(await stored('otlp_span', 'span', [row.projectId])).toEqual([{ span: kept }])
  })

  it('keep the items of lists', async () => {
    const rows = [person({ mailOff: ['a', 'b,"c"', '', '{}', 'NULL'] }), person({ mailOff: [] })]
    await getDb().$executeRaw(insertRows('user', rows))
    for (const { id, mailOff } of rows)
      expect(await getDb().user.findUnique({ where: { id } })).toMatchObject({ mailOff })
  })

  it('keep times to the millisecond, as a Date or as text with any offset', async () => {
    const [date, text] = [new Date('2026-02-03T04:05:06.789Z'), '2026-02-03T06:05:06.789+02:00']
    const rows = [run({ startedAt: date }), run({ startedAt: text })]
    await getDb().$executeRaw(insertRows('run', rows))
    const found = await getDb().run.findMany({ where: { projectId: { in: rows.map((row) => row.projectId) } } })
    expect(found.map((row) => row.startedAt)).toEqual([date, date])
  })

  it('of several tables are inserted by one statement, and tables without rows are left out', async () => {
    const projectId = uuid()
    const statements = [
      insertRows('run', [run({ projectId })]),
      insertRows('signal', []),
      insertRows('otlpSpan', [{ ...span({}), projectId }]),
    ]
    await getDb().$executeRaw(batchStatements(statements))
    expect(await getDb().run.count({ where: { projectId } })).toBe(1)
    expect(await getDb().otlpSpan.count({ where: { projectId } })).toBe(1)
    expect(batchStatements([insertRows('signal', [])])).toBe(Prisma.empty)
  })
})

it('an update from a set of rows changes only the named fields of those rows', async () => {
  const [first, second, other] = [run({ output: 1 }), run({ output: 2 }), run({ output: 3 })]
  await getDb().$executeRaw(insertRows('run', [first, second, other]))
  const moved = [
    { projectId: first.projectId, output: null, costUsd: 0.5, status: 'failed' },
    { projectId: second.projectId, output: { z: 1, a: { second: 1, b: 2 } }, costUsd: null, status: 'failed' },
  ]
  await getDb().$executeRaw`
    UPDATE run r SET ${setFrom('run', ['output', 'costUsd'])}
    FROM ${jsonRecordset('run', ['projectId', 'output', 'costUsd'], moved)} WHERE r.project_id = x.project_id`
  const projectIds = [first, second, other].map((row) => row.projectId)
  expect(await stored('run', 'output::text, cost_usd, status', projectIds)).toEqual([
    { output: 'null', cost_usd: 0.5, status: 'completed' },
    { output: '{"z":1,"a":{"second":1,"b":2}}', cost_usd: null, status: 'completed' },
    { output: '3', cost_usd: null, status: 'completed' },
  ])
})
