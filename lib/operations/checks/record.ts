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
import { lockIngestExclusive } from '../runs/lock'
import { listOverrides, type Override } from '../runs/overrides'
import { recomputeRuns } from '../runs/recompute'

/** The run, and optionally the node, that a tool's check belongs to; and the chain whose configuration applies. */
export type NamedRun = { runId?: string | undefined; nodeId?: string | undefined; chain?: string | undefined }
type ToolCheck = Omit<NewCheck, 'runId' | 'nodeId'>

/**
 * Records a tool's check with the run that it names; does nothing if it names none.
 * @throws invalid_input when it names a node and no run
 */
export async function checkRun(ctx: ProjectContext, { runId, nodeId }: NamedRun, check: ToolCheck): Promise<void> {
  if (runId !== undefined) await recordCheck(ctx, { runId, nodeId, ...check })
  else if (nodeId !== undefined) throw invalidInput([{ path: 'runId', message: 'name the run that this node is of' }])
}

/** Returns the overridden verifications of the named run, oldest first. */
export async function overridesOf(ctx: ProjectContext, { runId }: NamedRun): Promise<Override[]> {
  if (runId === undefined) return []
  const { runKey } = await resolveRun(ctx.db, ctx.project.id, runId)
  return listOverrides(ctx.db, ctx.project.id, runKey)
}

type CheckKind = 'quality_gate' | 'verification' | 'fixup' | 'dependent'

/** A check of a run. `isOk` is null if nothing was decided: the judge did not answer, or only a task was created. */
type NewCheck = {
  /** The client's id of the run, or the internal one. The run may arrive later. */
  runId: string
  nodeId?: string | undefined
  kind: CheckKind
  isOk: boolean | null
  /** Let through although it was not satisfied. */
  isOverride?: boolean | undefined
  input: unknown
  result: unknown
}

/** Records a check of a run; resolves to its id. An override changes the run's decision and flag immediately, or when the run arrives. */
async function recordCheck(ctx: ProjectContext, { runId: name, ...check }: NewCheck): Promise<string> {
  const projectId = ctx.project.id
  const id = uuid()
  const redactor = await loadRedactor(ctx.db, projectId)
  const kept =
    redactor === null ? check : { ...check, ...redactValue(redactor, { input: check.input, result: check.result }) }
  await inTransaction(ctx, async (tx) => {
    if (check.isOverride) await lockIngestExclusive(tx, projectId)
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

/** A run as its checks refer to it: by the client's id, also before it has arrived (`runId` is the internal id). */
type CheckedRun = { runKey: string; runId: string | null }

/** Resolves a run by its internal or client id; a run that has not arrived yet keeps the given id. */
export async function resolveRun(db: Db | Tx, projectId: string, name: string): Promise<CheckedRun> {
  const runId = await findRunId(db, projectId, name)
  if (runId === null) return { runKey: name, runId }
  const run = await db.run.findUniqueOrThrow({
    where: { projectId_id: { projectId, id: runId } },
    select: { clientId: true },
  })
  return { runKey: run.clientId, runId }
}
