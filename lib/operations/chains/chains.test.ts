import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { compareVersions } from '../comparisons/compare'
import { reviewRun } from '../reviews/review'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { getChain } from './get'
import { listChains } from './list'
import { updateChain } from './update'
import { getVersion, putVersion } from './version'

/** Complete runs of a version with scores of .75 + .25 × output tokens / 100. */
const runs = (version: string, outputTokens: readonly number[], kind: 'live' | 'dry_run' = 'live') =>
  outputTokens.map((output) => runBody({ version, kind, tokens: { input: 100 - output, output } }))

const readChain = async (test: TestProject) => (await getChain.run(test.key, { chain: 'answers' })).chain
const versionOf = async (test: TestProject, version: string) =>
  (await readChain(test)).versions.find((row) => row.version === version)

describe('a chain', () => {
  it('lists versions newest first in numeric order, and serves the highest live one', async () => {
    const test = await makeProject()
    await ingest(test.key, [...runs('1.2.0', [80]), ...runs('1.10.0', [80]), ...runs('1.9.1', [80])])
    const { chains } = await listChains.run(test.key, {})
    expect(chains).toHaveLength(1)
    expect(chains[0]?.versions.map((row) => row.version)).toEqual(['1.10.0', '1.9.1', '1.2.0'])
    expect(chains[0]).toMatchObject({ servedVersion: '1.10.0', runs: 3 })
    await getDb().chainVersion.updateMany({
      where: { projectId: test.project.id, version: '1.10.0' },
      data: { state: 'rolled_back' },
    })
    expect((await readChain(test)).servedVersion).toBe('1.9.1')
  })

  it('reports when efficiency alone keeps every run from being good, until a reference is set or a run is good', async () => {
    const test = await makeProject()
    const limit = async () => (await getChain.run(test.key, { chain: 'answers' })).efficiencyLimit
    await ingest(test.key, runs('1.0.0', [4, 6]))
    expect(await limit()).toBeNull()
    await ingest(test.key, [...runs('1.0.0', [10]), ...runs('1.0.0', [90], 'dry_run'), runBody({ tokens: undefined })])
    expect(await limit()).toEqual({ runs: 3, best: expect.closeTo(0.75 + 0.25 * 0.1, 12), median: 0.06 })
    await configure(test, { efficiency_reference: 0.06 }, 'answers')
    expect(await limit()).toBeNull()
    await configure(test, {}, 'answers')
    await ingest(test.key, runs('1.0.0', [20]))
    expect(await limit()).toBeNull()
  })

  it('reports a drop of confidence without a drop of score, given enough runs', async () => {
    const test = await makeProject()
    const sure = (version: string, peers: readonly number[]) =>
      peers.map((value) => runBody({ version, signals: [{ evaluator: 'peer', value }] }))
    await ingest(test.key, [...sure('1.0.0', [0.9, 0.9, 0.85]), ...sure('1.0.1', [0.3, 0.3, 0.2])])
    expect(await versionOf(test, '1.0.1')).toMatchObject({ verdict: 'ok', delta: 0, confidenceFall: expect.anything() })
    const { prior, current, interval } = (await versionOf(test, '1.0.1'))?.confidenceFall ?? {}
    expect(prior).toBeGreaterThan(current ?? 1)
    expect(interval?.[1]).toBeLessThan(0)
    await ingest(test.key, sure('1.0.2', [0.1, 0.1]))
    expect(await versionOf(test, '1.0.2')).toMatchObject({ comparedWith: '1.0.1', confidenceFall: null })
  })

  it('compares the confidence by the evaluators alone, whichever runs people reviewed', async () => {
    const test = await makeProject()
    const seen = (version: string) => [0.9, 0.95, 0.9, 0.95].map((peer) => runBody({ version, signals: { peer } }))
    await ingest(test.key, seen('1.0.0'))
    const taken = await ingest(test.key, seen('1.1.0'))
    const reviewer = await test.as('reviewer')
    for (const runId of [...taken.values()].slice(0, 3))
      await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'Wrong.' })
    expect(await versionOf(test, '1.1.0')).toMatchObject({
      confidence: { n: 4, mean: expect.closeTo(0.925, 12) },
      confidenceFall: null,
    })
    const { comparison } = await compareVersions.run(test.key, { chain: 'answers', a: '1.0.0', b: '1.1.0' })
    expect(comparison.measures.find(({ name }) => name === 'confidence')?.change).toBeCloseTo(0, 12)
  })

  it('has the mean confidence of each version, over its live runs with signals, also of an only one', async () => {
    const test = await makeProject()
    const judged = (version: string, peer: number) => runBody({ version, signals: { peer } })
    await ingest(test.key, [judged('1.0.0', 0.5), judged('1.0.0', 0.9), runBody({ version: '1.0.0' })])
    const confidence = { n: 2, mean: expect.closeTo(0.7, 12), interval: [expect.any(Number), expect.any(Number)] }
    expect(await versionOf(test, '1.0.0')).toMatchObject({ confidence })
    expect((await listChains.run(test.key, {})).chains[0]?.versions).toMatchObject([{ confidence }])
    expect(await getVersion.run(test.key, { chain: 'answers', version: '1.0.0' })).toMatchObject({
      version: { confidence },
    })
    await ingest(test.key, [runBody({ version: '1.1.0', signals: undefined })])
    expect(await versionOf(test, '1.0.0')).toMatchObject({ confidence })
    expect(await versionOf(test, '1.1.0')).toMatchObject({ confidence: { n: 0, mean: null, interval: null } })
  })

  it('judges each version by its live runs against the version before it', async () => {
    const test = await makeProject()
    await ingest(test.key, [
      ...runs('1.0.0', [80, 80, 80]),
      ...runs('1.0.1', [40, 40, 40]),
      ...runs('1.0.2', [40, 40]),
      ...runs('1.0.2', [90, 90, 90], 'dry_run'),
    ])
    expect(await versionOf(test, '1.0.0')).toMatchObject({ verdict: 'no_baseline', delta: null, comparedWith: null })
    expect(await versionOf(test, '1.0.1')).toMatchObject({
      verdict: 'regression',
      comparedWith: '1.0.0',
      delta: expect.closeTo(0.25 * 0.4, 9),
    })
    expect(await versionOf(test, '1.0.2')).toMatchObject({
      verdict: 'insufficient_sample',
      liveRuns: 2,
      runs: 5,
      quality: { n: 2, mean: expect.closeTo(0.75 + 0.25 * 0.4, 9) },
    })
  })

  it('does not count a drop of exactly the threshold', async () => {
    const test = await makeProject()
    await ingest(test.key, [...runs('1.0.0', [80, 80, 80]), ...runs('1.0.1', [60, 60, 60])])
    expect(await versionOf(test, '1.0.1')).toMatchObject({ verdict: 'ok', delta: expect.closeTo(0.05, 9) })
  })

  it('reports an unknown mean for a version without runs', async () => {
    const test = await makeProject()
    await putVersion.run(test.key, { chain: 'answers', version: '2.0.0' })
    const chain = await readChain(test)
    expect(chain).toMatchObject({ runs: 0, lastRunAt: null })
    expect(chain.versions[0]).toMatchObject({ quality: { n: 0, mean: null, interval: null }, verdict: 'no_baseline' })
  })
})

