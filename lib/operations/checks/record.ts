import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { redactValue } from '@/lib/engine/redaction/redact-run'
import { audit } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/announce'
import { loadRedactor } from '../redaction/load-redactor'
import { findRunId } from '../runs/find'
import { listOverrides, lockOverridesExclusive, type Override } from '../runs/overrides'
import { recomputeRuns } from '../runs/recompute'

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
  const { runKey } = await resolveRun(ctx.db, ctx.project.id, runId)
  return listOverrides(ctx.db, ctx.project.id, runKey)
}

type CheckKind = 'quality_gate' | 'verification' | 'fixup' | 'dependent'

/** A check of a run. `isOk` is null where nothing was decided: the judge did not answer, or a task was only made. */
type NewCheck = {
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

/**
 * Puts a check on a run's record; resolves to its id. An override moves the run's decision and flag at once, or as soon as
 * the run arrives.
 */
async function recordCheck(ctx: ProjectContext, { runId: name, ...check }: NewCheck): Promise<string> {
  const projectId = ctx.project.id
  const id = uuid()
  const redactor = await loadRedactor(ctx.db, projectId)
  const kept =
    redactor === null ? check : { ...check, ...redactValue(redactor, { input: check.input, result: check.result }) }
  await inTransaction(ctx, async (tx) => {
    if (check.isOverride) await lockOverridesExclusive(tx, projectId)
    const { runKey, runId } = await resolveRun(tx, projectId, name)
    const row = { ...kept, projectId, id, runKey, by: actorName(ctx.actor), recordedAt: ctx.now() }
    await tx.$executeRaw(insertRows('runCheck', [row]))
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

/** A run as its checks name it: by the client's id, whether it has arrived (`runId` is ours) or not. */
type CheckedRun = { runKey: string; runId: string | null }

/** The run that goes by `name`, ours or the client's; one that has not arrived yet keeps the name. */
export async function resolveRun(db: Db | Tx, projectId: string, name: string): Promise<CheckedRun> {
  const runId = await findRunId(db, projectId, name)
  if (runId === null) return { runKey: name, runId }
  const run = await db.run.findUniqueOrThrow({
    where: { projectId_id: { projectId, id: runId } },
    select: { clientId: true },
  })
  return { runKey: run.clientId, runId }
}
