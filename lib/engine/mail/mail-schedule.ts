const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Wait before each attempt in ms, the first included: all within the day that a gate waits by default. */
const WAITS_MS: readonly number[] = [0, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR]

export const MAX_MAIL_ATTEMPTS = WAITS_MS.length
const JITTER = 0.1

/** What is older, in ms, is not sent any more: the desk shows it, and by mail it would mislead. */
export const MAX_MAIL_AGE_MS = 48 * HOUR

/**
 * When to send again after `attempts` failed ones, or null when none is left. A wait is lengthened by up to a tenth.
 * @param random in [0, 1)
 */
export function nextMailAt(attempts: number, now: Date, random: number): Date | null {
  const wait = WAITS_MS[attempts]
  return wait === undefined ? null : new Date(now.getTime() + Math.round(wait * (1 + JITTER * random)))
}
