/** The circuit breaker of one worker; times in ms since the epoch. `openedAt` null: closed. */
export interface Breaker {
  /** Judge rejections in a row. */
  rejections: number
  openedAt: number | null
  /** When the one probe of the half-open state was let through; null while none is under way. */
  probeAt: number | null
}

export interface BreakerRules {
  /** Judge rejections in a row that open it; 5 by default. */
  rejections: number
  /** From opening to half-open, in ms. */
  coolDownMs: number
  /** How long a probe may take before another is let through, in ms. */
  probeMs: number
}

const breakerStates = ['closed', 'open', 'half_open'] as const
export type BreakerState = (typeof breakerStates)[number]

/** What came of an evaluation that was let through: `none` is a gate error, which does not count. */
export type BreakerOutcome = 'pass' | 'rejection' | 'none'

export const CLOSED: Breaker = { rejections: 0, openedAt: null, probeAt: null }

/** Open until the cool-down has passed since it opened, then half-open until a probe was judged. */
export function breakerState({ openedAt }: Breaker, now: number, { coolDownMs }: BreakerRules): BreakerState {
  if (openedAt === null) return 'closed'
  return now - openedAt < coolDownMs ? 'open' : 'half_open'
}

/** Lets an evaluation through or not; the half-open state lets exactly one through, as a probe. */
export function admit(breaker: Breaker, now: number, rules: BreakerRules): { admitted: boolean; next: Breaker } {
  const state = breakerState(breaker, now, rules)
  if (state === 'closed') return { admitted: true, next: breaker }
  const isProbing = breaker.probeAt !== null && now - breaker.probeAt < rules.probeMs
  if (state === 'open' || isProbing) return { admitted: false, next: breaker }
  return { admitted: true, next: { ...breaker, probeAt: now } }
}

/**
 * The breaker after an evaluation. A pass closes it and forgets the rejections; a rejection counts, opens it at the limit, and
 * as a probe opens it anew; anything else only ends the probe. `probe` is the time the probe was let through, null for others.
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
