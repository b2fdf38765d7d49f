import { resetBreaker as contract } from '@/lib/contracts/judge'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'

/** Closes a breaker by hand, on record. Work that is refused is judged again from now on. */
export const resetBreaker = operation(contract, (ctx, { worker }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const [before] = await tx.$queryRaw<{ rejections: number; openedAt: Date | null }[]>`
      SELECT rejections, opened_at AS "openedAt" FROM judge_breaker
      WHERE project_id = ${projectId}::uuid AND worker = ${worker} FOR UPDATE`
    if (!before) throw notFound('circuit breaker')
    await tx.judgeBreaker.update({
      where: { projectId_worker: { projectId, worker } },
      data: { rejections: 0, openedAt: null, probeAt: null, updatedAt: ctx.now() },
    })
    const was = { rejections: before.rejections, openedAt: before.openedAt?.toISOString() ?? null }
    await audit(tx, ctx, 'judge.resetBreaker', `breaker:${worker}`, was, { rejections: 0, openedAt: null })
    await announce(tx, { project: projectId, topic: 'judge' })
    return { worker, state: 'closed' as const }
  }),
)
