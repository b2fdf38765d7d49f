import { describe, expect, it } from 'vitest'
import { type Sample, sampleOf } from '@/lib/engine/stats/descriptive'
import { seededRng } from '@/lib/engine/stats/random'
import { gaussian } from '../populations'
import { dropPosterior, probabilityOfDrop } from './drop-posterior'
import { drawStudentT, fixedNumbers } from './random-numbers'

const CHANGES = 2_000
const count = (n: number, of: () => boolean) => Array.from({ length: n }, of).filter(Boolean).length / n

/** Changes of a version whose scores have the standard deviation `sigma` and whose mean truly falls by `drop`. */
function gaussianChange(sigma: number, drop: number, [prior, current]: readonly [number, number]) {
  const random = seededRng(7)
  const draw = (n: number, mean: number): Sample =>
    sampleOf(Array.from({ length: n }, () => mean + sigma * gaussian(random))) ?? { n: 0, mean: 0, squares: 0 }
  return (): [Sample, Sample] => [draw(prior, 0.6), draw(current, 0.6 - drop)]
}

describe('the plain posterior, on versions whose true drop is known', () => {
  // How often P(drop > .05) is above .8 if nothing changed, and if the drop is .10.
  it.each([
    [0.02, [3, 3], 0, 0.46],
    [0.05, [3, 3], 0, 0.26],
    [0.1, [3, 3], 0.02, 0.14],
    [0.05, [30, 3], 0, 0.51],
    [0.05, [5, 5], 0, 0.48],
    [0.1, [10, 10], 0, 0.27],
  ] as const)('at sigma %d with %j runs .8 is passed falsely in %d and rightly in %d', (sigma, sizes, alarm, power) => {
    const isLikely = ([prior, current]: [Sample, Sample]) =>
      probabilityOfDrop(dropPosterior(prior, current), 0.05) > 0.8
    const same = gaussianChange(sigma, 0, sizes)
    const worse = gaussianChange(sigma, 0.1, sizes)
    expect(Math.abs(count(CHANGES, () => isLikely(same())) - alarm)).toBeLessThan(0.03)
    expect(Math.abs(count(CHANGES, () => isLikely(worse())) - power)).toBeLessThan(0.05)
  })
})

it('Student t numbers have the quantiles of Student t', () => {
  const numbers = fixedNumbers()
  const drawn = Array.from({ length: 4_000 }, () => drawStudentT(8, numbers))
  // The 5th and 95th percentile of 8 degrees of freedom are at ±1.8595.
  expect(count(drawn.length, () => (drawn.pop() ?? 0) > 1.8595)).toBeCloseTo(0.05, 1)
})
