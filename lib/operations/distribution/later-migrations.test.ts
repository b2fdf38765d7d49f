import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { applyMigrations } from '@/lib/db/migrate'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { getDatabaseUrl } from '@/lib/env'
import { applyScripts } from '../testing/apply-scripts'
import { inUndistributed } from '../testing/database'
import { listTablePlaces, PLACES } from './cluster'
import { distribute, distributeAdded } from './distribute'

/** Since this one, a release is supported on a cluster. */
const FIRST = '20261122191000_run_months'

it.skipIf(!inject('isDistributed'))('applies every later migration to a distributed database', async () => {
  const names = await listMigrationNames()
  const later = names.filter((name) => name > FIRST)
  const name = `${new URL(getDatabaseUrl()).pathname.slice(1)}_later`
  const work = async (url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    // An older release distributed it: to this one, nothing may be pending.
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name)
       SELECT gen_random_uuid(), 'x', now(), name FROM unnest($1::text[]) name`,
      [later],
    )
    await distribute({ url, shards: 2 })
    await client.query('DELETE FROM _prisma_migrations WHERE migration_name = ANY($1)', [later])

    expect(await applyMigrations(url)).toEqual(later)
    await distributeAdded(url)
    const places = await listTablePlaces(client)
    await client.end()
    expect(places.filter(({ name: table, place }) => PLACES.get(table) !== place)).toEqual([])
    expect(new Set(places.flatMap(({ place, colocation }) => (place === 'project' ? [colocation] : []))).size).toBe(1)
    expect(await distributeAdded(url)).toEqual([])
  }
  const migrate = (url: string) =>
    applyScripts(
      url,
      names.filter((one) => one <= FIRST),
    )
  await inUndistributed(inject('databaseServerUrl'), name, work, migrate)
})
