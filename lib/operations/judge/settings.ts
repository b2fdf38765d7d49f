import { v7 as uuid } from 'uuid'
import { resetBreaker as resetBreakerContract, testJudge as testJudgeContract } from '@/lib/contracts/judge'
import { inTransaction } from '@/lib/db/transaction'
import { readJudgeAnswer } from '@/lib/engine/judge/answer'
import { judgePrompt } from '@/lib/engine/judge/prompt'
import { audit } from '../audit'
import { loadEffectiveConfiguration } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { callOnce, leaseOf } from './call-once'
import { judgeEndpoint, toJudgeSettings, utcDay } from './endpoint'
import { claimFlight, releaseFlight } from './in-flight'

const TASK = { type: 'analysis', description: 'What is 2 + 2?', acceptanceCriteria: 'The answer is right.' }
const RESULT = { output: '2 + 2 = 4' }

/** A real call past every cache, also where the project has turned the judge off. */
export const testJudge = operation(testJudgeContract, async (ctx) => {
  const result = await test(ctx)
  const { score, error } = result
  await inTransaction(ctx, (tx) => audit(tx, ctx, 'judge.test', `project:${ctx.project.id}`, null, { score, error }))
  return result
})

async function test(ctx: ProjectContext) {
  const begun = performance.now()
  const answer = (told: { score?: number; feedback?: string; error?: string }) => ({
    score: told.score ?? null,
    feedback: told.feedback ?? null,
    error: told.error ?? null,
    durationMs: performance.now() - begun,
  })
  const endpoint = judgeEndpoint()
  if (!endpoint) return answer({ error: 'no judge is configured: set JUDGE_BASE_URL and JUDGE_MODEL' })
  const settings = toJudgeSettings(await loadEffectiveConfiguration(ctx.db, ctx.project.id))
  const flight = await claimFlight(ctx, `test ${uuid()}`, leaseOf(settings))
  if (!flight) return answer({ error: 'the judge could not be asked just now' })
  try {
    const question = judgePrompt(TASK, RESULT, utcDay(ctx.now()))
    const asking = { question, purpose: 'test', worker: 'test', read: readJudgeAnswer } as const
    const asked = await callOnce({ ctx, endpoint, settings, flight }, asking)
    return answer(asked.outcome === 'scored' ? asked : { error: asked.error })
  } finally {
    await releaseFlight(ctx, flight)
  }
}

/** Closes a breaker by hand, on record. Work that is refused is judged again from now on. */
export const resetBreaker = operation(resetBreakerContract, (ctx, { worker }) =>
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
