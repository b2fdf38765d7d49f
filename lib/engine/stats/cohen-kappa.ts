/**
 * Cohen's kappa of two judges who each say yes or no of the same units: their agreement beyond what the share of each one's yes
 * gives by chance. Null for no units, and where chance alone would have them always agree.
 */
export function cohenKappa(pairs: readonly (readonly [boolean, boolean])[]): number | null {
  const n = pairs.length
  if (n === 0) return null
  const count = (wanted: (pair: readonly [boolean, boolean]) => boolean) => pairs.filter(wanted).length / n
  const observed = count(([one, other]) => one === other)
  const [one, other] = [count(([yes]) => yes), count(([, yes]) => yes)]
  const expected = one * other + (1 - one) * (1 - other)
  return expected >= 1 ? null : (observed - expected) / (1 - expected)
}