describe('declaring a version', () => {
  const contract = { requiredOutputs: ['answer'] }

  it('sets the contract of its next runs, keeps omitted fields, and is audited', async () => {
    const test = await makeProject()
    await putVersion.run(test.key, { chain: 'answers', version: '1.0.0', contract })
    const criteria = { required_fields: ['answer'] }
    const { chain } = await putVersion.run(test.key, { chain: 'answers', version: '1.0.0', criteria })
    expect(chain.versions[0]).toMatchObject({ hasContract: true, hasCriteria: true })
    const events = await getDb().auditEvent.findMany({ where: { projectId: test.project.id, action: 'version.put' } })
    expect(events.map((event) => event.after)).toContainEqual(expect.objectContaining({ contract }))
    await ingest(test.key, [runBody({ contract: undefined, output: {} })])
    const run = await getDb().runSummary.findFirstOrThrow({ where: { projectId: test.project.id } })
    expect(run.stratt).toBeLessThan(0.8)
  })

  it('refuses an unusable schema, naming the field', async () => {
    const { key } = await makeProject()
    const contract = { schema: { type: 'nonsense' } }
    await expect(putVersion.run(key, { chain: 'answers', version: '1', contract })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'contract.schema' }],
    })
  })

  it('makes a person its author, but not an API key', async () => {
    const test = await makeProject()
    const author = () =>
      getDb().chainVersion.findFirstOrThrow({ where: { projectId: test.project.id }, select: { authorId: true } })
    await putVersion.run(test.key, { chain: 'answers', version: '1.0.0' })
    expect((await author()).authorId).toBeNull()
    const person = await test.as('reviewer')
    await putVersion.run(person, { chain: 'answers', version: '1.0.0' })
    expect((await author()).authorId).toBe(person.actor.kind === 'user' ? person.actor.userId : null)
  })

  it('creates one version when called concurrently', async () => {
    const test = await makeProject()
    const input = { chain: 'answers', version: '1.0.0', contract }
    await Promise.all(Array.from({ length: 8 }, () => putVersion.run(test.key, input)))
    expect((await readChain(test)).versions).toHaveLength(1)
  })
})

describe("changing a chain's settings", () => {
  it('keeps every stored score, notes that, and is audited with before and after', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ id: 'first' })])
    const admin = await test.as('admin')
    const read = () => getDb().runSummary.findFirstOrThrow({ where: { projectId: test.project.id } })
    const stored = await read()
    const { chain, notes } = await updateChain.run(admin, { chain: 'answers', profile: 'gaff', gateHours: 48 })
    expect(chain).toMatchObject({ profile: 'gaff', gateHours: 48, minLiveRuns: 3 })
    expect(notes).toHaveLength(2)
    expect(await read()).toEqual(stored)
    const event = await getDb().auditEvent.findFirstOrThrow({
      where: { projectId: test.project.id, action: 'chain.update' },
    })
    expect(event).toMatchObject({
      before: { profile: 'stratt', gateHours: 24 },
      after: { profile: 'gaff', gateHours: 48 },
    })
  })

  it("is refused to keys and reviewers, and reports another project's chain as not found", async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    const change = { chain: 'answers', minLiveRuns: 5 }
    await expect(updateChain.run(test.key, change)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(updateChain.run(await test.as('reviewer'), change)).rejects.toMatchObject({ code: 'forbidden' })
    const elsewhere = await makeProject()
    await expect(updateChain.run(await elsewhere.as('admin'), change)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getChain.run(elsewhere.key, { chain: 'answers' })).rejects.toMatchObject({ code: 'not_found' })
    expect((await listChains.run(elsewhere.key, {})).chains).toEqual([])
  })
})
