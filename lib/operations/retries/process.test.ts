import { afterEach, describe, expect, it, vi } from 'vitest'
import { actOnDeadLetter } from '../dead-letters/act'
import { addDeadLetter } from '../dead-letters/add'
import { getDeadLetter } from '../dead-letters/list'
import { type Jobs, startJobs } from '../jobs/start-jobs'
import { makeProject, runBody, type TestProject } from '../testing/factories'
import { PATIENCE } from '../testing/patience'
import { processDeadLetter, sweepDeadLetters } from './process'

const running: Jobs[] = []
afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.stop())))

const noon = Date.parse('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(noon + seconds * 1000)

const addRun = (test: TestProject, args: unknown, seconds = 0) =>
  addDeadLetter(test.at(later(seconds)), {
    operation: 'run:submit',
    args,
    error: 'connection reset',
    category: 'TRANSIENT',
  })

async function see({ key }: TestProject, deadLetterId: string) {
  const { item, events } = await getDeadLetter.run(key, { deadLetterId })
  return { ...item, events: events.map((event) => event.kind), last: events.at(-1) }
}

const retryAfter = (test: TestProject, deadLetterId: string, seconds: number) =>
  processDeadLetter(test.key.db, { projectId: test.project.id, id: deadLetterId }, () => later(seconds))
const runsOf = ({ key, project }: TestProject) => key.db.run.count({ where: { projectId: project.id } })

describe('the retry of a dead letter', () => {
  it('submits the run when it is due, and not before', async () => {
    const test = await makeProject()
    const id = await addRun(test, runBody({ id: 'run-1' }))
    await retryAfter(test, id, 59)
    expect(await runsOf(test)).toBe(0)
    await retryAfter(test, id, 60)
    expect(await see(test, id)).toMatchObject({
      status: 'resolved',
      retryCount: 1,
      events: ['added', 'retried', 'resolved'],
      last: { by: 'Veritas', note: 'Run run-1 was ingested.' },
    })
    expect(await runsOf(test)).toBe(1)
  })

  it('parses arguments stored as JSON text', async () => {
    const test = await makeProject()
    const id = await addRun(test, JSON.stringify(runBody()))
    await retryAfter(test, id, 60)
    expect((await see(test, id)).status).toBe('resolved')
  })

  it('leaves an item that cannot succeed to a person, with the reason', async () => {
    const test = await makeProject()
    const id = await addRun(test, { id: 'run-1', chain: 7 })
    await retryAfter(test, id, 60)
    expect(await see(test, id)).toMatchObject({
      status: 'pending',
      category: 'VALIDATION',
      nextRetry: null,
      waitsFor: 'person',
      error: expect.stringContaining('chain'),
    })
  })

  it('is scheduled again when no judge could answer', async () => {
    const test = await makeProject()
    const args = { task: { type: 'review' }, result: { output: 'done', toolCalls: 1 } }
    const letter = {
      operation: 'judge:evaluate_quality_gate',
      args,
      error: 'timed out',
      category: 'TRANSIENT',
    } as const
    const id = await addDeadLetter(test.at(later(0)), letter)
    await retryAfter(test, id, 60)
    expect(await see(test, id)).toMatchObject({ category: 'DEPENDENCY', nextRetry: later(360).toISOString() })
  })

  it('is done by only one of several instances', async () => {
    const test = await makeProject()
    const ids = await Promise.all(Array.from({ length: 6 }, () => addRun(test, runBody())))
    await Promise.all(Array.from({ length: 4 }, () => sweepDeadLetters(test.key.db, () => later(60))))
    for (const id of ids) expect((await see(test, id)).events).toEqual(['added', 'retried', 'resolved'])
    expect(await runsOf(test)).toBe(6)
  })

  it('resumes after an instance died in the middle of it', async () => {
    const test = await makeProject()
    const id = await addRun(test, runBody())
    const { projectId, leaseUntil } = { projectId: test.project.id, leaseUntil: later(360) }
    await test.key.db.deadLetter.update({
      where: { projectId_id: { projectId, id } },
      data: { status: 'retrying', attempts: 1, nextAt: null, leaseUntil, leasedBy: 'Veritas' },
    })
    await sweepDeadLetters(test.key.db, () => later(359))
    expect((await see(test, id)).status).toBe('retrying')
    await sweepDeadLetters(test.key.db, () => later(360))
    expect(await see(test, id)).toMatchObject({ status: 'pending', retryCount: 1, nextRetry: later(660).toISOString() })
    await sweepDeadLetters(test.key.db, () => later(660))
    expect(await see(test, id)).toMatchObject({ status: 'resolved', retryCount: 2 })
    expect((await see(test, id)).events).toEqual(['added', 'lease_lost', 'retried', 'resolved'])
  })

  it("waits when the server's clock is set back, and then continues", async () => {
    const test = await makeProject()
    const id = await addRun(test, runBody())
    await sweepDeadLetters(test.key.db, () => later(-86_400))
    expect((await see(test, id)).status).toBe('pending')
    await sweepDeadLetters(test.key.db, () => later(86_400))
    expect((await see(test, id)).status).toBe('resolved')
  })
})

describe('background jobs', () => {
  it('process at startup what became due while no instance was running', async () => {
    const test = await makeProject()
    const id = await addRun(test, runBody())
    await test.key.db.$executeRaw`DELETE FROM pgboss.job WHERE data->>'id' = ${id}`
    running.push(startJobs())
    await vi.waitFor(async () => expect((await see(test, id)).status).toBe('resolved'), PATIENCE)
  })

  it('retry immediately on request, once across instances', async () => {
    const test = await makeProject()
    const now = new Date()
    running.push(startJobs(), startJobs())
    const id = await addDeadLetter(test.at(now), {
      operation: 'run:submit',
      args: runBody(),
      error: 'gone',
      category: 'PERMANENT',
    })
    await actOnDeadLetter.run(await test.as('reviewer'), { deadLetterId: id, action: 'retry' })
    await vi.waitFor(async () => expect((await see(test, id)).status).toBe('resolved'), PATIENCE)
    expect((await see(test, id)).events).toEqual(['added', 'asked', 'retried', 'resolved'])
  })
})
