import { Client } from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getDatabaseUrl } from '@/lib/env'
import { makeRegressedChain } from '../testing/regressed-chain'
import { readTablePlaces } from './cluster'
import { distribute, distributeAdded } from './distribute'
import { PLACES } from './plan'

const isDistributed = inject('isDistributed')
const url = () => getDatabaseUrl()

async function onClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

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
    const standings = await onClient(readTablePlaces)
    expect(standings.filter(({ name, place }) => PLACES.get(name) !== place)).toEqual([])
    const homes = new Set(standings.flatMap(({ place, colocation }) => (place === 'project' ? [colocation] : [])))
    expect(homes.size).toBe(1)
    expect(await distribute({ url: url() })).toMatchObject({ moved: [], dropped: [] })
  })

  it('resumes after an interruption without losing rows, including undistributed tables with foreign keys between them', async () => {
    const db = getDb()
    const counts = async () => [await db.runSummary.count(), await db.chainVersion.count(), await db.auditEvent.count()]
    const before = await counts()
    expect(Math.min(...before)).toBeGreaterThan(0)
    await onClient(async (client) => {
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
    const left = await onClient((client) =>
      client.query(`SELECT FROM pg_class WHERE relname = ANY($1) AND pg_relation_size(oid) > 0`, [dry.moved]),
    )
    expect(left.rowCount).toBe(0)
    expect(await distribute({ url: url() })).toMatchObject({ moved: [] })
  })

  it('rejects tables that were distributed in another way, and leaves them alone', async () => {
    await onClient(async (client) => {
      await client.query(`SELECT undistribute_table('thinking_template')`)
      await client.query(`SELECT create_reference_table('thinking_template')`)
    })
    await expect(distribute({ url: url() })).rejects.toThrow('distributed in another way: thinking_template')
    await onClient((client) => client.query(`SELECT undistribute_table('thinking_template')`))
    expect(await distribute({ url: url() })).toMatchObject({ moved: ['thinking_template'] })
  })
})
