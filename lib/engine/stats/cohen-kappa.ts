/**
 * Cohen's kappa of two judges with a boolean verdict on the same units: their agreement beyond what chance gives for their shares of yes.
 * Null for no units, and if chance alone would give full agreement.
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
