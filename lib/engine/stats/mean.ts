/** Arithmetic mean, or null for no values: an empty sample has no mean, and missing is not zero. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
