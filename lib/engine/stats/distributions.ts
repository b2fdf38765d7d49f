/**
 * P(Z <= z) of the standard normal distribution, to about 1e-15: Hart's rational function below 7.07 and a continued fraction above (West
 * 2005, "Better approximations to cumulative normal functions").
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z)
  const tail = x > 37 ? 0 : Math.exp((-x * x) / 2) * (x < 7.07106781186547 ? rational(x) : fraction(x))
  return z > 0 ? 1 - tail : tail
}

// Coefficients from the highest power of x down.
const ABOVE = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
]
const BELOW = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
]

const polynomial = (x: number, coefficients: readonly number[]) => coefficients.reduce((sum, next) => sum * x + next)
const rational = (x: number) => polynomial(x, ABOVE) / polynomial(x, BELOW)
const fraction = (x: number) => 1 / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) / 2.506628274631

/** The z with P(Z <= z) = `probability` (strictly between 0 and 1), found by bisection of {@link normalCdf}. */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) throw new RangeError('probability must be strictly between 0 and 1')
  if (probability > 0.5) return -normalQuantile(1 - probability)
  return bisect(-40, 0, (z) => normalCdf(z) < probability)
}

/**
 * P(T <= t) of Student's t with `degrees` > 0 degrees of freedom: T_v(t) = 1 - I_{v/(v+t^2)}(v/2, 1/2) / 2 for t >= 0. Infinite degrees are
 * the normal distribution.
 */
export function studentTCdf(t: number, degrees: number): number {
  if (!(degrees > 0)) throw new RangeError('degrees must be positive')
  if (degrees === Infinity) return normalCdf(t)
  const tail = incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
  return t >= 0 ? 1 - tail : tail
}

/** Density of Student's t at `t` for `degrees` > 0 degrees of freedom. */
export function studentTDensity(t: number, degrees: number): number {
  const scale = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - Math.log(degrees * Math.PI) / 2
  return Math.exp(scale - ((degrees + 1) / 2) * Math.log1p(t ** 2 / degrees))
}

/** The t with P(T <= t) = `probability` (strictly between 0 and 1), found by Newton's method on {@link studentTCdf}. */
export function studentTQuantile(probability: number, degrees: number): number {
  if (!(probability > 0 && probability < 1)) throw new RangeError('probability must be strictly between 0 and 1')
  if (probability === 0.5) return 0
  if (probability < 0.5) return -studentTQuantile(1 - probability, degrees)
  if (degrees === Infinity) return normalQuantile(probability)
  let [low, high] = [0, 1]
  while (studentTCdf(high, degrees) < probability && high < Number.MAX_VALUE / 2) [low, high] = [high, 2 * high]
  let t = low
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const missing = probability - studentTCdf(t, degrees)
    if (missing > 0) low = t
    else high = t
    const next = t + missing / studentTDensity(t, degrees)
    // Above 0 the distribution is concave: from below, Newton's steps never pass the quantile, but for rounding.
    const inside = next >= low && next <= high ? next : (low + high) / 2
    if (Math.abs(inside - t) <= Number.EPSILON * t) return inside
    t = inside
  }
  return t
}

const NEWTON_STEPS = 100
const HALVINGS = 200

/** Returns where between `low` and `high` a condition that is true at `low` becomes false, to floating-point precision. */
function bisect(low: number, high: number, isBelow: (at: number) => boolean): number {
  let [from, to] = [low, high]
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (from + to) / 2
    if (middle === from || middle === to) break
    if (isBelow(middle)) from = middle
    else to = middle
  }
  return (from + to) / 2
}

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
  // The fraction only converges quickly on this side of the mode.
  if (x < (a + 1) / (a + b + 2)) return (Math.exp(logFront) * continuedFraction(x, a, b)) / a
  return 1 - (Math.exp(logFront) * continuedFraction(1 - x, b, a)) / b
}

const G = 7
const COEFFICIENTS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** Natural logarithm of the gamma function for x > 0 (Lanczos approximation, g = 7; relative error about 1e-15). */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError('logGamma needs a positive number')
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const shifted = x - 1
  const series = COEFFICIENTS.reduce(
    (sum, coefficient, index) => sum + coefficient / (shifted + index + 1),
    0.99999999999980993,
  )
  const t = shifted + G + 0.5
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series)
}
