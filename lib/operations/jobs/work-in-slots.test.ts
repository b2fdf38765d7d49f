import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { createBoss, enqueue, installQueues } from '../queue/enqueue'
import { PATIENCE } from '../testing/patience'
import { trialJobs } from '../trials/lease'
import { workInSlots } from './work-in-slots'

const boss = createBoss(false)
beforeAll(async () => {
  boss.on('error', () => undefined)
  await installQueues()
  await boss.start()
})
afterAll(() => boss.stop({ graceful: false }))
beforeEach(() => getDb().$executeRaw`DELETE FROM pgboss.job WHERE name = 'trial-run'`)

const running: { stop(timeoutMs: number): Promise<void> }[] = []
afterEach(() => Promise.all(running.splice(0).map((work) => work.stop(0))))

/** Starts an instance with two slots whose jobs last until they are ended. */
function instance() {
  const jobs: PromiseWithResolvers<void>[] = []
  const work = workInSlots(boss, 'trial-run', { slots: 2, pollMs: 10 }, () => {
    const job = Promise.withResolvers<void>()
    jobs.push(job)
    return job.promise
  })
  running.push(work)
  return { jobs, work }
}

async function countJobs(state: string): Promise<number> {
  const rows = await getDb().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'trial-run' AND state = ${state}::pgboss.job_state`
  return rows[0]?.n ?? 0
}

it('takes as many jobs as it has slots, leaves the rest to other instances, and takes another when one ends', async () => {
  await enqueue(getDb(), trialJobs(5, new Date()))
  const first = instance()
  await vi.waitFor(() => expect(first.jobs).toHaveLength(2), PATIENCE)
  const second = instance()
  await vi.waitFor(() => expect(second.jobs).toHaveLength(2), PATIENCE)
  expect(await countJobs('created')).toBe(1)
  first.jobs[0]?.resolve()
  await vi.waitFor(() => expect(first.jobs).toHaveLength(3), PATIENCE)
  expect(await countJobs('completed')).toBe(1)
})

it('repeats a job that failed, and lets a running one finish before it stops', async () => {
  await enqueue(getDb(), trialJobs(2, new Date()))
  const { jobs, work } = instance()
  await vi.waitFor(() => expect(jobs).toHaveLength(2), PATIENCE)
  jobs[0]?.reject(new Error('the database is gone'))
  await vi.waitFor(async () => expect(await countJobs('retry')).toBe(1), PATIENCE)
  const stopped = work.stop(PATIENCE.timeout)
  jobs[1]?.resolve()
  await stopped
  expect(await countJobs('completed')).toBe(1)
})
