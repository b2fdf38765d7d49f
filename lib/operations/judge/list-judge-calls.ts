import { z } from 'zod'
import { listJudgeCalls as contract, judgeOutcome, judgePurpose } from '@/lib/contracts/judge'
import { Prisma } from '@/lib/db/generated/client'
import { invalidInput } from '../errors'
import { operation } from '../operation'

/** Where the list stopped: when that call was made, in ms since the epoch, and its id. */
const position = z.tuple([z.number().int(), z.uuid()])

export const listJudgeCalls = operation(contract, async (ctx, { limit, cursor }) => {
  const conditions = [Prisma.sql`project_id = ${ctx.project.id}::uuid`]
  if (cursor !== undefined) {
    const [atMs, id] = readCursor(cursor)
    conditions.push(Prisma.sql`(called_at, id) < (${new Date(atMs)}::timestamptz, ${id}::uuid)`)
  }
  const rows = await ctx.db.$queryRaw<CallRow[]>`
    SELECT id, purpose, worker, model, outcome, score, feedback, error, input_tokens AS "inputTokens", output_tokens AS "outputTokens",
      cost_usd AS "costUsd", duration_ms AS "durationMs", called_at AS "calledAt"
    FROM judge_call WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY called_at DESC, id DESC LIMIT ${limit + 1}`
  const calls = rows.slice(0, limit)
  const last = calls.at(-1)
  return {
    calls: calls.map((row) => ({
      ...row,
      purpose: judgePurpose.parse(row.purpose),
      outcome: judgeOutcome.parse(row.outcome),
      calledAt: row.calledAt.toISOString(),
    })),
    next: rows.length > limit && last ? toCursor([last.calledAt.getTime(), last.id]) : null,
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

function toCursor(at: z.infer<typeof position>): string {
  return Buffer.from(JSON.stringify(at)).toString('base64url')
}

function readCursor(cursor: string): z.infer<typeof position> {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidInput([{ path: 'cursor', message: 'is not a cursor of this list' }])
  }
}
