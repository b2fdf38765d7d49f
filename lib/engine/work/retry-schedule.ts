import { DAY_MS } from '@/lib/contracts/durations'

/** Waits between the attempts of a failing operation. */
export type RetrySchedule = {
  /** Wait before each attempt in ms, the first included. */
  waitsMs: readonly number[]
  /** Largest share by which a wait is lengthened, so that simultaneous failures are not retried simultaneously. */
  jitter?: number
}

const MAX_ASKED_MS = DAY_MS

/**
 * Returns when to try again after `attempts` failed ones, or null when none is left.
 * @param random in [0, 1): share of the jitter that is added
 * @param askedMs wait requested by the other side, honoured up to 24 hours
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
