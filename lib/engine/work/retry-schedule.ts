/** How long what failed waits for its next attempt. */
export type RetrySchedule = {
  /** Wait before each attempt in ms, the first included. */
  waitsMs: readonly number[]
  /** By which share of itself a wait is lengthened at most, so that what failed together does not come back together. */
  jitter?: number
}

const MAX_ASKED_MS = 24 * 3_600_000

/**
 * When to try again after `attempts` failed ones, or null when none is left.
 * @param random in [0, 1): how much of the jitter is added
 * @param askedMs what the other side asked to wait, honoured up to 24 hours
 */
export function nextAttemptAt(
  { waitsMs, jitter = 0 }: RetrySchedule,
  attempts: number,
  now: Date,
  { random = 0, askedMs }: { random?: number; askedMs?: number | null } = {},
): Date | null {
  const wait = waitsMs[attempts]
  if (wait === undefined) return null
  const asked = Math.min(askedMs ?? 0, MAX_ASKED_MS)
  return new Date(now.getTime() + Math.round(Math.max(wait * (1 + jitter * random), asked)))
}
