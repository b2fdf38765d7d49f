import { v7 as uuid } from 'uuid'
import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { Db, Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { redactValue } from '@/lib/engine/redaction/redact-run'
import { audit } from '../audit'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { actorName, type ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/changes'
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

/** Records a check of a run. An override changes the run's decision and flag immediately, or when the run arrives. */
async function recordCheck(ctx: ProjectContext, { runId: name, ...check }: NewCheck): Promise<void> {
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
      await audit(tx, ctx, 'run.overridden', { subject: `run:${runId ?? runKey}`, after })
    }
    if (runId === null) return
    if (check.isOverride)
      await recomputeRuns(tx, { projectId, runIds: [runId], now: ctx.now(), cause: 'verification overridden' })
    await announce(tx, { project: projectId, topic: 'run', id: runId })
  })
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

/**
 * Returns the configuration for a check: that of its run's chain or of the named chain, else the project's. A chain without runs has no
 * configuration yet.
 * @throws invalid_input when the run belongs to another chain than the named one
 */
export async function checkedConfiguration(
  db: Db | Tx,
  projectId: string,
  { runId, chain }: Pick<NamedRun, 'runId' | 'chain'>,
): Promise<EffectiveConfiguration> {
  const ofRun = runId === undefined ? null : await findChainOfRun(db, projectId, runId)
  if (ofRun && chain !== undefined && ofRun.name !== chain)
    throw invalidInput([{ path: 'chain', message: `this run is of the chain ${ofRun.name}` }])
  const found = ofRun ?? (chain === undefined ? null : await findChain(db, projectId, chain))
  return loadEffectiveConfiguration(db, projectId, found?.id)
}

const named = { id: true, name: true } as const

async function findChainOfRun(db: Db | Tx, projectId: string, name: string) {
  const id = await findRunId(db, projectId, name)
  if (id === null) return null
  const run = await db.run.findUniqueOrThrow({ where: { projectId_id: { projectId, id } }, select: { chainId: true } })
  return db.chain.findUniqueOrThrow({ where: { projectId_id: { projectId, id: run.chainId } }, select: named })
}

function findChain(db: Db | Tx, projectId: string, name: string) {
  return db.chain.findUnique({ where: { projectId_name: { projectId, name } }, select: named })
}
