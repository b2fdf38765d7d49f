import { v7 as uuid } from 'uuid'
import { testJudge as contract } from '@/lib/contracts/judge'
import { judgePrompt } from '@/lib/engine/judge/judge-prompt'
import { readJudgeAnswer } from '@/lib/engine/judge/read-judge-answer'
import { audit } from '../audit'
import { effectiveConfiguration } from '../configuration/effective-configuration'
import { inTransaction, type ProjectContext } from '../context'
import { operation } from '../operation'
import { askOnce, leaseOf } from './ask-once'
import { judgeEndpoint } from './judge-endpoint'
import { claimFlight, releaseFlight } from './judge-flight'
import { toJudgeSettings } from './judge-settings'
import { utcDay } from './utc-day'

const TASK = { type: 'analysis', description: 'What is 2 + 2?', acceptanceCriteria: 'The answer is right.' }
const RESULT = { output: '2 + 2 = 4' }

/** A real call past every cache, also where the project has turned the judge off. */
export const testJudge = operation(contract, async (ctx) => {
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
  const settings = toJudgeSettings(await effectiveConfiguration(ctx.db, ctx.project.id))
  const flight = await claimFlight(ctx, `test ${uuid()}`, leaseOf(settings))
  if (!flight) return answer({ error: 'the judge could not be asked just now' })
  try {
    const question = judgePrompt(TASK, RESULT, utcDay(ctx.now()))
    const asking = { question, purpose: 'test', worker: 'test', read: readJudgeAnswer } as const
    const asked = await askOnce({ ctx, endpoint, settings, flight }, asking)
    return answer(asked.outcome === 'scored' ? asked : { error: asked.error })
  } finally {
    await releaseFlight(ctx, flight)
  }
}
