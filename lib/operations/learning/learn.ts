import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { loadSystemContext, type ProjectContext } from '../context'
import { EVERY_PROJECT } from '../every-project'
import { announce } from '../live/changes'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { removePredictions } from '../runs/predictions'
import { recomputeRuns } from '../runs/recompute'
import { refreshReviewItems } from '../runs/review-items'
import { processEach } from '../work/process-each'
import { refit } from './models'
import { predictUndecided } from './predict'

/** Refits the models on new verdicts and predicts the undecided runs. Idempotent; safe to run concurrently. */
export function learnFromVerdicts(db: Db, projects: readonly WorkItem[], clock: () => Date): Promise<unknown> {
  return processEach({ db, kind: 'learning', now: clock() }, projects, async ({ projectId }) => {
    const ctx = await loadSystemContext(db, projectId, 'Learning', clock)
    const { learning } = await loadEffectiveConfiguration(db, projectId)
    const hasChanged = learning.enabled ? await learnAndPredict(ctx) : await dropPredicted(ctx)
    if (hasChanged) await inTransaction(ctx, (tx) => announce(tx, { project: projectId, topic: 'runs' }))
  })
}

async function learnAndPredict(ctx: ProjectContext): Promise<boolean> {
  const hasLearned = await refit(ctx)
  const predictions = await predictUndecided(ctx)
  return hasLearned || predictions > 0
}

/**
 * Removes what was predicted from the flags of runs and from the review queue, after learning was switched off, and the predictions behind
 * it, so that undecided runs are predicted again when it is switched on. Returns whether anything was removed.
 */
async function dropPredicted(ctx: ProjectContext): Promise<boolean> {
  const projectId = ctx.project.id
  for (let hasDropped = false; ; hasDropped = true) {
    const runs = await listPredicted(ctx)
    if (runs.length === 0) return hasDropped
    const runIds = runs.map(({ id }) => id)
    const likelyBad = new Map(runIds.map((id) => [id, false]))
    await inTransaction(ctx, async (tx) => {
      await recomputeRuns(tx, { projectId, runIds, now: ctx.now(), cause: 'learning switched off', likelyBad })
      const edges = runs.filter(({ nearEdge }) => nearEdge)
      await refreshReviewItems(
        tx,
        projectId,
        edges.map(({ id }) => ({ runId: id, nearEdge: false })),
      )
      await removePredictions(tx, projectId, runs)
    })
  }
}

const DROPPED_AT_ONCE = 500

type PredictedRun = { id: string; humanOrigin: string | null; nearEdge: boolean }

function listPredicted({ db, project }: ProjectContext): Promise<PredictedRun[]> {
  return db.$queryRaw<PredictedRun[]>`
    SELECT s.id, s.human_origin AS "humanOrigin", coalesce(i.near_edge, false) AS "nearEdge" FROM run_summary s
    LEFT JOIN review_item i ON i.project_id = ${project.id}::uuid AND i.run_id = s.id
    WHERE s.project_id = ${project.id}::uuid AND s.id IN (
      SELECT id FROM run_summary WHERE project_id = ${project.id}::uuid AND likely_bad
      UNION SELECT run_id FROM review_item WHERE project_id = ${project.id}::uuid AND near_edge)
    LIMIT ${DROPPED_AT_ONCE}`
}

/**
 * Enqueues learning for every project with verdicts: recovers lost jobs, and picks up verdicts that were too few for a fit on their own.
 */
export async function sweepVerdicts(db: Db): Promise<void> {
  const projects = await db.$queryRaw<{ id: string }[]>`
    SELECT p.project_id AS id FROM ${EVERY_PROJECT} WHERE EXISTS (
      SELECT 1 FROM run_summary s WHERE s.project_id = p.project_id AND s.human_origin IN ('review', 'gate'))
      OR EXISTS (SELECT 1 FROM verdict_model m WHERE m.project_id = p.project_id)`
  await enqueue(
    db,
    projects.map(({ id }) => ({ name: 'verdicts-learn', data: { projectId: id, id } })),
  )
}
