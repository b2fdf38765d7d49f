import PgBoss from 'pg-boss'
import { afterEach, expect, it, vi } from 'vitest'
import { openGate } from '../gates/open'
import { installQueues } from '../queue/enqueue'
import { ingest, makeProject, runBody } from '../testing/factories'
import { startReceiver } from '../testing/misbehaving-receiver'
import { PATIENCE } from '../testing/patience'
import { goodRuns, see } from '../testing/regressed-chain'
import { listDeliveries } from '../webhooks/deliveries'
import { emit } from '../webhooks/emit'
import { createEndpoint } from '../webhooks/endpoints'
import { type Jobs, startJobs } from './start-jobs'

const running: Jobs[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  vi.restoreAllMocks()
})

const SOON_HOURS = 1 / 3600

async function gateDueSoon() {
  const test = await makeProject()
  const [runId = ''] = [...(await ingest(test.key, goodRuns(1))).values()]
  const { gate } = await openGate.run(test.key, { runId, question: 'Good?', deadlineHours: SOON_HOURS })
  const isTimedOut = async () => expect((await see(test.key, gate.id)).gate.state).toBe('timed_out')
  return { test, gate, isTimedOut }
}

it('a deadline job times its gate out, with several instances and after a restart', async () => {
  const { isTimedOut, test } = await gateDueSoon()
  const first = startJobs()
  await first.stop()
  running.push(startJobs(), startJobs())
  await vi.waitFor(isTimedOut, PATIENCE)
  expect(await test.key.db.decision.count({ where: { projectId: test.project.id } })).toBe(1)
})

it('a start times out gates that fell due while nothing was running, also without their job', async () => {
  const { gate, isTimedOut, test } = await gateDueSoon()
  await test.key.db.$executeRaw`DELETE FROM pgboss.job WHERE data->>'id' = ${gate.id}`
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(gate.deadlineAt)), PATIENCE)
  running.push(startJobs())
  await vi.waitFor(isTimedOut, PATIENCE)
})

it('a start makes the weekly pages that fell due while nothing was running', async () => {
  const { key, project } = await makeProject()
  const twoWeeksAgo = new Date(Date.now() - 14 * 86_400_000)
  await key.db.project.update({ where: { id: project.id }, data: { createdAt: twoWeeksAgo } })
  await ingest(key, [runBody({ startedAt: twoWeeksAgo.toISOString() })])
  running.push(startJobs())
  const isMade = async () => expect(await key.db.weeklyReview.count({ where: { projectId: project.id } })).toBe(1)
  await vi.waitFor(isMade, PATIENCE)
})

it('an endpoint that does not answer delays the messages of no other, however many it gets', async () => {
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
  const { project, as } = await makeProject()
  const admin = await as('admin')
  const { db } = admin
  const [silent, healthy] = [await startReceiver(), await startReceiver()]
  silent.behave('hang')
  const add = async (url: string, events: ['gate.opened'] | ['gate.warning']) =>
    (await createEndpoint.run(admin, { name: url, url, events })).endpoint.id
  const silentId = await add(silent.url, ['gate.opened'])
  await add(healthy.url, ['gate.warning'])
  const isTaken = async () =>
    expect(await db.$queryRaw`SELECT 1 FROM pgboss.job WHERE data->>'id' = ${silentId} AND state = 'created'`).toEqual(
      [],
    )
  try {
    running.push(startJobs())
    for (let message = 0; message < 5; message++) {
      await emit(db, project.id, 'gate.opened', { path: '/gates/g1' }, new Date())
      await vi.waitFor(isTaken, PATIENCE)
    }
    await silent.seen(1)
    await emit(db, project.id, 'gate.warning', { path: '/gates/g1' }, new Date())
    await healthy.seen(1)
    const { deliveries } = await listDeliveries.run(admin, { endpointId: silentId })
    expect(deliveries).toHaveLength(5)
    for (const { attempts } of deliveries) expect(attempts).toEqual([])
  } finally {
    await Promise.all([silent.close(), healthy.close()])
  }
})

it('a start that failed half way takes no more jobs until the next', async () => {
  const stop = vi.spyOn(PgBoss.prototype, 'stop')
  await installQueues()
  const { start } = PgBoss.prototype
  const started = vi.spyOn(PgBoss.prototype, 'start').mockImplementationOnce(function (this: PgBoss) {
    vi.spyOn(this, 'schedule').mockRejectedValueOnce(new Error('the database is gone'))
    return start.call(this)
  })
  const jobs = startJobs()
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2), PATIENCE)
  // Stopped while it starts again, it does not go on.
  await jobs.stop()
  expect(stop.mock.contexts).toEqual(expect.arrayContaining(started.mock.contexts))
})

it('a process does no timed work any more once a newer release has migrated the database', async () => {
  const { db } = (await makeProject()).key
  const connections = () =>
    db.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE application_name = 'veritas-jobs' AND datname = current_database()`
  const schedules = () => db.$queryRaw`SELECT 1 FROM pgboss.schedule`
  await db.$executeRaw`DELETE FROM pgboss.schedule`
  running.push(startJobs())
  // What falls due at the start has been done by then.
  await vi.waitFor(async () => expect(await schedules()).not.toEqual([]), PATIENCE)
  await db.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
    VALUES ('newer', 'x', now(), '9999_of_next_year', 1)`
  const { gate, test } = await gateDueSoon()
  await vi.waitFor(async () => expect(await connections()).toEqual([]), PATIENCE)
  expect((await see(test.key, gate.id)).gate.state).toBe('pending')
  await db.$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'newer'`
})
