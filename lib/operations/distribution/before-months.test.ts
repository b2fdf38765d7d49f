import { PrismaPg } from '@prisma/adapter-pg'
import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { SESSION_OPTIONS } from '@/lib/db/citus'
import { PrismaClient } from '@/lib/db/generated/client'
import { monthlyTables } from '@/lib/db/run-months'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { getDatabaseUrl } from '@/lib/env'
import { restoreDatabase } from '../backup/restore'
import { checkCounts } from '../rollups/check'
import { applyScripts } from '../testing/apply-scripts'
import { inUndistributed } from '../testing/database'
import { withClient } from '../testing/every-scene'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { takeBackBeforeMonths } from './before-months'
import { distribute, distributeAdded } from './distribute'

const FIRST_RELEASE = 'lib/operations/testing/first-release.backup'
const MONTHS = '20261122191000_run_months'

it.skipIf(inject('isDistributed'))('takes no tables back in an ordinary database', async () => {
  expect(await takeBackBeforeMonths(getDatabaseUrl())).toEqual([])
})

it.skipIf(!inject('isDistributed'))('partitions a database that was distributed before there were months', async () => {
  const [first = '', ...later] = await listMigrationNames()
  const name = `${new URL(getDatabaseUrl()).pathname.slice(1)}_old`
  const migrate = async (url: string) => {
    await applyScripts(url, [first])
    await restoreDatabase({ url, file: FIRST_RELEASE })
    await applyScripts(
      url,
      later.filter((migration) => migration < MONTHS),
    )
  }
  const work = async (url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const counts = async () => {
      const { rows } = await client.query<Record<string, string>>(
        `SELECT ${monthlyTables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)}`,
      )
      return rows[0]
    }
    const before = await counts()
    expect(before).toMatchObject({ run: '36', node_run: '72' })
    for (const table of monthlyTables)
      await client.query(`SELECT create_distributed_table($1, 'project_id', shard_count => 2)`, [table])

    expect((await takeBackBeforeMonths(url)).sort()).toEqual([...monthlyTables].sort())
    await applyScripts(
      url,
      later.filter((migration) => migration >= MONTHS),
    )
    expect(await takeBackBeforeMonths(url)).toEqual([])
    expect(await counts()).toEqual(before)
    await distribute({ url, shards: 2 })
    expect(await counts()).toEqual(before)
    expect(await takeBackBeforeMonths(url)).toEqual([])
    expect(await distributeAdded(url)).toEqual([])
    await client.end()

    const prisma = new PrismaClient({
      adapter: new PrismaPg({ connectionString: url, max: 4, options: SESSION_OPTIONS }),
    })
    await withClient(prisma, async (db) => {
      const test = await makeProject()
      await takeIn(test.key, [runBody()])
      for (const { id } of await db.project.findMany())
        expect((await checkCounts(db, id, { mends: false })).wrong).toEqual([])
    })
    await prisma.$disconnect()
  }
  await inUndistributed(inject('databaseServerUrl'), name, work, migrate)
})
