import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { decideGate, undoGate } from '../gates/act'
import { openGate } from '../gates/open'
import { ingestBatch } from '../ingest/ingest-batch'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { at, publishTried, trialsOf } from '../testing/published-trials'
import { see } from '../testing/regressed-chain'
import { getChain } from './get'
import { publishVersion } from './publish'
import { getServedVersion, getVersion, putVersion } from './version'

const chain = 'answers'
const STRAY = '9.0.0'
const publish = (test: TestProject, version: string, body: object = {}) =>
  publishVersion.run(test.key, { chain, version, ...body })
const runs = (version: string, count: number, body: Partial<RunBody> = {}) =>
  Array.from({ length: count }, () => runBody({ version, ...body }))
const poor = { output: { answer: '' } }
const served = async (test: TestProject) => (await getServedVersion.run(test.key, { chain })).version
const read = async (test: TestProject, version = STRAY) => (await getVersion.run(test.key, { chain, version })).version
const gates = (test: TestProject) => getDb().gate.count({ where: { projectId: test.project.id } })

describe('an unpublished version in a chain with a published one', () => {
  /** 1.0.0 is published and has good runs; three poor runs are sent as 9.0.0. */
  async function makeStray() {
    const test = await makeProject()
    await publish(test, '1.0.0')
    await ingest(test.key, runs('1.0.0', 3))
    await ingest(test.key, runs(STRAY, 3, poor))
    return test
  }

  it('is a candidate from its first run: compared with the served version, never serving', async () => {
    const test = await makeStray()
    expect(await served(test)).toBe('1.0.0')
    expect(await read(test)).toMatchObject({
      state: 'candidate',
      served: false,
      publishedBy: null,
      comparedWith: '1.0.0',
      verdict: 'regression',
    })
    expect(await gates(test)).toBe(0)
    expect((await getChain.run(test.key, { chain })).chain).toMatchObject({
      servedVersion: '1.0.0',
      newestVersion: '1.0.0',
    })
  })

  it('does not cancel the trials of the served version', async () => {
    const test = await makeProject()
    await publishTried(test, null)
    await ingest(test.key, runs(STRAY, 1))
    expect((await trialsOf(test, at.version)).live).toMatchObject({ queued: 3, cancelled: 0 })
  })

  it('is not created by a rejected run, which cancels no trial', async () => {
    const test = await makeProject()
    await publishTried(test, null)
    await ingest(test.key, [runBody({ id: 'taken' })])
    const { rejected } = await ingestBatch(test.key, [runBody({ id: 'taken', version: STRAY })], 'test')
    expect(rejected).toMatchObject([{ code: 'conflict' }])
    expect((await trialsOf(test, at.version)).live).toMatchObject({ queued: 3, cancelled: 0 })
    await expect(read(test)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('does not block the undo of an earlier decision', async () => {
    const test = await makeProject()
    await publish(test, '1.0.0')
    const reviewer = await test.as('reviewer')
    const { gate } = await openGate.run(test.key, { chain, version: '1.0.0', question: 'Keep it?' })
    const { evidenceDigest } = await see(reviewer, gate.id)
    await decideGate.run(reviewer, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'Wrong.' })
    await ingest(test.key, runs(STRAY, 1))
    await undoGate.run(reviewer, { gateId: gate.id, reason: 'Wrong chain.' })
    expect(await served(test)).toBe('1.0.0')
  })

  it('serves once it is published, and its runs count from then on', async () => {
    const test = await makeStray()
    const contract = { requiredOutputs: ['answer'] }
    const { published, version } = await publish(test, STRAY, { contract, notes: 'Meant after all.' })
    expect(published).toBe(true)
    expect(version).toMatchObject({ state: 'live', served: true, contract, verdict: 'regression' })
    expect(version.gate).toMatchObject({ state: 'pending' })
    expect(await served(test)).toBe(STRAY)
  })

  it('can be published as a candidate', async () => {
    const test = await makeStray()
    const { published, version } = await publish(test, STRAY, { candidate: true, notes: 'Pull request 9.' })
    expect({ published, state: version.state }).toEqual({ published: true, state: 'candidate' })
    expect(await served(test)).toBe('1.0.0')
  })

  it('cannot be published while a gate on it is pending, and serves when the gate approves it', async () => {
    const test = await makeStray()
    const { gate } = await openGate.run(test.key, { chain, version: STRAY, question: 'Keep it?' })
    await expect(publish(test, STRAY)).rejects.toMatchObject({ code: 'conflict', issues: [{ path: 'version' }] })
    const reviewer = await test.as('reviewer')
    const { evidenceDigest } = await see(reviewer, gate.id)
    await decideGate.run(reviewer, { gateId: gate.id, verdict: 'approved', evidenceDigest, reason: 'Meant.' })
    expect(await served(test)).toBe(STRAY)
  })

  it('is a candidate also when it was declared first', async () => {
    const test = await makeProject()
    await publish(test, '1.0.0')
    await putVersion.run(test.key, { chain, version: STRAY, contract: { requiredOutputs: ['answer'] } })
    expect(await read(test)).toMatchObject({ state: 'candidate', hasContract: true })
    expect(await served(test)).toBe('1.0.0')
  })

  it('does not serve when the published version was rolled back, either', async () => {
    const test = await makeProject()
    await publish(test, '1.0.0')
    const reviewer = await test.as('reviewer')
    const { gate } = await openGate.run(test.key, { chain, version: '1.0.0', question: 'Keep it?' })
    const { evidenceDigest } = await see(reviewer, gate.id)
    await decideGate.run(reviewer, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'Wrong.' })
    await ingest(test.key, runs(STRAY, 3))
    expect(await served(test)).toBeNull()
  })
})

describe('in a chain without a published version', () => {
  it('runs determine the served version, and a worse version gets a gate', async () => {
    const test = await makeProject()
    await ingest(test.key, runs('1.0.0', 3))
    await ingest(test.key, runs('1.1.0', 3, poor))
    expect(await read(test, '1.1.0')).toMatchObject({ state: 'live', served: true, gate: { state: 'pending' } })
  })

  it('runs still determine it when only a candidate was published, also after its rejection', async () => {
    const test = await makeProject()
    await ingest(test.key, runs('1.0.0', 3))
    await publish(test, '1.1.0-pr.1', { candidate: true })
    await ingest(test.key, runs('1.1.0', 1))
    expect(await served(test)).toBe('1.1.0')
    const reviewer = await test.as('reviewer')
    const { gate } = await openGate.run(test.key, { chain, version: '1.1.0-pr.1', question: 'Publish?' })
    const { evidenceDigest } = await see(reviewer, gate.id)
    await decideGate.run(reviewer, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'No.' })
    await ingest(test.key, runs('1.2.0', 1))
    expect(await served(test)).toBe('1.2.0')
  })

  it('versions made live by runs stay live when the first version is published', async () => {
    const test = await makeProject()
    await ingest(test.key, runs('1.0.0', 3))
    await publish(test, '1.1.0')
    await ingest(test.key, runs('1.1.0', 3, poor))
    expect(await read(test, '1.1.0')).toMatchObject({ served: true, comparedWith: '1.0.0', gate: { state: 'pending' } })
  })
})
