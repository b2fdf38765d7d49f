import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { JudgeKind } from '@/lib/contracts/project-judges'
import type { BreakerRules } from '@/lib/engine/judge/breaker'
import type { JudgePrices } from '@/lib/engine/judge/cost'
import { getEnv } from '@/lib/env'

/** An endpoint that judges. `isOfDesk`: named by the server's environment, not by an admin of a project. */
export type JudgeEndpoint = {
  kind: JudgeKind
  baseUrl: string
  apiKey: string | null
  model: string
  /** null: use the configured prices. */
  prices: JudgePrices | null
  isOfDesk: boolean
}

/** The endpoint named by the environment, or null. */
export function endpointOfDesk(): JudgeEndpoint | null {
  const { JUDGE_BASE_URL: baseUrl, JUDGE_API_KEY, JUDGE_MODEL: model } = getEnv()
  if (baseUrl === undefined || model === undefined) return null
  return { kind: 'openai', baseUrl, apiKey: JUDGE_API_KEY ?? null, model, prices: null, isOfDesk: true }
}

/** The endpoint's URL without parts that may be secret. */
export function shownAddress({ baseUrl }: Pick<JudgeEndpoint, 'baseUrl'>): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname === '/' ? '' : pathname}`
}

/** How a project's judges are called; times in ms. */
export type JudgeSettings = {
  isEnabled: boolean
  dailyCapUsd: number
  prices: JudgePrices
  timeoutMs: number
  retries: number
  breaker: BreakerRules
}

// A probe may ask twice, wait between retries, and wait for a concurrent call.
const PROBE_TIMEOUTS = 4
const PROBE_SLACK_MS = 60_000

/** @param judges number of judges that may be asked in turn */
export function toJudgeSettings({ judge }: Pick<EffectiveConfiguration, 'judge'>, judges = 1): JudgeSettings {
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
      probeMs: Math.max(1, judges) * PROBE_TIMEOUTS * timeoutMs + PROBE_SLACK_MS,
    },
  }
}

/** Formats a date as yyyy-mm-dd in UTC. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
