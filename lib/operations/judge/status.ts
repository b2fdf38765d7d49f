import { z } from 'zod'
import { DAY_MS } from '@/lib/contracts/durations'
import {
  type BreakerView,
  getJudge as getJudgeContract,
  judgeOutcome,
  judgePurpose,
  listJudgeCalls as listJudgeCallsContract,
} from '@/lib/contracts/judge'
import type { ProjectJudgeView } from '@/lib/contracts/project-judges'
import { Prisma } from '@/lib/db/generated/client'
import { type BreakerRules, breakerState } from '@/lib/engine/judge/breaker'
import { loadEffectiveConfiguration } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { keysetCursor, positionMs } from '../keyset-cursor'
import { operation } from '../operation'
import { endpointOfDesk, shownAddress, toJudgeSettings, utcDay } from './endpoint'
import { findJudges, toJudgeView } from './judges'

const BREAKERS_SHOWN = 200
const DAYS = 30

export const getJudge = operation(getJudgeContract, async (ctx) => {
  const judges = (await findJudges(ctx.db, ctx.project.id)).map(toJudgeView)
  const ofDesk = endpointOfDesk()
  const settings = toJudgeSettings(await loadEffectiveConfiguration(ctx.db, ctx.project.id), judges.length)
  const [first] = judges
  const isPriced = Object.values(settings.prices).some((price) => price > 0)
  return {
    isConfigured: first !== undefined || ofDesk !== null,
    isEnabled: settings.isEnabled,
    judges,
    ofDesk: ofDesk && { model: ofDesk.model, endpoint: shownAddress(ofDesk), hasKey: ofDesk.apiKey !== null },
    model: first?.model ?? ofDesk?.model ?? null,
    endpoint: first?.endpoint ?? (ofDesk && shownAddress(ofDesk)),
    hasKey: first ? first.hasKey : ofDesk !== null && ofDesk.apiKey !== null,
    hasPrices: judges.length === 0 ? isPriced : judges.every((judge) => hasOwnPrice(judge) ?? isPriced),
    dailyCapUsd: settings.dailyCapUsd,
    timeoutSeconds: settings.timeoutMs / 1000,
    retries: settings.retries,
    breakerRejections: settings.breaker.rejections,
    coolDownSeconds: settings.breaker.coolDownMs / 1000,
    ...(await loadSpend(ctx)),
    breakers: await loadBreakers(ctx, settings.breaker),
    now: ctx.now().toISOString(),
  }
})

/** Null for a judge that costs what is configured. */
function hasOwnPrice({ inputUsdPerMillion, outputUsdPerMillion }: ProjectJudgeView): boolean | null {
  if (inputUsdPerMillion === null && outputUsdPerMillion === null) return null
  return (inputUsdPerMillion ?? 0) + (outputUsdPerMillion ?? 0) > 0
}

const NOTHING = { calls: 0, failed: 0, cacheHits: 0, costUsd: 0, reservedUsd: 0 }

/** Sums at most thirty rows, one per day. */
async function loadSpend(ctx: ProjectContext) {
  const now = ctx.now()
  const since = new Date(utcDay(new Date(now.getTime() - (DAYS - 1) * DAY_MS)))
  const days = await ctx.db.judgeSpend.findMany({ where: { projectId: ctx.project.id, day: { gte: since } } })
  const today = days.find(({ day }) => utcDay(day) === utcDay(now)) ?? NOTHING
  const sum = (key: keyof typeof NOTHING) => days.reduce((total, day) => total + day[key], 0)
  const { calls, failed, cacheHits, costUsd, reservedUsd } = today
  return {
    today: { calls, failed, cacheHits, costUsd, reservedUsd },
    last30Days: { calls: sum('calls'), failed: sum('failed'), cacheHits: sum('cacheHits'), costUsd: sum('costUsd') },
  }
}

async function loadBreakers(ctx: ProjectContext, rules: BreakerRules): Promise<BreakerView[]> {
  const now = ctx.now().getTime()
  const rows = await ctx.db.judgeBreaker.findMany({
    where: { projectId: ctx.project.id, rejections: { gt: 0 } },
    orderBy: [{ openedAt: { sort: 'desc', nulls: 'last' } }, { rejections: 'desc' }, { worker: 'asc' }],
    take: BREAKERS_SHOWN,
  })
  return rows.map(({ worker, rejections, openedAt, probeAt }) => {
    const breaker = { rejections, openedAt: openedAt?.getTime() ?? null, probeAt: probeAt?.getTime() ?? null }
    const halfOpenAt = openedAt && new Date(openedAt.getTime() + rules.coolDownMs).toISOString()
    const state = breakerState(breaker, now, rules)
    return { worker, state, rejections, openedAt: openedAt?.toISOString() ?? null, halfOpenAt }
  })
}

/** Cursor of the list: time of the last call in ms since the epoch, and its id. */
const cursors = keysetCursor(z.tuple([positionMs, z.uuid()]))

export const listJudgeCalls = operation(listJudgeCallsContract, async (ctx, { limit, cursor }) => {
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
