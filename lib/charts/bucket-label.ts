import { formatDateTime, formatDay, formatTimeOfDay } from '@/lib/format/date'

export type BucketUnit = 'hour' | 'day' | 'week'

/** What stands under a bucket on an axis; buckets begin in UTC. */
export function bucketTick(start: string, unit: BucketUnit): string {
  return unit === 'hour' ? formatTimeOfDay(start) : formatDay(start)
}

/** The bucket named in full. */
export function bucketName(start: string, unit: BucketUnit): string {
  if (unit === 'hour') return formatDateTime(start)
  return unit === 'day' ? formatDay(start) : `Week of ${formatDay(start)}`
}
