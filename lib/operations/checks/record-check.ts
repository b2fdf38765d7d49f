import { v7 as uuid } from 'uuid'
import { insertRows } from '@/lib/db/rows'
import { audit } from '../audit'
import { actorName, inTransaction, type ProjectContext } from '../context'
import { announce } from '../live/announce'
import { recomputeRuns } from '../runs/recompute-runs'
import { toCheckedRun } from './checked-run'
import { awaitRuns } from './overrides'

export type CheckKind = 'quality_gate' | 'verification' | 'fixup' | 'dependent'

/** A check of a run. `isOk` is null where nothing was decided: the judge did not answer, or a task was only made. */
export type NewCheck = {
  /** The client's id of the run, or ours. The run may arrive later. */
  runId: string
  nodeId?: string | undefined
  kind: CheckKind
  isOk: boolean | null
  /** Let through although it was not satisfied. */
  isOverride?: boolean | undefined
  input: unknown
  result: unknown
}

const RUN_CHECK = {
  project_id: 'uuid',
  id: 'uuid',
  run_key: 'text',
  node_id: 'text',
  kind: 'text',
  is_ok: 'bool',
  is_override: 'bool',
  input: 'jsonb',
  result: 'jsonb',
  by: 'text',
  recorded_at: 'timestamptz',
}

/**
 * Puts a check on a run's record; resolves to its id. An override moves the run's decision and flag at once, or as soon as
 * the run arrives.
 */
export async function recordCheck(ctx: ProjectContext, check: NewCheck): Promise<string> {
  const projectId = ctx.project.id
  const id = uuid()
  await inTransaction(ctx, async (tx) => {
    if (check.isOverride) await awaitRuns(tx, projectId)
    const { runKey, runId } = await toCheckedRun(tx, projectId, check.runId)
    const row = {
      project_id: projectId,
      id,
      run_key: runKey,
      node_id: check.nodeId,
      kind: check.kind,
      is_ok: check.isOk,
      is_override: check.isOverride ?? false,
      input: check.input,
      result: check.result,
      by: actorName(ctx.actor),
      recorded_at: ctx.now(),
    }
    await tx.$executeRaw(insertRows('run_check', RUN_CHECK, [row]))
    if (check.isOverride) {
      const after = { runId: runKey, nodeId: check.nodeId ?? null, check: id }
      await audit(tx, ctx, 'run.overridden', `run:${runId ?? runKey}`, null, after)
    }
    if (runId === null) return
    if (check.isOverride)
      await recomputeRuns(tx, { projectId, runIds: [runId], now: ctx.now(), cause: 'verification overridden' })
    await announce(tx, { project: projectId, topic: 'run', id: runId })
  })
  return id
}
