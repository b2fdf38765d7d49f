import { expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { listChains } from '../chains/list'
import { ingest, makeProject, runBody } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { findDisagreements } from '../testing/rollups-agree'
import { dropEmptyVersions, holdVersions } from './empty-versions'
import { ensureVersion } from './version'

const guessed = { chain: 'guessed', version: '1.0.0' }

/** A version without runs, as the last trace leaves it that was filed under the name of its first span. */
async function makeEmpty() {
  const test = await makeProject()
  const settings = await inTransaction(test.key, (tx) =>
    ensureVersion(tx, test.project.id, guessed, { now: new Date() }),
  )
  const drop = (tx: Parameters<typeof dropEmptyVersions>[0]) =>
    dropEmptyVersions(tx, test.project.id, [settings.versionId])
  return { ...test, settings, drop }
}

it.each([
  ['that version', guessed],
  ['another version of its chain', { ...guessed, version: '2.0.0' }],
] as const)('a run of %s that arrives while it is deleted stands in a chain and a version', async (_, named) => {
  const { key, project, drop } = await makeEmpty()
  const body: RunBody = runBody({ id: 'arriving', ...named })
  const arriving = await inTransaction(key, async (tx) => {
    await drop(tx)
    const stored = ingest(key, [body])
    await untilLockIsWaitedFor(tx)
    return { stored }
  })
  await arriving.stored
  expect(await findDisagreements(project.id)).toEqual([])
  expect((await listChains.run(key, {})).chains).toMatchObject([{ name: 'guessed' }])
})

it('a version stays as long as a run is being stored in it, and is deleted with its chain otherwise', async () => {
  const { key, project, settings, drop } = await makeEmpty()
  const count = () => getDb().chainVersion.count({ where: { projectId: project.id } })
  await inTransaction(key, async (tx) => {
    expect(await holdVersions(tx, project.id, [{ run: guessed, settings }])).toEqual(new Set())
    await inTransaction(key, drop)
  })
  expect(await count()).toBe(1)
  await inTransaction(key, drop)
  expect(await count()).toBe(0)
  expect(await getDb().chain.count({ where: { projectId: project.id } })).toBe(0)
})

it('a batch of many versions takes few locks: the table of locks is shared by all connections', async () => {
  const { key, project, settings } = await makeEmpty()
  const runs = Array.from({ length: 1000 }, (_, at) => ({ run: { chain: `chain ${at}`, version: '1.0.0' }, settings }))
  const taken = await inTransaction(key, async (tx) => {
    await holdVersions(tx, project.id, runs)
    return tx.$queryRaw<{ locks: number }[]>`
      SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`
  })
  expect(taken[0]?.locks).toBeLessThan(100)
})
