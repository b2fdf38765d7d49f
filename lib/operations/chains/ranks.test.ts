import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { putConfiguration } from '../configuration/change'
import { deleteRuns } from '../erasure/delete-runs'
import { decideGate, undoGate } from '../gates/act'
import { getGate } from '../gates/get'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { findWrongPlaces } from '../testing/places-agree'
import { rankStale } from '../versions/places'
import { listChains } from './list'
import { publishVersion } from './publish'
import { sweepRanks } from './rank'

const runs = (chain: string, version: string, outputs: readonly number[]) =>
  outputs.map((output) => runBody({ chain, version, tokens: { input: 100 - output, output } }))

async function makeFallen(): Promise<TestProject> {
  const test = await makeProject()
  await ingest(test.key, [
    ...runs('calm', '1', [80, 80, 80]),
    ...runs('calm', '2', [82, 82, 82]),
    ...runs('fell', '1', [90, 90, 90]),
    ...runs('fell', '2', [50, 50, 50]),
    ...runs('single', '1', [80]),
  ])
  return test
}

const countStale = ({ project }: TestProject) =>
  getDb().chainPlace.count({ where: { projectId: project.id, isStale: true } })
const ranked = async (test: TestProject) => {
  const { chains, drops } = await listChains.run(test.key, { sort: 'largest_drop', newest: true })
  return { names: chains.map(({ name }) => name), worse: drops?.worse }
}

/** Ranks what changed, and compares all places with ones computed anew; what is listed is the same before and after. */
async function settle(test: TestProject) {
  const before = await ranked(test)
  await rankStale(getDb(), test.project.id)
  expect(await countStale(test)).toBe(0)
  expect(await findWrongPlaces(test.project.id)).toEqual([])
  expect(await ranked(test)).toEqual(before)
  return before
}

describe('the ranks of chains', () => {
  it('are stored by the sweep, and only for chains that changed', async () => {
    const test = await makeFallen()
    expect(await countStale(test)).toBe(3)
    await sweepRanks(getDb(), new Date())
    expect(await countStale(test)).toBe(0)
    await ingest(test.key, runs('calm', '2', [10, 10, 10, 10, 10, 10]))
    expect(await countStale(test)).toBe(1)
    expect(await settle(test)).toEqual({ names: ['calm', 'fell', 'single'], worse: 2 })
  })

  it('follow new versions, gates, settings and deleted runs', async () => {
    const test = await makeFallen()
    const admin = await test.as('admin')
    expect(await settle(test)).toEqual({ names: ['fell', 'calm', 'single'], worse: 1 })
    // The gate that its runs opened.
    const gate = await getDb().gate.findFirstOrThrow({ where: { projectId: test.project.id, runId: null } })
    const { evidenceDigest } = await getGate.run(admin, { gateId: gate.id })
    await decideGate.run(admin, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'worse' })
    expect((await settle(test)).worse).toBe(0)
    await undoGate.run(admin, { gateId: gate.id, reason: 'a mistake' })
    expect((await settle(test)).worse).toBe(1)
    await putConfiguration.run(admin, { chain: 'fell', config: { regression_threshold: 0.5 }, expected: 0 })
    expect((await settle(test)).worse).toBe(0)
    await putConfiguration.run(admin, { chain: 'fell', config: { regression_threshold: 0.01 }, expected: 1 })
    expect((await settle(test)).worse).toBe(1)
    await putConfiguration.run(admin, { config: { confidence_weights: { self: 0.5 } }, expected: 0 })
    expect(await countStale(test)).toBe(3)
    await publishVersion.run(test.key, { chain: 'fell', version: '3.0.0' })
    expect((await settle(test)).worse).toBe(0)
    const gone = await getDb().runSummary.findMany({ where: { projectId: test.project.id, tokens: 100 }, take: 6 })
    await deleteRuns.run(admin, { runIds: gone.map(({ id }) => id) })
    await settle(test)
  })

  it('are right when runs arrive while they are stored', async () => {
    const test = await makeFallen()
    for (let round = 0; round < 4; round++)
      await Promise.all([
        rankStale(getDb(), test.project.id),
        ingest(test.key, [...runs('calm', '2', [10 * round, 5]), ...runs('fell', `${round + 2}`, [60 + round])]),
        sweepRanks(getDb(), new Date()),
      ])
    await settle(test)
  })
})
