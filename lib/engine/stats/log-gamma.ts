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
