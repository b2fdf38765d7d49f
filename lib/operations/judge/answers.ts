import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
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

/** Counts an answer that was read from the cache, on the day it was asked for, UTC. */
export async function countCacheHit(ctx: ProjectContext): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO judge_spend (project_id, day, cache_hits) VALUES (${ctx.project.id}::uuid, ${utcDay(ctx.now())}::date, 1)
    ON CONFLICT (project_id, day) DO UPDATE SET cache_hits = judge_spend.cache_hits + 1`
}

/** The right to ask about one content, held by one caller across all instances until its lease ends. */
export type InFlightLock = { contentHash: string; holder: string }

/** Claims a content; null while another caller holds it. */
export function claimFlight(ctx: ProjectContext, contentHash: string, leaseMs: number): Promise<InFlightLock | null> {
  return inTransaction(ctx, async (tx) => {
    const now = ctx.now()
    await freeDeadFlights(tx, ctx.project.id, now)
    const holder = uuid()
    const claimed = await tx.$executeRaw`
      INSERT INTO judge_flight (project_id, content_hash, holder, lease_until, day)
      VALUES (${ctx.project.id}::uuid, ${contentHash}, ${holder}::uuid, ${new Date(now.getTime() + leaseMs)}, ${utcDay(now)}::date)
      ON CONFLICT DO NOTHING`
    return claimed === 1 ? { contentHash, holder } : null
  })
}

/** Releases a content and the reservation of an unsettled call; waiting callers proceed. */
export async function releaseFlight(ctx: ProjectContext, { contentHash, holder }: InFlightLock): Promise<void> {
  const mine = Prisma.sql`content_hash = ${contentHash} AND holder = ${holder}::uuid`
  await inTransaction(ctx, (tx) => removeFlights(tx, ctx.project.id, mine))
}

/** Removes expired locks and their reservations. */
export function freeDeadFlights(tx: Tx, projectId: string, now: Date): Promise<void> {
  return removeFlights(tx, projectId, Prisma.sql`lease_until < ${now}`)
}

async function removeFlights(tx: Tx, projectId: string, which: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM judge_flight WHERE project_id = ${projectId}::uuid AND ${which} RETURNING day, reserved_usd),
    freed AS (SELECT day, sum(reserved_usd) AS usd FROM gone GROUP BY day)
    UPDATE judge_spend s SET reserved_usd = greatest(0, s.reserved_usd - freed.usd)
    FROM freed WHERE s.project_id = ${projectId}::uuid AND s.day = freed.day`
}
