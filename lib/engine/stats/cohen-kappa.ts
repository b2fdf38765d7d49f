import { bootstrapInterval } from './bootstrap'
import type { Interval } from './descriptive'

type Pair = readonly [boolean, boolean]

/**
 * Cohen's kappa of two judges with a boolean verdict on the same units: their agreement beyond what chance gives for their shares of yes.
 * Null for no units, and if chance alone would give full agreement.
 */
export function cohenKappa(pairs: readonly Pair[]): number | null {
  const n = pairs.length
  if (n === 0) return null
  const count = (wanted: (pair: Pair) => boolean) => pairs.filter(wanted).length / n
  const observed = count(([one, other]) => one === other)
  const [one, other] = [count(([yes]) => yes), count(([, yes]) => yes)]
  const expected = one * other + (1 - one) * (1 - other)
  return expected >= 1 ? null : (observed - expected) / (1 - expected)
}

/** 95 % bootstrap interval of kappa over the units; null without a kappa. */
export function kappaInterval(pairs: readonly Pair[]): Interval | null {
  if (cohenKappa(pairs) === null) return null
  // Sorted, so that the draws do not depend on the order of the units.
  const units = pairs.toSorted((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]))
  return bootstrapInterval(
    units.map((unit) => [unit]),
    cohenKappa,
  )
}
