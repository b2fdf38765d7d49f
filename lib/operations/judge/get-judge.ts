import { type BreakerView, getJudge as contract } from '@/lib/contracts/judge'
import { type BreakerRules, breakerState } from '@/lib/engine/judge/judge-breaker'
import { effectiveConfiguration } from '../configuration/effective-configuration'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { judgeEndpoint, shownAddress } from './judge-endpoint'
import { toJudgeSettings } from './judge-settings'
import { utcDay } from './utc-day'

const BREAKERS_SHOWN = 200
const DAYS = 30
const DAY_MS = 86_400_000

export const getJudge = operation(contract, async (ctx) => {
  const endpoint = judgeEndpoint()
  const settings = toJudgeSettings(await effectiveConfiguration(ctx.db, ctx.project.id))
  const { inputUsdPerMillion, outputUsdPerMillion } = settings.prices
  return {
    isConfigured: endpoint !== null,
    isEnabled: settings.isEnabled,
    model: endpoint?.model ?? null,
    endpoint: endpoint && shownAddress(endpoint),
    hasKey: endpoint !== null && endpoint.apiKey !== null,
    hasPrices: inputUsdPerMillion > 0 || outputUsdPerMillion > 0,
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

const NOTHING = { calls: 0, failed: 0, cacheHits: 0, costUsd: 0, reservedUsd: 0 }

/** Sums of at most thirty rows, one a day. */
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
