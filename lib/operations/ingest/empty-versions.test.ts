import { expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { signatureOfDesk } from '../audit'
import { listChains } from '../chains/list'
import { eraseRuns } from '../erasure/erase-runs'
import type { VersionJob } from '../queue/enqueue'
import { ingest, makeProject, runBody } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { makeRegressedChain } from '../testing/regressed-chain'
import { findDisagreements } from '../testing/rollups-agree'
import { dropEmptyVersions, dropLeftVersions, holdChains, holdVersions } from './empty-versions'
import { ensureVersion } from './version'

const guessed = { chain: 'guessed', version: '1.0.0' }

const erasing = (projectId: string, runIds: readonly string[]) => ({
  projectId,
  runIds,
  now: new Date(),
  by: signatureOfDesk('Retention'),
})

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

it('a version that another transaction held is looked at again, and deleted if that was rolled back', async () => {
  const { key, project, settings, drop } = await makeEmpty()
  const chains = () => getDb().chain.findMany({ where: { projectId: project.id }, select: { versions: true } })
  const left = () => getDb().$queryRaw<{ data: VersionJob }[]>`
    SELECT data FROM pgboss.job WHERE name = 'version-drop' AND data->>'projectId' = ${project.id}`
  const failing = inTransaction(key, async (tx) => {
    await holdVersions(tx, project.id, [{ run: guessed, settings }])
    await inTransaction(key, drop)
    throw new Error('the runs are not stored')
  })
  await expect(failing).rejects.toThrow('the runs are not stored')
  const jobs = (await left()).map(({ data }) => data)
  expect(jobs).toMatchObject([{ id: settings.versionId }])
  expect(await chains()).toHaveLength(1)
  await dropLeftVersions(getDb(), jobs)
  expect(await chains()).toEqual([])
  await dropLeftVersions(getDb(), jobs)
  expect(await left()).toHaveLength(1)
})

it('a chain that a version is being made of when its last one is deleted is looked at again too', async () => {
  const { key, project, settings, drop } = await makeEmpty()
  const { chainId } = settings
  const count = () => getDb().chain.count({ where: { projectId: project.id } })
  const job = { projectId: project.id, id: settings.versionId, chainId }
  await inTransaction(key, async (tx) => {
    await holdChains(tx, project.id, [guessed.chain])
    await inTransaction(key, drop)
    await dropLeftVersions(getDb(), [job])
  })
  expect(await count()).toBe(1)
  await dropLeftVersions(getDb(), [job])
  expect(await count()).toBe(0)
})

it('a version that has runs by then stays', async () => {
  const { key, project, settings } = await makeEmpty()
  await ingest(key, [runBody({ ...guessed })])
  await dropLeftVersions(getDb(), [{ projectId: project.id, id: settings.versionId, chainId: settings.chainId }])
  expect((await listChains.run(key, {})).chains).toMatchObject([{ name: 'guessed' }])
})

it('a version whose runs were removed by age stays, with their counts', async () => {
  const { key, project, drop } = await makeEmpty()
  const runIds = [...(await ingest(key, [runBody({ ...guessed })])).values()]
  const aged = { because: 'older than 1 day', isCounted: () => true, isDropped: () => false }
  await inTransaction(key, (tx) => eraseRuns(tx, { ...erasing(project.id, runIds), aged }))
  await inTransaction(key, drop)
  expect(await getDb().chainVersion.count({ where: { projectId: project.id } })).toBe(1)
})

it('a version that was published stays without runs', async () => {
  const { key, project, settings, drop } = await makeEmpty()
  await getDb().chainVersion.updateMany({
    where: { projectId: project.id, id: settings.versionId },
    data: { bodyHash: 'a' },
  })
  await inTransaction(key, drop)
  expect(await getDb().chainVersion.count({ where: { projectId: project.id } })).toBe(1)
})

it('a version that a gate is about, or compares with, stays without its runs', async () => {
  const { key, project } = await makeRegressedChain()
  const where = { projectId: project.id }
  const runs = await getDb().runSummary.findMany({ where, select: { id: true } })
  const versions = await getDb().chainVersion.findMany({ where, select: { id: true } })
  await inTransaction(key, async (tx) => {
    await eraseRuns(
      tx,
      erasing(
        project.id,
        runs.map(({ id }) => id),
      ),
    )
    await dropEmptyVersions(
      tx,
      project.id,
      versions.map(({ id }) => id),
    )
  })
  expect(await getDb().chainVersion.count({ where })).toBe(versions.length)
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
