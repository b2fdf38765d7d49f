import { afterEach, describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { addDeadLetter } from '../dead-letters/add'
import { getDeadLetter } from '../dead-letters/list'
import { openGate } from '../gates/open'
import { sweepDeadLetters } from '../retries/process'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { backAfter, type Hold, holdTable, killInside } from '../testing/killed-worker'
import { PATIENCE } from '../testing/patience'
import { see } from '../testing/regressed-chain'
import { type Jobs, startJobs } from './start-jobs'

// Each test kills a worker process, which takes time to start.
vi.setConfig({ testTimeout: 120_000 })

const db = getDb()
const MINUTE_MS = 60_000
const ago = (ms: number) => new Date(Date.now() - ms)
const where = ({ project }: TestProject) => ({ projectId: project.id })
const auditsOf = (test: TestProject, action: string) => db.auditEvent.count({ where: { ...where(test), action } })

const restarted: Jobs[] = []
afterEach(() => Promise.all(restarted.splice(0).map((jobs) => jobs.stop())))

/** Restarts the jobs and waits for their effect. */
async function restart(isDone: () => Promise<void>) {
  restarted.push(startJobs())
  await vi.waitFor(isDone, PATIENCE)
}

describe('a crash while a gate times out', () => {
  it('decides nothing, and the gate is decided once after a restart', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody(), runBody(), runBody()])
    const asked = { chain: 'answers', version: '1.0.0', question: 'Good?', deadlineHours: 1 }
    const { gate } = await openGate.run(test.at(ago(120 * MINUTE_MS)), asked)
    const hold = await holdTable('decision')
    await killInside(() => hold.isWantedBy(1))
    await hold.release()
    const before = await see(test.key, gate.id)
    expect(before.gate.state).toBe('pending')
    expect(await db.decision.count({ where: where(test) })).toBe(0)

    await restart(async () => expect((await see(test.key, gate.id)).gate.state).toBe('timed_out'))
    expect(await db.decision.count({ where: where(test) })).toBe(1)
    expect(await auditsOf(test, 'gate.timed_out')).toBe(1)
    expect(await db.versionEvent.count({ where: { ...where(test), kind: 'halted' } })).toBe(1)
  })
})

describe('a crash while the page of a week is made', () => {
  it('leaves no page, and there is one after a restart', async () => {
    const test = await makeProject()
    const twoWeeksAgo = ago(14 * 24 * 60 * MINUTE_MS)
    await db.project.update({ where: { id: test.project.id }, data: { createdAt: twoWeeksAgo } })
    await ingest(test.key, [runBody({ startedAt: twoWeeksAgo.toISOString() })])
    const hold = await holdTable('weekly_review')
    await killInside(() => hold.isWantedBy(1))
    await hold.release()
    const pages = () => db.weeklyReview.count({ where: where(test) })
    expect(await pages()).toBe(0)

    await restart(async () => expect(await pages()).toBe(1))
    expect(await auditsOf(test, 'weekly.made')).toBe(1)
    expect(await db.weeklyReview.findFirst({ where: where(test) })).toMatchObject({ revision: 1 })
  })
})

describe('a crash while a dead letter is retried', () => {
  const addRun = (test: TestProject) =>
    addDeadLetter(test.at(ago(10 * MINUTE_MS)), {
      operation: 'run:submit',
      args: runBody({ id: 'run-1' }),
      error: 'connection reset',
      category: 'TRANSIENT',
    })
  const eventsOf = async (test: TestProject, deadLetterId: string) =>
    (await getDeadLetter.run(test.key, { deadLetterId })).events.map(({ kind }) => kind)
  const runIds = async (test: TestProject) =>
    (await db.run.findMany({ where: where(test) })).map(({ clientId }) => clientId)

  it('counts as a failed attempt, and the next one ingests the run', async () => {
    const test = await makeProject()
    const id = await addRun(test)
    const hold = await holdTable('run')
    await killInside(() => hold.isWantedBy(1))
    await hold.release()
    expect(await runIds(test)).toEqual([])
    expect((await getDeadLetter.run(test.key, { deadLetterId: id })).item).toMatchObject({
      status: 'retrying',
      attempts: 1,
    })

    await sweepDeadLetters(db, backAfter(1))
    expect(await runIds(test)).toEqual([])
    await sweepDeadLetters(db, backAfter(6))
    await sweepDeadLetters(db, backAfter(60))
    expect(await runIds(test)).toEqual(['run-1'])
    expect(await eventsOf(test, id)).toEqual(['added', 'retried', 'lease_lost', 'retried', 'resolved'])
  })

  it('after the run was ingested leaves one run', async () => {
    const test = await makeProject()
    const id = await addRun(test)
    const runTable = await holdTable('run')
    let report: Hold | undefined
    await killInside(async () => {
      await runTable.isWantedBy(1)
      report = await holdTable('dead_letter_event')
      await runTable.release()
      await report.isWantedBy(1)
    })
    await report?.release()
    expect(await runIds(test)).toEqual(['run-1'])
    expect(await eventsOf(test, id)).toEqual(['added', 'retried'])

    await sweepDeadLetters(db, backAfter(6))
    await sweepDeadLetters(db, backAfter(60))
    expect(await runIds(test)).toEqual(['run-1'])
    expect((await getDeadLetter.run(test.key, { deadLetterId: id })).item.status).toBe('resolved')
  })
})
