import { createHash } from 'node:crypto'
import type { JudgeQuestion } from '@/lib/engine/judge/prompt'
import type { ProjectContext } from '../context'
import { type JudgeEndpoint, utcDay } from './endpoint'

export type JudgeAnswer = { score: number; feedback: string }

/** Hash of everything that determines an answer: prompt version, endpoint, model, and the document shown to the judge. */
export function hashOf(question: JudgeQuestion, { kind, baseUrl, model }: JudgeEndpoint): string {
  const address = kind === 'openai' ? baseUrl : `${kind} ${baseUrl}`
  const parts = [question.version, address, model, question.document]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Finds a cached answer to this content, or null. */
export async function findAnswer(ctx: ProjectContext, contentHash: string): Promise<JudgeAnswer | null> {
  return ctx.db.judgeAnswer.findUnique({
    where: { projectId_contentHash: { projectId: ctx.project.id, contentHash } },
    select: { score: true, feedback: true },
  })
}

/** Caches an answer; the first one for a content is kept. */
export async function keepAnswer(
  ctx: ProjectContext,
  contentHash: string,
  model: string,
  answer: JudgeAnswer,
): Promise<void> {
  const data = { projectId: ctx.project.id, contentHash, model, answeredAt: ctx.now(), ...answer }
  await ctx.db.judgeAnswer.createMany({ data, skipDuplicates: true })
}

/** Counts a question answered from the cache. */
export async function countCacheHit(ctx: ProjectContext): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO judge_spend (project_id, day, cache_hits) VALUES (${ctx.project.id}::uuid, ${utcDay(ctx.now())}::date, 1)
    ON CONFLICT (project_id, day) DO UPDATE SET cache_hits = judge_spend.cache_hits + 1`
}
