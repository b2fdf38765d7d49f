/** Circuit breaker of one worker; times in ms since the epoch. `openedAt` is null when closed. */
export interface Breaker {
  /** Consecutive judge rejections. */
  rejections: number
  openedAt: number | null
  /** When the probe of the half-open state was admitted; null when none is in progress. */
  probeAt: number | null
}

export interface BreakerRules {
  /** Consecutive judge rejections that open it; 5 by default. */
  rejections: number
  /** Time from open to half-open, in ms. */
  coolDownMs: number
  /** Time after which another probe is admitted although one is unfinished, in ms. */
  probeMs: number
}

const breakerStates = ['closed', 'open', 'half_open'] as const
type BreakerState = (typeof breakerStates)[number]

/** Outcome of an admitted evaluation; `none` is a gate error, which does not count. */
export type BreakerOutcome = 'pass' | 'rejection' | 'none'

export const CLOSED: Breaker = { rejections: 0, openedAt: null, probeAt: null }

/** Returns the state: open until the cool-down has passed since it opened, then half-open until a probe was judged. */
export function breakerState({ openedAt }: Breaker, now: number, { coolDownMs }: BreakerRules): BreakerState {
  if (openedAt === null) return 'closed'
  return now - openedAt < coolDownMs ? 'open' : 'half_open'
}

/** Decides whether an evaluation may run; the half-open state admits exactly one, as a probe. */
export function admit(breaker: Breaker, now: number, rules: BreakerRules): { admitted: boolean; next: Breaker } {
  const state = breakerState(breaker, now, rules)
  if (state === 'closed') return { admitted: true, next: breaker }
  const isProbing = breaker.probeAt !== null && now - breaker.probeAt < rules.probeMs
  if (state === 'open' || isProbing) return { admitted: false, next: breaker }
  return { admitted: true, next: { ...breaker, probeAt: now } }
}

/**
 * Returns the breaker after an evaluation. A pass closes it and resets the rejections; a rejection is counted, opens it at the limit, and
 * as a probe reopens it; anything else only ends the probe. `probe` is the time the probe was admitted, null if this was not a probe.
 */
export function settle(
  breaker: Breaker,
  outcome: BreakerOutcome,
  probe: number | null,
  now: number,
  rules: BreakerRules,
): Breaker {
  if (outcome === 'pass') return CLOSED
  const isProbe = probe !== null && breaker.probeAt === probe
  const probeAt = isProbe ? null : breaker.probeAt
  if (outcome === 'none') return { ...breaker, probeAt }
  const rejections = breaker.rejections + 1
  const opensNow = breaker.openedAt === null ? rejections >= rules.rejections : isProbe
  return { rejections, openedAt: opensNow ? now : breaker.openedAt, probeAt }
}
