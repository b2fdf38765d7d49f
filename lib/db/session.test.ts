import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDatabaseUrl } from '@/lib/env'
import { getDb } from './client'
import { onDatabase } from './on-database'
import { inTransaction } from './transaction'

/** What administrators set for a server, a database or a role, and none of which may change what the desk does. */
const DEFAULTS = {
  timezone: 'Asia/Kathmandu',
  datestyle: 'German, DMY',
  default_transaction_isolation: 'serializable',
  extra_float_digits: '0',
  standard_conforming_strings: 'off',
  search_path: 'elsewhere',
  statement_timeout: '200ms',
  idle_in_transaction_session_timeout: '200ms',
}

const admin = new Client({ connectionString: process.env.DATABASE_URL })
const database = () => admin.escapeIdentifier(new URL(getDatabaseUrl()).pathname.slice(1))

beforeAll(async () => {
  await admin.connect()
  for (const [name, value] of Object.entries(DEFAULTS))
    await admin.query(
      `ALTER DATABASE ${database()} SET ${name} = ${value.includes(',') ? value : admin.escapeLiteral(value)}`,
    )
  await admin.query('CREATE TABLE public.session_probe (at timestamptz NOT NULL, number float8 NOT NULL)')
  await getDb().$disconnect()
})

afterAll(async () => {
  await admin.query('DROP TABLE public.session_probe')
  await admin.query(`ALTER DATABASE ${database()} RESET ALL`)
  await admin.end()
})

// 01:30 on a night in which the clocks of Europe are set forward, and a double with 17 digits.
const AT = new Date('2026-03-29T01:30:00.250Z')
const NUMBER = 0.1 + 0.2

it('reads and writes times, numbers and texts alike, whatever the defaults of the database', async () => {
  const project = await getDb().project.create({ data: { slug: 'session', name: 'a\\b', createdAt: AT } })
  const { rows } = await admin.query('SELECT extract(epoch FROM created_at)::float8 AS at, name FROM public.project')
  expect(rows).toEqual([{ at: AT.getTime() / 1000, name: 'a\\b' }])
  expect((await getDb().project.findUniqueOrThrow({ where: { id: project.id } })).createdAt).toEqual(AT)

  await getDb().$executeRaw`INSERT INTO session_probe VALUES (${AT}, ${NUMBER})`
  await inTransaction({ db: getDb() }, (tx) => tx.$executeRaw`INSERT INTO session_probe VALUES (${AT}, ${NUMBER})`)
  expect(await inTransaction({ db: getDb() }, (tx) => tx.$queryRaw`SELECT * FROM session_probe`)).toEqual([
    { at: AT, number: NUMBER },
    { at: AT, number: NUMBER },
  ])
})

it('sees in a transaction what was committed while it waited', async () => {
  await inTransaction({ db: getDb() }, async (tx) => {
    await tx.$queryRaw`SELECT count(*) FROM session_probe`
    await admin.query('INSERT INTO public.session_probe VALUES (now(), 3)')
    expect(await tx.$queryRaw`SELECT number FROM session_probe WHERE number = 3`).toEqual([{ number: 3 }])
  })
})

it('lets maintenance take longer than the defaults allow', async () => {
  const slow = (client: Client) => client.query('SELECT pg_sleep(0.3)')
  await onDatabase(getDatabaseUrl(), async (client) => {
    await client.query('BEGIN')
    await slow(client)
    await slow(admin)
    await client.query('SELECT 1')
  })
})

it('keeps options of the address, but for those that the desk needs', async () => {
  const url = new URL(getDatabaseUrl())
  url.searchParams.set('options', '-c timezone=Asia/Tokyo -c work_mem=7MB')
  const { rows } = await onDatabase(url.href, (client) =>
    client.query(`SELECT current_setting('timezone') AS zone, current_setting('work_mem') AS memory`),
  )
  expect(rows).toEqual([{ zone: 'UTC', memory: '7MB' }])
})
