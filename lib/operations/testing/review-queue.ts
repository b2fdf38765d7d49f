import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { nextReviews } from '../review-queue/claim'
import { configure } from './configure'
import { ingest, makeProject, runBody } from './factories'

/** A project with this many failed runs in the queue, and no audit draws. */
export async function queueOf(count: number) {
  const test = await makeProject()
  await configure(test, { review: { audit_share: 0 } })
  const startedAt = (index: number) => new Date(Date.now() - (count - index) * 1000).toISOString()
  const bodies = Array.from({ length: count }, (_, index) =>
    runBody({ id: `run-${index}`, status: 'failed', startedAt: startedAt(index) }),
  )
  const ids = await ingest(test.key, bodies)
  // Gates would rank first.
  await getDb().gate.updateMany({ where: { projectId: test.project.id }, data: { state: 'timed_out' } })
  return { ...test, ids }
}

/** A run drawn for review with these settings, an admin and three reviewers. */
export async function drawnRun(review: { second_share?: number; blind?: boolean } = {}) {
  const test = await makeProject()
  const admin = await test.as('admin', 'Admin')
  await configure(test, { review: { audit_share: 1, ...review } })
  const signals = { peer: 0.9, downstream: 1 }
  const runId = (await ingest(test.key, [runBody({ id: 'run', signals })])).get('run') ?? ''
  const [ada, bob, cyd] = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => test.as('reviewer', name)))
  return { ...test, admin, runId, ada: ada as Context, bob: bob as Context, cyd: cyd as Context }
}

export const later = (ctx: Context, ms: number): Context => ({ ...ctx, now: () => new Date(Date.now() + ms) })
/** A context whose clock stands still at a time, however long the work takes. */
export const contextAt = (ctx: Context, time: number): Context => ({ ...ctx, now: () => new Date(time) })
export const take = async (ctx: Context, input: Parameters<typeof nextReviews.run>[1] = { count: 1 }) =>
  (await nextReviews.run(ctx, input)).items.map(({ runId }) => runId)
