import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { loadSystemContext, type ProjectContext } from '../context'
import { EVERY_PROJECT } from '../every-project'
import { announce } from '../live/announce'
import { enqueue, type WorkItem } from '../queue/enqueue'
import { recomputeRuns } from '../runs/recompute'
import { processEach } from '../work/process-each'
import { refit } from './models'
import { predictUndecided } from './predict'

/** Refits the models on new verdicts and predicts the undecided runs. Idempotent; safe to run concurrently. */
export function learnFromVerdicts(db: Db, projects: readonly WorkItem[], clock: () => Date): Promise<unknown> {
  return processEach({ db, kind: 'learning', now: clock() }, projects, async ({ projectId }) => {
    const ctx = await loadSystemContext(db, projectId, 'Learning', clock)
    const { learning } = await loadEffectiveConfiguration(db, projectId)
    const hasChanged = learning.enabled ? await learnAndPredict(ctx) : await dropFlags(ctx)
    if (hasChanged) await inTransaction(ctx, (tx) => announce(tx, { project: projectId, topic: 'runs' }))
  })
}

async function learnAndPredict(ctx: ProjectContext): Promise<boolean> {
  const hasLearned = await refit(ctx)
  const predictions = await predictUndecided(ctx)
  return hasLearned || predictions > 0
}

const DROPPED_AT_ONCE = 500

/** Removes the flags that were predicted, after learning was switched off. Returns whether any was removed. */
async function dropFlags(ctx: ProjectContext): Promise<boolean> {
  const projectId = ctx.project.id
  for (let hasDropped = false; ; hasDropped = true) {
    const flagged = await ctx.db.runSummary.findMany({
      where: { projectId, flag: { not: null }, likelyBad: true },
      select: { id: true },
      take: DROPPED_AT_ONCE,
    })
    if (flagged.length === 0) return hasDropped
    const runIds = flagged.map(({ id }) => id)
    const likelyBad = new Map(runIds.map((id) => [id, false]))
    await inTransaction(ctx, (tx) =>
      recomputeRuns(tx, { projectId, runIds, now: ctx.now(), cause: 'learning switched off', likelyBad }),
    )
  }
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
