import { PrismaPg } from '@prisma/adapter-pg'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { onDatabase } from '@/lib/db/on-database'
import { monthlyTables } from '@/lib/db/run-months'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { sessionOf } from '@/lib/db/session'
import { getDatabaseUrl } from '@/lib/env'
import { restoreDatabase } from '../backup/restore'
import { checkCounts } from '../rollups/check'
import { applyScripts } from '../testing/apply-scripts'
import { inUndistributed } from '../testing/database'
import { withClient } from '../testing/every-scene'
import { ingest, makeProject, runBody } from '../testing/factories'
import { makeRegressedChain } from '../testing/regressed-chain'
import { listTablePlaces, PLACES } from './cluster'
import { distribute, distributeAdded, undistributeBeforeMonths } from './distribute'

const isDistributed = inject('isDistributed')
const url = () => getDatabaseUrl()

it('every table with a project is distributed by it or a reference table, and the others stay on the coordinator', () => {
  expect(PLACES.get('run')).toBe('project')
  expect(PLACES.get('audit_event')).toBe('project')
  expect(PLACES.get('api_key')).toBe('everywhere')
  expect(PLACES.get('rate_limit')).toBe('coordinator')
})

it.skipIf(isDistributed)('rejects a server without Citus, and states what is missing', async () => {
  await expect(distribute({ url: url() })).rejects.toThrow(/^this server does not have Citus|^the extension is not in/)
  expect(await distributeAdded(url())).toEqual([])
})

describe.skipIf(!isDistributed)('on a Citus cluster (TEST_DATABASE_URL names its coordinator)', () => {
  beforeAll(() => makeRegressedChain())

  it('finds every table in its place, and one colocation for all that are distributed by project', async () => {
    const places = await onDatabase(url(), listTablePlaces)
    expect(places.filter(({ name, place }) => PLACES.get(name) !== place)).toEqual([])
    const homes = new Set(places.flatMap(({ place, colocation }) => (place === 'project' ? [colocation] : [])))
    expect(homes.size).toBe(1)
    expect(await distribute({ url: url() })).toMatchObject({ moved: [], dropped: [] })
  })

  it('resumes after an interruption without losing rows, including undistributed tables with foreign keys between them', async () => {
    const db = getDb()
    const counts = async () => [await db.runSummary.count(), await db.chainVersion.count(), await db.auditEvent.count()]
    const before = await counts()
    expect(Math.min(...before)).toBeGreaterThan(0)
    await onDatabase(url(), async (client) => {
      await client.query('ALTER TABLE chain_version DROP CONSTRAINT chain_version_project_id_chain_id_fkey')
      for (const table of ['chain_version', 'run_summary', 'audit_event'])
        await client.query('SELECT undistribute_table($1::regclass)', [table])
      await client.query(`ALTER TABLE chain DROP CONSTRAINT chain_project_id_fkey`)
      await client.query(`SELECT undistribute_table('chain')`)
      await client.query(
        `ALTER TABLE chain ADD CONSTRAINT chain_project_id_fkey FOREIGN KEY (project_id) REFERENCES project (id)`,
      )
      await client.query(`ALTER TABLE chain_version ADD CONSTRAINT chain_version_project_id_chain_id_fkey
        FOREIGN KEY (project_id, chain_id) REFERENCES chain (project_id, id)`)
    })
    const dry = await distribute({ url: url(), isDryRun: true })
    expect(dry.moved.sort()).toEqual(['audit_event', 'chain', 'chain_version', 'run_summary'])
    expect((await distributeAdded(url())).sort()).toEqual(dry.moved)
    expect(await counts()).toEqual(before)
    const left = await onDatabase(url(), (client) =>
      client.query(`SELECT FROM pg_class WHERE relname = ANY($1) AND pg_relation_size(oid) > 0`, [dry.moved]),
    )
    expect(left.rowCount).toBe(0)
    expect(await distribute({ url: url() })).toMatchObject({ moved: [] })
  })

  it('rejects tables that were distributed in another way, and leaves them alone', async () => {
    await onDatabase(url(), async (client) => {
      await client.query(`SELECT undistribute_table('thinking_template')`)
      await client.query(`SELECT create_reference_table('thinking_template')`)
    })
    await expect(distribute({ url: url() })).rejects.toThrow('distributed in another way: thinking_template')
    await onDatabase(url(), (client) => client.query(`SELECT undistribute_table('thinking_template')`))
    expect(await distribute({ url: url() })).toMatchObject({ moved: ['thinking_template'] })
  })
})

const FIRST_RELEASE = 'lib/operations/testing/first-release.backup'
const MONTHS = '20261122191000_run_months'

it.skipIf(inject('isDistributed'))('takes no tables back in an ordinary database', async () => {
  expect(await undistributeBeforeMonths(getDatabaseUrl())).toEqual([])
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

    expect((await undistributeBeforeMonths(url)).sort()).toEqual([...monthlyTables].sort())
    await applyScripts(
      url,
      later.filter((migration) => migration >= MONTHS),
    )
    expect(await undistributeBeforeMonths(url)).toEqual([])
    expect(await counts()).toEqual(before)
    await distribute({ url, shards: 2 })
    expect(await counts()).toEqual(before)
    expect(await undistributeBeforeMonths(url)).toEqual([])
    expect(await distributeAdded(url)).toEqual([])
    await client.end()

    const prisma = new PrismaClient({
      adapter: new PrismaPg({ ...sessionOf(url), max: 4 }),
    })
    await withClient(prisma, async (db) => {
      const test = await makeProject()
      await ingest(test.key, [runBody()])
      for (const { id } of await db.project.findMany())
        expect((await checkCounts(db, id, { repairs: false })).wrong).toEqual([])
    })
    await prisma.$disconnect()
  }
  await inUndistributed(inject('databaseServerUrl'), name, work, migrate)
})
