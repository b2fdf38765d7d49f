import { requestReview as requestContract } from '@/lib/contracts/gate-moves'
import { type GateRow, openGate as openContract } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { closedText } from '@/lib/engine/json/closed-text'
import { signatureOf } from '../audit'
import { actorName, type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { operation } from '../operation'
import { loadRunId } from '../runs/find'
import { lockRun } from '../runs/lock'
import { refreshReviewItems } from '../runs/review-items'
import { listChainVersions, priorOf } from '../versions/serving'
import { lockChain } from '../versions/store'
import { insertGates, type NewGate } from './insert'
import { gateUrl, loadGateRow } from './store'

/** Opens a gate manually: a question about a version or a run, with a deadline. */
export const openGate = operation(openContract, (ctx, { chain = '', version = '', runId, ...text }) =>
  inTransaction(ctx, async (tx) => {
    const subject = runId ? await runSubject(tx, ctx, runId) : await versionSubject(tx, ctx, chain, version)
    const pending = await findPendingGate(tx, ctx, subject)
    if (pending) throw new AppError('conflict', `a gate on this is open already: ${pending.title}`)
    return { gate: await openManualGate(tx, ctx, subject, text) }
  }),
)

/** Opens a gate on a run, or returns the gate that is already open on it. */
export const requestReview = operation(requestContract, async (ctx, { runId: name, ...text }) => {
  const runId = await loadRunId(ctx, name)
  const { gate, opened } = await inTransaction(ctx, async (tx) => {
    const subject = await runSubject(tx, ctx, runId)
    const pending = await findPendingGate(tx, ctx, subject)
    if (pending) return { gate: await loadGateRow(tx, ctx.project.id, pending.id), opened: false }
    return { gate: await openManualGate(tx, ctx, subject, text), opened: true }
  })
  return { gate, opened, url: gateUrl(ctx.project, gate.id) }
})

type GateText = { title?: string | undefined; question: string; deadlineHours?: number | undefined }

/**
 * Finds the open gate on this subject, or null. Locks the chain until the transaction ends, so that the second of two
 * concurrent callers sees the first one's gate.
 */
async function findPendingGate(
  tx: Tx,
  ctx: ProjectContext,
  { chainId, versionId, runId }: Subject,
): Promise<{ id: string; title: string } | null> {
  await lockChain(tx, ctx.project.id, chainId)
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

/** Opens a manual gate in the caller's name. */
async function openManualGate(
  tx: Tx,
  ctx: ProjectContext,
  { gateHours, gateQuorum, ...subject }: Subject,
  { title, question, deadlineHours }: GateText,
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
  if (!opened) throw new AppError('conflict', 'a gate with this question is already open')
  if (gate.runId !== null) await refreshReviewItems(tx, ctx.project.id, [{ runId: gate.runId }])
  return loadGateRow(tx, ctx.project.id, opened.id)
}

/** What a gate is about, its default title, and the chain's default deadline and quorum. */
type Subject = Pick<NewGate, 'chainId' | 'versionId' | 'priorVersionId' | 'runId' | 'title'> & {
  gateHours: number
  gateQuorum: number
}

/** Locks the run. @throws not_found when the project has no run with this internal id */
async function runSubject(tx: Tx, ctx: ProjectContext, runId: string): Promise<Subject> {
  await lockRun(tx, ctx.project.id, runId)
  const run = await tx.runSummary.findUnique({ where: { projectId_id: { projectId: ctx.project.id, id: runId } } })
  const chain =
    run && (await tx.chain.findUnique({ where: { projectId_id: { projectId: ctx.project.id, id: run.chainId } } }))
  if (!run || !chain) throw notFound('run')
  const { chainId, versionId, clientId, title } = run
  const { gateHours, gateQuorum } = chain
  const asked = `Review ${closedText(title ?? clientId)}`
  return { chainId, versionId, priorVersionId: null, runId, title: asked, gateHours, gateQuorum }
}

/** @throws not_found when the project has no such version of the chain */
async function versionSubject(tx: Tx, ctx: ProjectContext, name: string, version: string): Promise<Subject> {
  const chain = await tx.chain.findUnique({ where: { projectId_name: { projectId: ctx.project.id, name } } })
  const versions = chain ? await listChainVersions(tx, ctx.project.id, [chain.id]) : []
  const current = versions.find((row) => row.version === version)
  if (!chain || !current) throw notFound('chain version')
  const prior = priorOf(versions, current)
  return {
    chainId: chain.id,
    versionId: current.id,
    priorVersionId: prior?.id ?? null,
    runId: null,
    title: `Keep ${closedText(name)} ${closedText(version)}?`,
    gateHours: chain.gateHours,
    gateQuorum: chain.gateQuorum,
  }
}
