import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDatabaseUrl } from '@/lib/env'
import { onDatabase } from './on-database'
import { examineServer } from './server'

const admin = new Client({ connectionString: process.env.DATABASE_URL })
const name = `${new URL(getDatabaseUrl()).pathname.slice(1)}_examined`
const role = `${name}_guest`

beforeAll(async () => {
  await admin.connect()
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'guest'`)
})

afterAll(async () => {
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.query(`DROP ROLE ${role}`)
  await admin.end()
})

async function examineNew(options = ''): Promise<string[]> {
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`)
  return examine(urlOf())
}

function urlOf(user?: string): string {
  const url = new URL(getDatabaseUrl())
  url.pathname = `/${name}`
  if (user) Object.assign(url, { username: user, password: 'guest' })
  return url.href
}

const examine = async (url: string) => (await onDatabase(url, examineServer)).faults

it('a new database in UTF-8 has no fault, whatever its defaults', async () => {
  expect(await examineNew()).toEqual([])
  await admin.query(`ALTER DATABASE ${name} SET timezone = 'Europe/Berlin'`)
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`)
  expect(await examine(urlOf())).toEqual([])
})

it('a database in another encoding, or that is only read, is refused', async () => {
  const [encoding, ...others] = await examineNew(`ENCODING 'SQL_ASCII' LOCALE 'C'`)
  expect(encoding).toContain('the encoding SQL_ASCII')
  expect(others).toEqual([])
  await examineNew()
  await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  expect(await examine(urlOf())).toEqual([expect.stringContaining('read-only')])
})

it('a role that may create neither tables nor the schema of the queue is told what to grant', async () => {
  await examineNew()
  expect(await examine(urlOf(role))).toEqual([
    expect.stringContaining(`GRANT CREATE ON SCHEMA public TO ${role}`),
    expect.stringContaining(`GRANT CREATE ON DATABASE ${name} TO ${role}`),
  ])
})

it('a pooler that drops the settings of sessions is refused where the defaults differ', async () => {
  await examineNew()
  await admin.query(`ALTER DATABASE ${name} SET timezone = 'Europe/Berlin'`)
  await admin.query(`ALTER DATABASE ${name} SET datestyle = German`)
  const client = new Client({ connectionString: urlOf() })
  await client.connect()
  try {
    const { faults } = await examineServer(client)
    expect(faults).toContainEqual(
      expect.stringMatching(/timezone is Europe\/Berlin.*ALTER ROLE \S+ SET timezone = 'UTC'/),
    )
    expect(faults).toContainEqual(expect.stringContaining('datestyle is German'))
    expect(faults.join()).not.toContain('search_path')
  } finally {
    await client.end()
  }
})
