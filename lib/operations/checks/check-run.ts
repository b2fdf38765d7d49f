import type { ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { toCheckedRun } from './checked-run'
import { listOverrides, type Override } from './overrides'
import { type NewCheck, recordCheck } from './record-check'

/** The run, and perhaps the node, that a tool was told to put its check on; and the chain whose configuration holds. */
export type NamedRun = { runId?: string | undefined; nodeId?: string | undefined; chain?: string | undefined }
type ToolCheck = Omit<NewCheck, 'runId' | 'nodeId'>

/**
 * Puts a tool's check on the record of the run that it names; does nothing when it names none.
 * @throws invalid_input when it names a node and no run.
 */
export async function checkRun(ctx: ProjectContext, { runId, nodeId }: NamedRun, check: ToolCheck): Promise<void> {
  if (runId !== undefined) await recordCheck(ctx, { runId, nodeId, ...check })
  else if (nodeId !== undefined) throw invalidInput([{ path: 'runId', message: 'name the run that this node is of' }])
}

/** Verifications of the named run that were let through unmet, oldest first. */
export async function overridesOf(ctx: ProjectContext, { runId }: NamedRun): Promise<Override[]> {
  if (runId === undefined) return []
  const { runKey } = await toCheckedRun(ctx.db, ctx.project.id, runId)
  return listOverrides(ctx.db, ctx.project.id, runKey)
}
