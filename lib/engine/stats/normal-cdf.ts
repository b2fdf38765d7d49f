/**
 * P(Z <= z) of the standard normal distribution, to about 1e-15: Hart's rational function below 7.07 and a continued
 * fraction above (West 2005, "Better approximations to cumulative normal functions").
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z)
  const tail = x > 37 ? 0 : Math.exp((-x * x) / 2) * (x < 7.07106781186547 ? rational(x) : fraction(x))
  return z > 0 ? 1 - tail : tail
}

function rational(x: number): number {
  let above = 0.0352624965998911
  above = above * x + 0.700383064443688
  above = above * x + 6.37396220353165
  above = above * x + 33.912866078383
  above = above * x + 112.079291497871
  above = above * x + 221.213596169931
  above = above * x + 220.206867912376
  let below = 0.0883883476483184
  below = below * x + 1.75566716318264
  below = below * x + 16.064177579207
  below = below * x + 86.7807322029461
  below = below * x + 296.564248779674
  below = below * x + 637.333633378831
  below = below * x + 793.826512519948
  below = below * x + 440.413735824752
  return above / below
}

const fraction = (x: number) => 1 / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) / 2.506628274631
