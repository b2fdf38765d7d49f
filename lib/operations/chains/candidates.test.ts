import { describe, expect, it } from 'vitest'
import type { InputOf } from '@/lib/contracts/contract'
import type { RunBody } from '@/lib/contracts/run-input'
import type { publishVersion as contract } from '@/lib/contracts/versions'
import { getDb } from '@/lib/db/client'
import { decideGate } from '../gates/act'
import { openGate } from '../gates/open'
import { getOverview } from '../overview/get'
import { listRegressions } from '../regressions/list'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { getChain } from './get'
import { publishVersion } from './publish'
import { getServedVersion, getVersion } from './version'

const chain = 'answers'
const CANDIDATE = '1.1.0-pr.7'

type Body = InputOf<typeof contract>
const publish = (test: TestProject, version: string, body: Partial<Body> = {}) =>
  publishVersion.run(test.key, { chain, version, ...body })

const runs = (version: string, count: number, body: Partial<RunBody> = {}) =>
  Array.from({ length: count }, () => runBody({ version, ...body }))
const poor = { output: { answer: '' } }

/** A project where 1.0.0 serves with good runs, and a higher candidate has three poor ones. */
async function makeCandidate(body: Partial<Body> = {}) {
  const test = await makeProject()
  await ingest(test.key, runs('1.0.0', 3))
  await publish(test, CANDIDATE, { candidate: true, ...body })
  await ingest(test.key, runs(CANDIDATE, 3, poor))
  return test
}

const served = async (test: TestProject) => (await getServedVersion.run(test.key, { chain })).version
const read = async (test: TestProject, version = CANDIDATE) =>
  (await getVersion.run(test.key, { chain, version })).version
const gates = (test: TestProject) => getDb().gate.count({ where: { projectId: test.project.id } })

describe('a candidate', () => {
  it('is compared with the served version, never serves, and opens no gate automatically', async () => {
    const test = await makeCandidate()
    expect(await read(test)).toMatchObject({
      state: 'candidate',
      served: false,
      comparedWith: '1.0.0',
      verdict: 'regression',
      liveRuns: 3,
    })
    expect(await served(test)).toBe('1.0.0')
    expect(await gates(test)).toBe(0)
  })

  it.each(['0.9.0-pr.1', '1.0.0-pr.1', '2.0.0'])(
    'is compared with the served version, whether lower or higher: %s',
    async (name) => {
      const test = await makeProject()
      await ingest(test.key, [...runs('0.5.0', 3), ...runs('1.0.0', 3)])
      await publish(test, name, { candidate: true })
      await ingest(test.key, runs(name, 3))
      expect(await read(test, name)).toMatchObject({ comparedWith: '1.0.0', verdict: 'ok' })
    },
  )

  it('is not used to judge its chain, except on request', async () => {
    const test = await makeCandidate()
    const newest = await listRegressions.run(test.key, { chain })
    expect(newest.regressions).toMatchObject([{ version: '1.0.0', verdict: 'no_baseline' }])
    const asked = await listRegressions.run(test.key, { chain, version: CANDIDATE })
    expect(asked.regressions).toMatchObject([
      { version: CANDIDATE, state: 'candidate', verdict: 'regression', prior: { version: '1.0.0' } },
    ])
    const { chain: view } = await getChain.run(test.key, { chain })
    expect(view).toMatchObject({ newestVersion: '1.0.0', servedVersion: '1.0.0', drift: null })
    const { versions } = await getOverview.run(test.key, { range: '7d' })
    expect(versions.map(({ version }) => version)).toEqual(['1.0.0'])
  })

  it('is no baseline: a higher version is compared with the one below it, and gets its gate', async () => {
    const test = await makeCandidate()
    await ingest(test.key, runs('1.2.0', 3, poor))
    expect(await read(test, '1.2.0')).toMatchObject({ comparedWith: '1.0.0', gate: { state: 'pending' } })
  })

  it('does not influence the odds of other versions', async () => {
    const [without, beside] = [await makeProject(), await makeProject()]
    await publish(beside, '1.0.5', { candidate: true })
    for (const test of [without, beside]) {
      const name = (place: number) => ({ id: `run-${place}` })
      const all = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'].flatMap((version) => runs(version, 4))
      await ingest(
        test.key,
        all.map((body, place) => ({ ...body, ...name(place) })),
      )
    }
    await ingest(beside.key, runs('1.0.5', 20, poor))
    expect((await read(beside, '1.3.0')).odds).toEqual((await read(without, '1.3.0')).odds)
  })

  it('opens no gate for an escalated run, unlike a live version', async () => {
    const test = await makeProject()
    await publish(test, CANDIDATE, { candidate: true })
    const escalating = { status: 'failed', attempt: 1, signals: { self: 0, peer: 0 } } as const
    await ingest(test.key, runs(CANDIDATE, 1, escalating))
    const decisions = await getDb().runSummary.findMany({ where: { projectId: test.project.id } })
    expect(decisions).toMatchObject([{ decision: 'escalate' }])
    expect(await gates(test)).toBe(0)
    await ingest(test.key, runs('1.0.0', 1, escalating))
    expect(await gates(test)).toBe(1)
  })

  it('can get a manual gate, and stays unserved when rejected', async () => {
    const test = await makeCandidate()
    const reviewer = await test.as('reviewer')
    const { gate } = await openGate.run(test.key, { chain, version: CANDIDATE, question: 'Publish?' })
    const { evidence, evidenceDigest, consequences } = await see(reviewer, gate.id)
    expect(evidence.prior?.version).toBe('1.0.0')
    expect(consequences?.approve).toContain(`${CANDIDATE} goes live and serves`)
    const verdict = { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'Empty.' } as const
    await decideGate.run(reviewer, verdict)
    expect(await read(test)).toMatchObject({ state: 'rolled_back' })
    expect(await publish(test, CANDIDATE)).toMatchObject({ published: false, version: { state: 'rolled_back' } })
    expect(await served(test)).toBe('1.0.0')
  })
})

