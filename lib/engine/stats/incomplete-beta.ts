import { logGamma } from '@/lib/engine/stats/log-gamma'

const TINY = 1e-300
const PRECISION = 1e-15
const MAX_TERMS = 10_000

const awayFromZero = (value: number) => (Math.abs(value) < TINY ? TINY : value)

/** Continued fraction of the incomplete beta function (DLMF 8.17.22), evaluated by Lentz's method. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let term = 1; term <= MAX_TERMS; term += 1) {
    const even = (term * (b - term) * x) / ((a + 2 * term - 1) * (a + 2 * term))
    d = 1 / awayFromZero(1 + even * d)
    c = awayFromZero(1 + even / c)
    fraction *= d * c
    const odd = (-(a + term) * (a + b + term) * x) / ((a + 2 * term) * (a + 2 * term + 1))
    d = 1 / awayFromZero(1 + odd * d)
    c = awayFromZero(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < PRECISION) break
  }
  return fraction
}

/** Regularised incomplete beta function I_x(a, b), for x in [0, 1] and a, b > 0 (DLMF 8.17). Result in [0, 1]. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(x >= 0 && x <= 1)) throw new RangeError('x must be between 0 and 1')
  if (x === 0 || x === 1) return x
  const logFront = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)
  // The fraction converges quickly only on this side of the mode.
  if (x < (a + 1) / (a + b + 2)) return (Math.exp(logFront) * continuedFraction(x, a, b)) / a
  return 1 - (Math.exp(logFront) * continuedFraction(1 - x, b, a)) / b
}
