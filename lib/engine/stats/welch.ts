import type { Sample } from './sample'

/**
 * Scale and degrees of freedom of the difference of two means whose variances may differ (Welch 1947):
 * v = s1²/n1 + s2²/n2, degrees v² / ((s1²/n1)²/(n1 - 1) + (s2²/n2)²/(n2 - 1)). Null when a sample has fewer than two
 * values, or when neither varies.
 */
export function welch(left: Sample, right: Sample): { scale: number; degrees: number } | null {
  if (Math.min(left.n, right.n) < 2) return null
  const [a, b] = [left.squares / (left.n - 1) / left.n, right.squares / (right.n - 1) / right.n]
  const variance = a + b
  if (variance === 0) return null
  const share = a / variance
  const degrees = 1 / (share ** 2 / (left.n - 1) + (1 - share) ** 2 / (right.n - 1))
  return { scale: Math.sqrt(variance), degrees }
}
