import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDatabaseUrl } from '@/lib/env'
import { applyMigrations, listPendingMigrations, MigrationError } from './migrate'
import { describeSchemaChanges, listMigrationNames } from './schema-engine'

const client = new Client({ connectionString: process.env.DATABASE_URL })

beforeAll(async () => {
  await client.connect()
})

afterAll(async () => {
  await client.end()
})

test('every change of the schema has its migration', async () => {
  expect(await describeSchemaChanges(getDatabaseUrl())).toBe('')
})

test('a migrated database lacks nothing, and migrating it again changes nothing', async () => {
  expect(await listPendingMigrations(client)).toEqual([])
  expect(await applyMigrations(getDatabaseUrl())).toEqual([])
})

test('processes that migrate an empty database at once wait for each other, and each migration is applied once', async () => {
  await inEmptyDatabase(async (url) => {
    const applied = await Promise.all([applyMigrations(url), applyMigrations(url)])
    expect(applied.flat()).toEqual(await listMigrationNames())
  })
})

test('a migration that a crash cut off is pending, and the next start applies it', async () => {
  const [first] = await listMigrationNames()
  await inEmptyDatabase(async (url, database) => {
    await database.query(`
      create table _prisma_migrations (
        id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
        logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count int not null default 0)`)
    await database.query(`insert into _prisma_migrations (id, checksum, migration_name) values ('1', 'x', $1)`, [first])
    expect(await listPendingMigrations(database)).toContain(first)
    expect(await applyMigrations(url)).toContain(first)
    expect(await listPendingMigrations(database)).toEqual([])
  })
})

test('a server that goes away meanwhile fails the migration and nothing else', async () => {
  await inEmptyDatabase(async (url, database) => {
    await applyMigrations(url)
    await database.query('begin; lock table _prisma_migrations')
    const migrating = applyMigrations(url)
    migrating.catch(() => undefined)
    const others = `from pg_stat_activity where datname = $1 and pid <> $2`
    const { rows } = await database.query('select current_database() as name, pg_backend_pid() as pid')
    const here = [rows[0].name, rows[0].pid]
    const waiting = `select ${others} and wait_event_type = 'Lock'`
    await expect.poll(async () => (await client.query(waiting, here)).rowCount, { timeout: 10_000 }).toBe(1)
    await client.query(`select pg_terminate_backend(pid) ${others}`, here)
    await expect(migrating).rejects.toThrow(MigrationError)
  })
})

async function inEmptyDatabase(work: (url: string, database: Client) => Promise<void>) {
  const url = new URL(getDatabaseUrl())
  const name = `${url.pathname.slice(1)}_empty`
  url.pathname = `/${name}`
  await client.query(`create database ${name} template template0`)
  const database = new Client({ connectionString: url.href })
  await database.connect()
  try {
    await work(url.href, database)
  } finally {
    await database.end()
    await client.query(`drop database ${name} with (force)`)
  }
}
