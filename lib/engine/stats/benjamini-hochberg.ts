/**
 * Which of these p-values stand out when at most a share `rate` of those that do may be false: all up to the largest
 * p(k) <= k/m · rate in ascending order (Benjamini & Hochberg 1995).
 */
export function benjaminiHochberg(ps: readonly number[], rate = 0.1): boolean[] {
  const ascending = ps.toSorted((a, b) => a - b)
  const last = ascending.findLastIndex((p, place) => p <= ((place + 1) / ps.length) * rate)
  const limit = last < 0 ? -1 : (ascending[last] ?? -1)
  return ps.map((p) => p <= limit)
}
