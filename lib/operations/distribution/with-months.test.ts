import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { expect, inject, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { onDatabase } from '@/lib/db/on-database'
import { firstRunIdOf, monthlyTables, monthOf, partitionOf } from '@/lib/db/run-months'
import { sessionOf } from '@/lib/db/session'
import { getDatabaseUrl } from '@/lib/env'
import { backupDatabase } from '../backup/backup'
import { restoreDatabase } from '../backup/restore'
import { putRetention } from '../data/policy'
import { sweepRetention } from '../erasure/retention'
import { loadMonths, makeMonths } from '../months/make-months'
import { checkCounts } from '../rollups/check'
import { inUndistributed, withoutShard } from '../testing/database'
import { withClient } from '../testing/every-scene'
import { ingest, makeProject, runBody } from '../testing/factories'
import { distribute } from './distribute'

const now = new Date()
const monthsAgo = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 10))

/** Simulates an upgrade from before partitioning by month: one partition for all earlier rows. */
async function makeBefore(url: string, end: Date): Promise<void> {
  await onDatabase(url, async (client) => {
    for (const table of monthlyTables) {
      await client.query(`CREATE TABLE ${table}_before (LIKE ${table} INCLUDING ALL)`)
      await client.query(
        `ALTER TABLE ${table} ATTACH PARTITION ${table}_before FOR VALUES FROM (MINVALUE) TO ('${firstRunIdOf(end)}')`,
      )
    }
  })
}

/** Returns the number of rows by partition. */
async function rowsByPlace(table: string): Promise<Record<string, number>> {
  const rows = await getDb().$queryRawUnsafe<{ place: string; rows: number }[]>(
    `SELECT tableoid::regclass::text AS place, count(*)::int AS rows FROM "${table}" GROUP BY 1`,
  )
  const places: Record<string, number> = {}
  for (const { place, rows: count } of rows) places[withoutShard(place)] = (places[withoutShard(place)] ?? 0) + count
  return places
}

it.skipIf(!inject('isDistributed'))('distributes a database with months and keeps partitioning by month', async () => {
  const name = `${new URL(getDatabaseUrl()).pathname.slice(1)}_months`
  const file = path.join(tmpdir(), `${name}.backup`)
  await inUndistributed(inject('databaseServerUrl'), name, async (url) => {
    const client = new PrismaClient({
      adapter: new PrismaPg({ ...sessionOf(url), max: 4 }),
    })
    await makeBefore(url, monthsAgo(30))
    await withClient(client, async (db) => {
      const [test, other] = [await makeProject(), await makeProject()]
      const at = (startedAt: Date) =>
        runBody({ startedAt: startedAt.toISOString(), status: 'failed', nodes: [{ id: 'a', status: 'failed' }] })
      const times = [monthsAgo(40), monthsAgo(35), monthsAgo(20), monthsAgo(3), now, new Date('2150-06-01T00:00:00Z')]
      await ingest(test.key, times.map(at))
      await ingest(other.key, times.slice(2, 5).map(at))
      const before = Object.fromEntries(
        await Promise.all(monthlyTables.map(async (table) => [table, await rowsByPlace(table)])),
      )
      expect(before.run).toEqual({
        run_before: 2,
        run_other: 1,
        ...Object.fromEntries(times.slice(2, 5).map((time) => [partitionOf('run', monthOf(time)), 2])),
      })
      expect((await distribute({ url, shards: 4 })).moved).toContain('run')

      // No row is lost, and the coordinator keeps none.
      for (const table of monthlyTables) expect(await rowsByPlace(table)).toEqual(before[table])
      const kept = await onDatabase(url, (client) =>
        client.query(
          `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^(run|node_run|score)(_|$)' AND pg_relation_size(oid) > 0`,
        ),
      )
      expect(kept.rows).toEqual([])
      expect(await distribute({ url })).toMatchObject({ moved: [] })

      // Late runs get their month created, months are created ahead, and rows of the default partition move when their month is created.
      await ingest(test.key, [at(monthsAgo(11)), at(monthsAgo(33))])
      expect((await rowsByPlace('node_run'))[partitionOf('node_run', monthOf(monthsAgo(11)))]).toBe(1)
      expect((await rowsByPlace('node_run')).node_run_before).toBe(3)
      const then = new Date('2150-04-15T00:00:00Z')
      expect(await makeMonths(db, then)).toEqual(['2150-04', '2150-05', '2150-06'])
      expect(await rowsByPlace('run')).toMatchObject({ run_2150_06: 1 })
      expect((await rowsByPlace('run')).run_other).toBeUndefined()

      // Months past every project's retention are dropped, including the partition from before months.
      for (const one of [test, other])
        await putRetention.run(await one.as('admin'), { contentDays: null, runDays: 700, expected: 0 })
      await sweepRetention(db, () => now)
      expect((await loadMonths(db)).before).toBeNull()
      for (const table of monthlyTables) expect(Object.keys(await rowsByPlace(table))).not.toContain(`${table}_before`)
      expect((await rowsByPlace('run'))[partitionOf('run', monthOf(monthsAgo(20)))]).toBe(2)
      for (const { project } of [test, other])
        expect((await checkCounts(db, project.id, { repairs: false })).wrong).toEqual([])
      const left = await onDatabase(url, (client) =>
        client.query(`SELECT DISTINCT table_name::text FROM citus_shards WHERE table_name::text LIKE '%\\_before'`),
      )
      expect(left.rows).toEqual([])

      await backupDatabase({ url, file, now })
      await inUndistributed(inject('databaseServerUrl'), `${name}_restored`, async (restored) => {
        await restoreDatabase({ url: restored, file })
        await distribute({ url: restored, shards: 4 })
        const { rows } = await onDatabase(restored, (client) => client.query('SELECT count(*)::int AS runs FROM run'))
        expect(rows).toEqual([{ runs: Object.values(await rowsByPlace('run')).reduce((sum, count) => sum + count, 0) }])
      })
    })
    await client.$disconnect()
  })
  await rm(file, { force: true })
})
