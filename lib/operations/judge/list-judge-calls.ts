import { z } from 'zod'
import { listJudgeCalls as contract, judgeOutcome, judgePurpose } from '@/lib/contracts/judge'
import { Prisma } from '@/lib/db/generated/client'
import { keysetCursor, positionMs } from '../keyset-cursor'
import { operation } from '../operation'

/** Where the list stopped: when that call was made, in ms since the epoch, and its id. */
const cursors = keysetCursor(z.tuple([positionMs, z.uuid()]))

export const listJudgeCalls = operation(contract, async (ctx, { limit, cursor }) => {
  const conditions = [Prisma.sql`project_id = ${ctx.project.id}::uuid`]
  if (cursor !== undefined) {
    const [atMs, id] = cursors.decode(cursor)
    conditions.push(Prisma.sql`(called_at, id) < (${new Date(atMs)}::timestamptz, ${id}::uuid)`)
  }
  const rows = await ctx.db.$queryRaw<CallRow[]>`
    SELECT id, purpose, worker, model, outcome, score, feedback, error, input_tokens AS "inputTokens", output_tokens AS "outputTokens",
      cost_usd AS "costUsd", duration_ms AS "durationMs", called_at AS "calledAt"
    FROM judge_call WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY called_at DESC, id DESC LIMIT ${limit + 1}`
  const { page, next } = cursors.cut(rows, limit, (row) => [row.calledAt.getTime(), row.id])
  return {
    calls: page.map((row) => ({
      ...row,
      purpose: judgePurpose.parse(row.purpose),
      outcome: judgeOutcome.parse(row.outcome),
      calledAt: row.calledAt.toISOString(),
    })),
    next,
  }
})

type CallRow = {
  id: string
  purpose: string
  worker: string
  model: string
  outcome: string
  score: number | null
  feedback: string | null
  error: string | null
  inputTokens: number | null
  outputTokens: number | null
  costUsd: number | null
  durationMs: number
  calledAt: Date
}