describe('publishing a candidate again', () => {
  it('with the same body changes nothing, and without `candidate` makes it live and served', async () => {
    const body = { contract: { requiredOutputs: ['answer'] }, notes: 'Shorter prompts.' }
    const test = await makeProject()
    await ingest(test.key, runs('1.0.0', 3))
    await publish(test, CANDIDATE, { ...body, candidate: true })
    expect((await publish(test, CANDIDATE, { ...body, candidate: true })).published).toBe(false)
    expect(await served(test)).toBe('1.0.0')
    const { published, version } = await publish(test, CANDIDATE, body)
    expect(published).toBe(true)
    expect(version).toMatchObject({ state: 'live', served: true, contract: body.contract })
    expect(version.events).toMatchObject([
      { kind: 'published', fromState: 'candidate', toState: 'live', servedVersion: CANDIDATE },
      { kind: 'held', toState: 'candidate', servedVersion: '1.0.0' },
    ])
    expect((await publish(test, CANDIDATE, body)).published).toBe(false)
  })

  it('with only its name keeps its contents and trials', async () => {
    const test = await makeProject()
    const body: Partial<Body> = { scenarios: [{ name: 'one' }], executor: { kind: 'local' } }
    await publish(test, CANDIDATE, { ...body, candidate: true })
    const { published, trials, version } = await publish(test, CANDIDATE, { notes: 'Merged.' })
    expect({ published, trials }).toEqual({ published: true, trials: 0 })
    expect(version).toMatchObject({ state: 'live', scenarios: body.scenarios, executor: body.executor })
    expect(version.events[0]).toMatchObject({ kind: 'published', reason: 'Merged.' })
    expect(await getDb().trial.count({ where: { projectId: test.project.id, status: 'queued' } })).toBe(4)
  })

  it('opens the gate that its runs require', async () => {
    const test = await makeCandidate()
    await publish(test, CANDIDATE)
    expect(await read(test)).toMatchObject({ served: true, gate: { state: 'pending' } })
  })

  it('with another body is refused', async () => {
    const test = await makeCandidate()
    const other = publish(test, CANDIDATE, { contract: { requiredOutputs: ['other'] } })
    await expect(other).rejects.toMatchObject({ code: 'conflict', issues: [{ path: 'version' }] })
    expect((await read(test)).state).toBe('candidate')
  })

  it('is refused while a gate on it is pending', async () => {
    const test = await makeCandidate()
    await openGate.run(test.key, { chain, version: CANDIDATE, question: 'Publish?' })
    await expect(publish(test, CANDIDATE)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('gate'),
    })
    expect((await read(test)).state).toBe('candidate')
  })
})

it.each([
  ['was published', (test: TestProject) => publish(test, '1.0.0')],
  ['has runs', (test: TestProject) => ingest(test.key, runs('1.0.0', 1))],
])('a version that %s cannot become a candidate', async (_words, make) => {
  const test = await makeProject()
  await make(test)
  const late = publish(test, '1.0.0', { candidate: true })
  await expect(late).rejects.toMatchObject({ code: 'conflict', issues: [{ path: 'candidate' }] })
  expect((await read(test, '1.0.0')).state).toBe('live')
})
