import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { admit, type Breaker, type BreakerOutcome, type BreakerRules, CLOSED, settle } from '@/lib/engine/judge/breaker'
import type { ProjectContext } from '../context'
import { announce } from '../live/changes'

/** An evaluation that a worker's breaker admitted; `probe` is its time if it is the half-open probe. */
type Admission = { worker: string; probe: number | null }

/** Asks a worker's breaker, shared by all instances, to admit an evaluation; null when refused. */
export function enterBreaker(ctx: ProjectContext, worker: string, rules: BreakerRules): Promise<Admission | null> {
  return inTransaction(ctx, async (tx) => {
    const breaker = await lockBreaker(tx, ctx.project.id, worker)
    const { admitted, next } = admit(breaker, ctx.now().getTime(), rules)
    if (!admitted) return null
    if (next === breaker) return { worker, probe: null }
    await store(tx, ctx, worker, next)
    return { worker, probe: next.probeAt }
  })
}

/** Reports the outcome of an admitted evaluation to the breaker. */
export async function leaveBreaker(
  ctx: ProjectContext,
  { worker, probe }: Admission,
  outcome: BreakerOutcome,
  rules: BreakerRules,
): Promise<void> {
  if (outcome === 'none' && probe === null) return
  await inTransaction(ctx, async (tx) => {
    const { id: projectId } = ctx.project
    if (outcome === 'rejection') await tx.judgeBreaker.createMany({ data: { projectId, worker }, skipDuplicates: true })
    const breaker = await lockBreaker(tx, projectId, worker)
    const next = settle(breaker, outcome, probe, ctx.now().getTime(), rules)
    if (isSame(breaker, next)) return
    await store(tx, ctx, worker, next)
    await announce(tx, { project: projectId, topic: 'judge' })
  })
}

/** Locks a worker's breaker until the transaction ends. One without rejections has no row. */
async function lockBreaker(tx: Tx, projectId: string, worker: string): Promise<Breaker> {
  const [row] = await tx.$queryRaw<{ rejections: number; opened: Date | null; probed: Date | null }[]>`
    SELECT rejections, opened_at AS opened, probe_at AS probed FROM judge_breaker
    WHERE project_id = ${projectId}::uuid AND worker = ${worker} FOR UPDATE`
  if (!row) return CLOSED
  return {
    rejections: row.rejections,
    openedAt: row.opened?.getTime() ?? null,
    probeAt: row.probed?.getTime() ?? null,
  }
}

async function store(tx: Tx, ctx: ProjectContext, worker: string, next: Breaker): Promise<void> {
  await tx.judgeBreaker.update({
    where: { projectId_worker: { projectId: ctx.project.id, worker } },
    data: {
      rejections: next.rejections,
      openedAt: toDate(next.openedAt),
      probeAt: toDate(next.probeAt),
      updatedAt: ctx.now(),
    },
  })
}

function isSame(left: Breaker, right: Breaker): boolean {
  return left.rejections === right.rejections && left.openedAt === right.openedAt && left.probeAt === right.probeAt
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
