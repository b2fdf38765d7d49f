import { openGate as openContract } from '@/lib/contracts/gates'
import type { Tx } from '@/lib/db/client'
import { actorName, inTransaction, type ProjectContext } from '../context'
import { AppError, notFound } from '../errors'
import { operation } from '../operation'
import { listChainVersions, priorOf } from './chain-versions'
import { loadGateRow } from './gate-row'
import { insertGates, type NewGate } from './insert-gates'

type Input = { chain?: string | undefined; version?: string | undefined; runId?: string | undefined }
type Subject = Pick<NewGate, 'chainId' | 'versionId' | 'priorVersionId' | 'runId' | 'title'> & { gateHours: number }

/** A gate by hand: a question about a version or a run that somebody wants answered by a deadline. */
export const openGate = operation(openContract, (ctx, input) =>
  inTransaction(ctx, async (tx) => {
    const { gateHours, ...subject } = input.runId
      ? await runSubject(tx, ctx, input.runId)
      : await versionSubject(tx, ctx, input)
    await refuseIfAsked(tx, ctx, subject)
    const gate: NewGate = {
      ...subject,
      kind: 'manual',
      title: input.title ?? subject.title,
      question: input.question,
      openedBy: actorName(ctx.actor),
      hours: input.deadlineHours ?? gateHours,
    }
    const [opened] = await insertGates(tx, ctx.project.id, [gate], ctx.now())
    if (!opened) throw new AppError('conflict', 'this question is asked already')
    return { gate: await loadGateRow(tx, ctx.project.id, opened.id) }
  }),
)

async function runSubject(tx: Tx, ctx: ProjectContext, runId: string): Promise<Subject> {
  const run = await tx.runSummary.findUnique({ where: { projectId_id: { projectId: ctx.project.id, id: runId } } })
  const chain =
    run && (await tx.chain.findUnique({ where: { projectId_id: { projectId: ctx.project.id, id: run.chainId } } }))
  if (!run || !chain) throw notFound('run')
  const { chainId, versionId, clientId } = run
  return { chainId, versionId, priorVersionId: null, runId, title: `Review ${clientId}`, gateHours: chain.gateHours }
}

async function versionSubject(
  tx: Tx,
  ctx: ProjectContext,
  { chain: name = '', version = '' }: Input,
): Promise<Subject> {
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
    title: `Keep ${name} ${version}?`,
    gateHours: chain.gateHours,
  }
}

/** One open question at a time about the same thing; the lock lets two who ask at once see each other. */
async function refuseIfAsked(
  tx: Tx,
  ctx: ProjectContext,
  { chainId, versionId, runId }: Omit<Subject, 'gateHours'>,
): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM chain WHERE project_id = ${ctx.project.id}::uuid AND id = ${chainId}::uuid FOR NO KEY UPDATE`
  const pending = await tx.gate.findFirst({
    where: { projectId: ctx.project.id, versionId, runId, state: 'pending' },
    select: { title: true },
  })
  if (pending) throw new AppError('conflict', `a gate on this is open already: ${pending.title}`)
}
