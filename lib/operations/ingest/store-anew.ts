import type { Tx } from '@/lib/db/client'
import type { ProjectContext } from '../context'
import { lockIngestShared } from '../runs/lock'
import { recomputeRuns } from '../runs/recompute'
import { storeRuns } from './ingest-batch'
import { replaceRuns } from './replace'
import { dropEmptyVersions, type MeasuredIncoming, placeRuns } from './version'

/**
 * Stores runs, some of which may be stored with fewer facts: those are replaced, and keep the feedback on them. Returns how
 * many runs were stored.
 */
export async function storeAnew(
  tx: Tx,
  ctx: ProjectContext,
  incoming: readonly MeasuredIncoming[],
  cause: string,
): Promise<number> {
  const projectId = ctx.project.id
  // Must precede any row lock: recording an override locks in this order too.
  await lockIngestShared(tx, projectId)
  const { placed, made } = await placeRuns(tx, projectId, incoming, ctx.now())
  const { changed, leftVersionIds, leftBehind } = await replaceRuns(tx, projectId, placed, ctx.now())
  const { scored } = await storeRuns(tx, ctx, changed, made)
  const runIds = [...changed.filter((item) => item.revision > 1).map((item) => item.runId), ...leftBehind]
  if (runIds.length > 0) await recomputeRuns(tx, { projectId, runIds, now: ctx.now(), cause })
  await dropEmptyVersions(tx, projectId, leftVersionIds)
  return scored.runs.length
}
