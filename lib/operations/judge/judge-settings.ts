import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { BreakerRules } from '@/lib/engine/judge/judge-breaker'
import type { JudgePrices } from '@/lib/engine/judge/judge-cost'

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
