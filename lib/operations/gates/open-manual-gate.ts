import type { GateRow } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import { signatureOf } from '../audit'
import { actorName, type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { loadGateRow } from './gate-row'
import type { Subject } from './gate-subjects'
import { insertGates } from './insert-gates'

type Words = { title?: string | undefined; question: string; deadlineHours?: number | undefined }

/**
 * The open gate on this subject, or null. Holds the chain until the transaction ends, so that of two who ask at once
 * the second sees the gate of the first.
 */
export async function findPendingGate(
  tx: Tx,
  ctx: ProjectContext,
  { chainId, versionId, runId }: Subject,
): Promise<{ id: string; title: string } | null> {
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${ctx.project.id}::uuid AND id = ${chainId}::uuid FOR NO KEY UPDATE`
  const joined = runId === null ? null : await findJoinedGate(tx, ctx.project.id, runId)
  const isAbout = joined === null ? { runId } : { OR: [{ runId }, { id: joined }] }
  return tx.gate.findFirst({
    where: { projectId: ctx.project.id, versionId, state: 'pending', ...isAbout },
    select: { id: true, title: true },
    orderBy: [{ deadlineAt: 'asc' }, { id: 'asc' }],
  })
}

async function findJoinedGate(tx: Tx, projectId: string, runId: string): Promise<string | null> {
  const row = await tx.gateRun.findUnique({ where: { projectId_runId: { projectId, runId } } })
  return row?.gateId ?? null
}

/** Opens a gate by hand, in the name of who asks. */
export async function openManualGate(
  tx: Tx,
  ctx: ProjectContext,
  { gateHours, gateQuorum, ...subject }: Subject,
  { title, question, deadlineHours }: Words,
): Promise<GateRow> {
  const gate = {
    ...subject,
    kind: 'manual' as const,
    title: title ?? subject.title,
    question,
    openedBy: actorName(ctx.actor),
    openedById: personOf(ctx.actor)?.userId,
    signature: signatureOf(ctx),
    hours: deadlineHours ?? gateHours,
    quorum: gateQuorum,
  }
  const [opened] = await insertGates(tx, ctx.project.id, [gate], ctx.now())
  if (!opened) throw new AppError('conflict', 'this question is asked already')
  return loadGateRow(tx, ctx.project.id, opened.id)
}
