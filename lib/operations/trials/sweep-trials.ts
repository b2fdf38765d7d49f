import type { Db } from '@/lib/db/client'
import { enqueueTrials } from '../jobs/enqueue-trials'
import { TRIAL_RUN } from '../jobs/queues'
import { announce } from '../live/announce'
import { MAX_ATTEMPTS } from './lease-trials'
import { URGENT } from './queue-trials'

const LIMIT = 200
const OVERDUE_MS = 5 * 60_000
const GIVEN_UP = `given up: cut off ${MAX_ATTEMPTS} times before an outcome was known`

type Stuck = { projectId: string; id: string; versionId: string; kind: string; attempts: number; isHttp: boolean }

/**
 * Puts trials back in the queue whose worker went away, and those that wait without a job; gives up what was cut off too
 * often, without a run, since nobody knows what it would have been. Safe with several instances and to repeat.
 */
export async function sweepTrials(db: Db, now: Date): Promise<void> {
  await db.$transaction(async (tx) => {
    const stuck = await tx.$queryRaw<Stuck[]>`
      SELECT t.project_id AS "projectId", t.id, t.version_id AS "versionId", t.kind, t.attempts,
        coalesce(v.executor->>'kind' = 'http', false) AS "isHttp"
      FROM trial t JOIN chain_version v ON v.project_id = t.project_id AND v.id = t.version_id
      WHERE (t.status = 'running' AND t.lease_until <= ${now})
        OR (t.status = 'queued' AND v.executor->>'kind' = 'http' AND t.queued_at <= ${new Date(now.getTime() - OVERDUE_MS)}
          AND NOT EXISTS (SELECT 1 FROM pgboss.job j WHERE j.name = ${TRIAL_RUN} AND j.state < 'completed'
            AND j.data->>'trialId' = t.id::text))
      ORDER BY t.project_id, t.id LIMIT ${LIMIT} FOR UPDATE OF t SKIP LOCKED`
    if (stuck.length === 0) return
    const lost = stuck.filter(({ attempts }) => attempts >= MAX_ATTEMPTS)
    const again = stuck.filter(({ attempts }) => attempts < MAX_ATTEMPTS)
    await tx.$executeRaw`
      UPDATE trial t SET status = 'failed', error = ${GIVEN_UP}, ended_at = ${now}, lease_until = NULL
      FROM unnest(${lost.map((row) => row.projectId)}::uuid[], ${lost.map((row) => row.id)}::uuid[]) AS x(project_id, id)
      WHERE t.project_id = x.project_id AND t.id = x.id`
    await tx.$executeRaw`
      UPDATE trial t SET status = 'queued', lease_until = NULL, queued_at = ${now}
      FROM unnest(${again.map((row) => row.projectId)}::uuid[], ${again.map((row) => row.id)}::uuid[]) AS x(project_id, id)
      WHERE t.project_id = x.project_id AND t.id = x.id`
    const jobs = again.filter(({ isHttp }) => isHttp)
    await enqueueTrials(
      tx,
      jobs.map(({ projectId, id, kind }) => ({ projectId, trialId: id, isUrgent: kind === URGENT, at: now })),
    )
    const versions = new Map(stuck.map(({ projectId, versionId }) => [versionId, projectId]))
    for (const [id, project] of versions) await announce(tx, { project, topic: 'trials', id })
  })
}
