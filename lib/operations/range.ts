import type { Range } from '@/lib/contracts/primitives'

const HOUR_MS = 3_600_000
const HOURS: Record<Exclude<Range, 'all'>, number> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 }

/** Returns the start of a range seen from `now`, or null for an unbounded one. */
export function startOfRange(range: Range, now: Date): Date | null {
  return range === 'all' ? null : new Date(now.getTime() - HOURS[range] * HOUR_MS)
}
