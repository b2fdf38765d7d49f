import { formatPercent, formatPercentInterval } from '../format/number'

/** "83%, 74 to 90%". */
export function shareText({ share, interval }: { share: number | null; interval: [number, number] | null }): string {
  return interval === null ? formatPercent(share) : `${formatPercent(share)}, ${formatPercentInterval(interval)}`
}
