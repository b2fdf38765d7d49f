import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Client } from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { getDatabaseUrl } from '@/lib/env'
import { checkReadiness } from './readiness'

const read = vi.spyOn(fs, 'readdir')
// What was imported by name changes with it.
syncBuiltinESMExports()
afterAll(() => {
  read.mockRestore()
  syncBuiltinESMExports()
})

it('a running desk stays ready while the next release is checked out into its folder', async () => {
  expect(await checkReadiness()).toEqual({ ready: true, reason: null })
  const [last] = (await fs.readdir('prisma/migrations', { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const next = Object.assign(Object.create(last ?? null), { name: '99999999999999_of_the_next_release' })
  read.mockResolvedValue([next])
  expect(await listMigrationNames()).toEqual([next.name])
  expect(await checkReadiness()).toEqual({ ready: true, reason: null })
})

async function asAdmin(work: (admin: Client, database: string) => Promise<void>) {
  const admin = new Client({ connectionString: getDatabaseUrl() })
  await admin.connect()
  try {
    await work(admin, admin.escapeIdentifier(new URL(getDatabaseUrl()).pathname.slice(1)))
  } finally {
    await admin.end()
  }
}

it('a desk is not ready once a newer release has migrated its database', () =>
  asAdmin(async (admin) => {
    await admin.query(`
      INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
      VALUES ('newer', 'x', now(), '9999_of_next_year', 1)`)
    expect(await checkReadiness()).toEqual({
      ready: false,
      reason:
        'a newer release has migrated the database (9999_of_next_year): stop this process, and start that release',
    })
    await admin.query(`DELETE FROM _prisma_migrations WHERE id = 'newer'`)
    expect(await checkReadiness()).toEqual({ ready: true, reason: null })
  }))

it('a desk is not ready while its database takes no changes, as a standby', () =>
  asAdmin(async (admin, database) => {
    await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
    expect(await checkReadiness()).toEqual({ ready: false, reason: 'the database takes no changes: it is read-only' })
    await admin.query('SET transaction_read_only = off')
    await admin.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`)
    expect(await checkReadiness()).toEqual({ ready: true, reason: null })
  }))
