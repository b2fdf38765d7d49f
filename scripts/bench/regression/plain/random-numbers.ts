import { seededRng } from '@/lib/engine/stats/random'

/** Uniform numbers in [0, 1) and standard normal ones, one per call. */
interface RandomNumbers {
  uniform: () => number
  normal: () => number
}

const SIZE = 2 ** 14
const SEED = 0x5eed

/**
 * Returns generators that start from the same numbers at every call, so that results are reproducible. The numbers are made once per
 * process, 16384 of each kind by Box and Muller, and repeat when they are used up.
 */
export function fixedNumbers(): RandomNumbers {
  tables ??= makeTables()
  const { uniforms, normals } = tables
  let u = 0
  let z = 0
  return {
    uniform: () => uniforms[u++ & (SIZE - 1)] ?? 0,
    normal: () => normals[z++ & (SIZE - 1)] ?? 0,
  }
}

let tables: ReturnType<typeof makeTables> | undefined

function makeTables() {
  const rng = seededRng(SEED)
  return {
    uniforms: Float64Array.from({ length: SIZE }, rng),
    normals: Float64Array.from(
      { length: SIZE },
      () => Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng()),
    ),
  }
}

/** A Gamma number of `shape` > 0 and scale 1 (Marsaglia and Tsang 2000; below 1 by their boost). */
function drawGamma(shape: number, numbers: RandomNumbers): number {
  if (shape < 1) return drawGamma(shape + 1, numbers) * (1 - numbers.uniform()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = numbers.normal()
    const root = 1 + c * x
    if (root <= 0) continue
    const v = root * root * root
    const u = 1 - numbers.uniform()
    if (u < 1 - 0.0331 * x * x * x * x) return d * v
    if (Math.log(u) < (x * x) / 2 + d * (1 - v + Math.log(v))) return d * v
  }
}

/** A Beta(a, b) number, a and b > 0: the first of two Gamma numbers divided by their sum. */
export function drawBeta(a: number, b: number, numbers: RandomNumbers): number {
  const one = drawGamma(a, numbers)
  const other = drawGamma(b, numbers)
  return one + other === 0 ? a / (a + b) : one / (one + other)
}

/** A Student t number of `degrees` > 0 degrees of freedom. */
export function drawStudentT(degrees: number, numbers: RandomNumbers): number {
  return numbers.normal() / Math.sqrt((2 * drawGamma(degrees / 2, numbers)) / degrees)
}
