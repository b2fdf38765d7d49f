/**
 * P(Z <= z) of the standard normal distribution, to about 1e-15: Hart's rational function below 7.07 and a continued
 * fraction above (West 2005, "Better approximations to cumulative normal functions").
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
