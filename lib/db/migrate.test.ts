import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getDatabaseUrl } from '@/lib/env'
import { freshProcessState } from '@/lib/operations/testing/process-state'
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

test('a migrated database has no pending migration, and migrating it again changes nothing', async () => {
  expect(await listPendingMigrations(client)).toEqual([])
  expect(await applyMigrations(getDatabaseUrl())).toEqual([])
})

test('a process migrates again after its next test file began', async () => {
  expect(await applyMigrations(getDatabaseUrl())).toEqual([])
  freshProcessState({ ...process.env } as Record<string, string>)
  expect(await applyMigrations(getDatabaseUrl())).toEqual([])
})

test('processes that migrate an empty database concurrently wait for each other, and each migration is applied once', async () => {
  await inEmptyDatabase(async (url) => {
    const applied = await Promise.all([applyMigrations(url), applyMigrations(url)])
    expect(applied.flat()).toEqual(await listMigrationNames())
  })
})

test('a migration interrupted by a crash is pending, and the next start applies it', async () => {
  const [first] = await listMigrationNames()
  await inEmptyDatabase(async (url, database) => {
    await database.query(HISTORY)
    await database.query(`insert into _prisma_migrations (id, checksum, migration_name) values ('1', 'x', $1)`, [first])
    expect(await listPendingMigrations(database)).toContain(first)
    expect(await applyMigrations(url)).toContain(first)
    expect(await listPendingMigrations(database)).toEqual([])
  })
})

test('a crash right after the commit of a migration leaves it applied, and the next start goes on from there', async () => {
  const [, ...others] = await listMigrationNames()
  await inEmptyDatabase(async (url, database) => {
    await database.query(HISTORY)
    // Whatever is recorded outside the transaction of the script is lost.
    await database.query(`
      create function lose() returns trigger language plpgsql as $$ begin
        if not exists (select 1 from pg_class where xmin = pg_current_xact_id()::xid) then raise 'the process is gone'; end if;
        return new;
      end $$`)
    await database.query('create trigger lost before update on _prisma_migrations for each row execute function lose()')
    await expect(applyMigrations(url)).rejects.toThrow('the process is gone')
    expect(await listPendingMigrations(database)).toEqual(others)
    await database.query('drop trigger lost on _prisma_migrations')
    expect(await applyMigrations(url)).toEqual(others)
    expect(await listPendingMigrations(database)).toEqual([])
  })
})

test('a database with migrations of a newer release is refused with the newest of them, and left unchanged', async () => {
  await inEmptyDatabase(async (url, database) => {
    await applyMigrations(url)
    const add = (name: string) =>
      database.query(
        `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
         values ($1, 'x', now(), $1, 1)`,
        [name],
      )
    await add('9999_of_next_year')
    await expect(applyMigrations(url)).rejects.toThrow('another release (9999_of_next_year): start')
    for (const name of ['9998_b', '9998_c', '9998_a']) await add(name)
    await expect(applyMigrations(url)).rejects.toThrow('another release (9999_of_next_year, 9998_c, 9998_b and 1 more)')
    expect(await listPendingMigrations(database)).toEqual([])
  })
})

test("a failed migration reports the database's error", async () => {
  const [first] = await listMigrationNames()
  await inEmptyDatabase(async (url, database) => {
    await database.query(await readFile(`prisma/migrations/${first}/migration.sql`, 'utf8'))
    await markApplied(database, first ?? '')
    await database.query('create table data_policy (id int)')
    await expect(applyMigrations(url)).rejects.toThrow('relation "data_policy" already exists')
  })
})

test('a database of the first release is migrated to this one with every row kept', async () => {
  await inEmptyDatabase(async (url, database) => {
    const [first] = await listMigrationNames()
    await database.query(await readFile(`prisma/migrations/${first}/migration.sql`, 'utf8'))
    const before = await fillEveryTable(database)
    expect(before.size).toBeGreaterThan(40)
    await markApplied(database, first ?? '')
    await applyMigrations(url)
    expect(await listPendingMigrations(database)).toEqual([])
    for (const table of before) {
      const { rows } = await database.query(`select count(*)::int as n from ${table}`)
      expect([table, rows[0].n]).toEqual([table, 1])
    }
    // Distributing a database removes its triggers.
    if (!inject('isDistributed')) expect(await shapeOf(database)).toEqual(await shapeOf(client))
  })
})

test('a server that goes away during a migration fails only the migration', async () => {
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

const HISTORY = `
  create table _prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
    logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count int not null default 0)`

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

/** Inserts one row into each table, with values for all required columns. Returns the tables. */
async function fillEveryTable(database: Client): Promise<Set<string>> {
  const samples: Record<string, string> = {
    uuid: `'00000000-0000-7000-8000-000000000001'`,
    text: `'x'`,
    jsonb: `'{}'`,
    bool: 'true',
    timestamptz: 'now()',
    date: `'2026-11-22'`,
    _text: `'{}'`,
    _int4: `'{}'`,
  }
  const { rows } = await database.query<{ table: string; columns: string[]; types: string[] }>(`
    select quote_ident(table_name) as table, array_agg(quote_ident(column_name)) as columns, array_agg(udt_name::text) as types
    from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO' and column_default is null group by 1`)
  // Without foreign keys and triggers, so that any order works and the audit log has no link.
  await database.query(`set session_replication_role = replica`)
  for (const { table, columns, types } of rows) {
    const values = types.map((type) => samples[type] ?? '1')
    await database.query(`insert into ${table} (${columns}) values (${values})`)
  }
  await database.query(`set session_replication_role = origin`)
  return new Set(rows.map(({ table }) => table))
}

async function markApplied(database: Client, name: string): Promise<void> {
  await database.query(`
    create table _prisma_migrations (
      id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
      logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count int not null default 0)`)
  await database.query(
    `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) values ('1', 'x', now(), $1, 1)`,
    [name],
  )
}

/** Returns the columns, indexes and triggers of a database, one a line; partitions are left out. */
async function shapeOf(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(`
    with partition as (select relname from pg_class where relispartition)
    select table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public' and table_name <> '_prisma_migrations' and table_name not in (select * from partition)
    union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> '_prisma_migrations' and tablename not in (select * from partition)
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`)
  return rows.map(({ line }) => line)
}
