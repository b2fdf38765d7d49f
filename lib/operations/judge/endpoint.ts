import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { BreakerRules } from '@/lib/engine/judge/breaker'
import type { JudgePrices } from '@/lib/engine/judge/cost'
import { getEnv } from '@/lib/env'

/** The OpenAI-compatible endpoint that judges. */
export type JudgeEndpoint = { baseUrl: string; apiKey: string | null; model: string }

/** The endpoint that the environment names, or null when it names none. */
export function judgeEndpoint(): JudgeEndpoint | null {
  const { JUDGE_BASE_URL, JUDGE_API_KEY, JUDGE_MODEL } = getEnv()
  if (JUDGE_BASE_URL === undefined || JUDGE_MODEL === undefined) return null
  return { baseUrl: JUDGE_BASE_URL, apiKey: JUDGE_API_KEY ?? null, model: JUDGE_MODEL }
}

/** Where the endpoint is, without what may be secret in its address. */
export function shownAddress({ baseUrl }: JudgeEndpoint): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname === '/' ? '' : pathname}`
}

/** How a project lets its judge be asked; times in ms. */
export type JudgeSettings = {
  isEnabled: boolean
  dailyCapUsd: number
  prices: JudgePrices
  timeoutMs: number
  retries: number
  breaker: BreakerRules
}

// A probe may ask twice, wait between tries, and wait for another that asks the same.
const PROBE_TIMEOUTS = 4
const PROBE_SLACK_MS = 60_000

export function toJudgeSettings({ judge }: Pick<EffectiveConfiguration, 'judge'>): JudgeSettings {
  const timeoutMs = judge.timeout_seconds * 1000
  return {
    isEnabled: judge.enabled,
    dailyCapUsd: judge.daily_cap_usd,
    prices: { inputUsdPerMillion: judge.input_usd_per_million, outputUsdPerMillion: judge.output_usd_per_million },
    timeoutMs,
    retries: judge.retries,
    breaker: {
      rejections: judge.breaker_rejections,
      coolDownMs: judge.cool_down_seconds * 1000,
      probeMs: PROBE_TIMEOUTS * timeoutMs + PROBE_SLACK_MS,
    },
  }
}

/** The day in UTC as yyyy-mm-dd. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
