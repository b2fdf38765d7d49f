import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getVersion } from '../chains/version'
import type { Context } from '../context'
import { decideGate, undoGate } from '../gates/act'
import { timeOutGate } from '../gates/deadline'
import { openGate } from '../gates/open'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { projectRows } from '../testing/project-rows'
import { at, GOOD, POOR, publishTried, runsOf, trialsOf } from '../testing/published-trials'
import { see } from '../testing/regressed-chain'
import { claimTrials, reportTrial } from './claim'

async function publishLocal() {
  const test = await makeProject()
  await publishTried(test, null)
  return test
}

const hoursLater = <C extends Context>(ctx: C, hours: number): C => ({
  ...ctx,
  now: () => new Date(Date.now() + hours * 3_600_000),
})

async function decide(test: TestProject, verdict: 'approved' | 'rejected', hours = 0) {
  const reviewer = hoursLater(await test.as('reviewer'), hours)
  const { gate } = await openGate.run(hoursLater(test.key, hours), { ...at, question: 'Keep it?' })
  const { evidenceDigest } = await see(reviewer, gate.id)
  await decideGate.run(reviewer, { gateId: gate.id, verdict, evidenceDigest, reason: 'Too slow.' })
}

const reject = (test: TestProject) => decide(test, 'rejected')

async function takeBack(test: TestProject, hours = 0) {
  const { id: gateId } = await getDb().gate.findFirstOrThrow({
    where: { projectId: test.project.id },
    orderBy: { id: 'desc' },
  })
  await undoGate.run(hoursLater(await test.as('admin'), hours), { gateId, reason: 'Meant for another.' })
}

async function timeOut(test: TestProject) {
  const { gate } = await openGate.run(test.key, { ...at, question: 'Keep it?' })
  const later = new Date(Date.now() + 100 * 3_600_000)
  await timeOutGate(getDb(), { projectId: test.project.id, id: gate.id }, later)
}

const publishHigher = (test: TestProject) => publishTried(test, null, { version: '1.1.0' })
const promote = async (test: TestProject) => {
  await publishTried(test, null, { version: '1.1.0', candidate: true })
  await publishTried(test, null, { version: '1.1.0' })
}

describe('the trials of a version', () => {
  it.each<[string, (test: TestProject) => Promise<unknown>, string]>([
    ['rolled back', reject, '1.0.0 was rolled back'],
    ['halted', timeOut, '1.0.0 was halted'],
    ['superseded by a publication', publishHigher, '1.1.0 supersedes 1.0.0'],
    ['superseded by a candidate that is made live', promote, '1.1.0 supersedes 1.0.0'],
  ])('are cancelled, queued or running, with a reason when it is %s', async (_words, overtake, why) => {
    const test = await publishLocal()
    await claimTrials.run(test.key, { ...at, limit: 2 })
    await overtake(test)
    const { trials, live, dryRun } = await trialsOf(test)
    expect(live).toEqual({ queued: 0, running: 0, done: 0, failed: 0, cancelled: 3 })
    expect(dryRun).toMatchObject({ queued: 0, cancelled: 2 })
    for (const trial of trials) expect(trial).toMatchObject({ status: 'cancelled', error: why })
    expect((await claimTrials.run(test.key, at)).claimed).toEqual([])
  })

  it('continue when a candidate or lower version is published, or runs of an unpublished version arrive', async () => {
    const test = await publishLocal()
    await ingest(test.key, [runBody({ version: '3.0.0' })])
    await publishTried(test, null, { version: '2.0.0', candidate: true })
    await publishTried(test, null, { version: '0.9.0' })
    expect((await trialsOf(test)).live).toMatchObject({ queued: 3, cancelled: 0 })
    expect((await trialsOf(test, '2.0.0')).live).toMatchObject({ queued: 3, cancelled: 0 })
  })

  it('go on once the decision that cancelled them is taken back, those that were claimed with their claim', async () => {
    const test = await publishLocal()
    const { claimed } = await claimTrials.run(test.key, { ...at, limit: 2 })
    const [late, held] = claimed
    const before = await projectRows(test.project.id)
    await reject(test)
    await takeBack(test)
    expect((await projectRows(test.project.id)).trial).toEqual(before.trial)
    await reject(test)
    const report = (trialId = '') => reportTrial.run(test.key, { trialId, attempt: 1, run: GOOD })
    await report(late?.trialId)
    await takeBack(test)
    expect((await trialsOf(test)).live).toEqual({ queued: 1, running: 1, done: 0, failed: 0, cancelled: 1 })
    expect(await report(held?.trialId)).toMatchObject({ status: 'done' })
    expect((await claimTrials.run(test.key, { ...at, limit: 9 })).claimed).toHaveLength(3)
  })

  it('that a time-out cancelled stay so when a later decision is taken back', async () => {
    const test = await publishLocal()
    await timeOut(test)
    await decide(test, 'approved', 101)
    await decide(test, 'rejected', 102)
    await takeBack(test, 103)
    expect((await trialsOf(test)).live).toMatchObject({ queued: 0, cancelled: 3 })
  })

  it('of a version that served before go on once the approval of the next is taken back', async () => {
    const test = await publishLocal()
    await publishTried(test, null, { version: '1.1.0', candidate: true })
    const before = await projectRows(test.project.id)
    const reviewer = await test.as('reviewer')
    const { gate } = await openGate.run(test.key, { chain: at.chain, version: '1.1.0', question: 'Publish it?' })
    const { evidenceDigest } = await see(reviewer, gate.id)
    await decideGate.run(reviewer, { gateId: gate.id, verdict: 'approved', evidenceDigest, reason: 'Good.' })
    expect((await trialsOf(test)).live).toMatchObject({ queued: 0, cancelled: 3 })
    await takeBack(test)
    expect((await projectRows(test.project.id)).trial).toEqual(before.trial)
  })

  it.each([
    ['a run', { run: POOR }, 'completed'],
    ['a failure', { error: 'it broke' }, 'failed'],
  ])('reported late with %s are kept as a dry run that decides nothing', async (_words, outcome, status) => {
    const test = await publishLocal()
    const { claimed } = await claimTrials.run(test.key, at)
    await reject(test)
    const late = { trialId: claimed[0]?.trialId ?? '', attempt: 1, ...outcome }
    const answer = await reportTrial.run(test.key, late)
    const runs = await runsOf(test)
    expect(answer).toEqual({ status: 'cancelled', runId: runs[0]?.id, error: '1.0.0 was rolled back' })
    expect(runs).toMatchObject([{ kind: 'dry_run', status }])
    expect((await trialsOf(test)).trials.at(-1)).toMatchObject({ status: 'cancelled', runId: runs[0]?.id })
    const { version } = await getVersion.run(test.key, at)
    expect(version).toMatchObject({ liveRuns: 0, runs: 1, quality: { n: 0, mean: null }, state: 'rolled_back' })
    await expect(reportTrial.run(test.key, late)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('are unchanged if they ended before', async () => {
    const test = await publishLocal()
    const { claimed } = await claimTrials.run(test.key, at)
    await reportTrial.run(test.key, { trialId: claimed[0]?.trialId ?? '', attempt: 1, run: GOOD })
    await publishHigher(test)
    expect((await trialsOf(test)).live).toMatchObject({ done: 1, cancelled: 2 })
  })
})
