import { v7 as uuid } from 'uuid'
import { resetBreaker as resetBreakerContract, testJudge as testJudgeContract } from '@/lib/contracts/judge'
import { inTransaction } from '@/lib/db/transaction'
import { readJudgeAnswer } from '@/lib/engine/judge/answer'
import { judgePrompt } from '@/lib/engine/judge/prompt'
import { audit } from '../audit'
import { loadEffectiveConfiguration } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { claimFlight, releaseFlight } from './answers'
import { callOnce, leaseOf } from './call-once'
import { utcDay } from './endpoint'
import { loadJudges, settingsOf, toEndpoint } from './judges'

const TASK = { type: 'analysis', description: 'What is 2 + 2?', acceptanceCriteria: 'The answer is right.' }
const RESULT = { output: '2 + 2 = 4' }

/** Makes a real call that bypasses the cache, even if the project has turned the judge off. */
export const testJudge = operation(testJudgeContract, async (ctx, { judgeId }) => {
  const result = await test(ctx, judgeId)
  const { score, error } = result
  await inTransaction(ctx, (tx) =>
    audit(tx, ctx, 'judge.test', { subject: `project:${ctx.project.id}`, after: { score, error } }),
  )
  return result
})

/** Tests the named judge, or the first. */
async function test(ctx: ProjectContext, judgeId: string | undefined) {
  const begun = performance.now()
  const answer = (result: { score?: number; feedback?: string; error?: string }) => ({
    score: result.score ?? null,
    feedback: result.feedback ?? null,
    error: result.error ?? null,
    durationMs: performance.now() - begun,
  })
  const judges = await loadJudges(ctx, await loadEffectiveConfiguration(ctx.db, ctx.project.id))
  const endpoint = judgeId === undefined ? judges.endpoints[0] : toEndpoint(await loadJudge(ctx, judgeId))
  if (!endpoint) return answer({ error: 'no judge is configured' })
  const settings = settingsOf(judges.settings, endpoint)
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

async function loadJudge({ db, project }: ProjectContext, id: string) {
  const row = await db.projectJudge.findUnique({ where: { projectId_id: { projectId: project.id, id } } })
  if (!row) throw notFound('judge')
  return row
}

/** Closes a breaker manually, with an audit event. The worker's tasks are judged again from now on. */
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
    await audit(tx, ctx, 'judge.resetBreaker', {
      subject: `breaker:${worker}`,
      before: was,
      after: { rejections: 0, openedAt: null },
    })
    await announce(tx, { project: projectId, topic: 'judge' })
    return { worker, state: 'closed' as const }
  }),
)
