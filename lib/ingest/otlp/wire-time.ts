const MAX_UINT64 = 18_446_744_073_709_551_615n
/** March 1973. Anything smaller is a time of today in another unit. */
const FIRST_NANO = 10n ** 17n

/** A time on the wire: digits, null if it is not set, or why it is none. */
type WireTime = { nano: string | null } | { fault: string }

/** Reads a time in nanoseconds since 1970, where zero means "not set". */
export function readTime(value: unknown): WireTime {
  if (value === undefined || value === null || value === '') return { nano: null }
  const digits = typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.trunc(value)).toString() : value
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits)) return { fault: EXPECTED }
  const nano = BigInt(digits)
  if (nano === 0n) return { nano: null }
  if (nano > MAX_UINT64) return { fault: EXPECTED }
  return nano < FIRST_NANO ? { fault: `${nano} ${EXPECTED_NANO}${unitOf(nano)}` } : { nano: nano.toString() }
}

/** Like {@link readTime}; a value that is no time counts as not set. */
export function toNano(value: unknown): string | null {
  const time = readTime(value)
  return 'nano' in time ? time.nano : null
}

const EXPECTED = 'expected nanoseconds since 1970, as digits'
const EXPECTED_NANO = 'is not nanoseconds since 1970'

/** The unit in which a time is one of the years 2000 to 2100. */
function unitOf(time: bigint): string {
  for (const [unit, perSecond] of UNITS)
    if (time >= YEAR_2000 * perSecond && time < YEAR_2100 * perSecond) return ` but looks like ${unit}`
  return ''
}

const YEAR_2000 = 946_684_800n
const YEAR_2100 = 4_102_444_800n
const UNITS = [
  ['seconds', 1n],
  ['milliseconds', 1000n],
  ['microseconds', 1_000_000n],
] as const
