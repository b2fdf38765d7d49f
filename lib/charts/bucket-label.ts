import type { BucketUnit } from '@/lib/contracts/overview'
import { formatDate, formatDateTime, formatDay, formatMonth, formatTimeOfDay } from '@/lib/format/date'

export type { BucketUnit }

/** What stands under a bucket on an axis; buckets begin in UTC. */
export function bucketTick(start: string, unit: BucketUnit): string {
  if (unit === 'hour') return formatTimeOfDay(start)
  return unit === 'month' ? formatMonth(start) : formatDay(start)
}

/** The bucket named in full. */
export function bucketName(start: string, unit: BucketUnit): string {
  if (unit === 'hour') return formatDateTime(start)
  if (unit === 'month') return formatMonth(start)
  return unit === 'day' ? formatDay(start) : `Week of ${formatDate(start)}`
}
