/**
 * Sample quantile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7).
 * `share` is in [0, 1]. Null for no values.
 */
export function quantile(values: readonly number[], share: number): number | null {
  if (!(share >= 0 && share <= 1)) throw new RangeError('share must be between 0 and 1')
  const sorted = [...values].sort((left, right) => left - right)
  const position = (sorted.length - 1) * share
  const lower = sorted[Math.floor(position)]
  const upper = sorted[Math.ceil(position)]
  if (lower === undefined || upper === undefined) return null
  return lower + (upper - lower) * (position - Math.floor(position))
}
