/** A score and the weight it carries; only the ratio of weights matters. */
export interface Weighted {
  score: number
  weight: number
}

/** Sum of weight · score over the sum of weights, or null when the weights sum to 0. */
export function weightedMean(items: readonly Weighted[]): number | null {
  const total = items.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return null
  return items.reduce((sum, { score, weight }) => sum + score * weight, 0) / total
}
