import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gather } from './weighted-points'

const moments = (at: readonly number[], weights: readonly number[], variances = at.map(() => 0)) => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = at.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0) / total
  const second = at.reduce(
    (sum, value, place) => sum + ((variances[place] ?? 0) + (value - mean) ** 2) * (weights[place] ?? 0),
    0,
  )
  return { mean, variance: second / total }
}

it('gather compresses a distribution to few components with the same mean and variance', () => {
  const point = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: 0.01, max: 5, noNaN: true }))
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (points, bins) => {
      const [at, weights] = [points.map(([value]) => value), points.map(([, weight]) => weight)]
      const parts = gather(at, weights, bins)
      expect(parts.at.length).toBeLessThanOrEqual(bins)
      expect(parts.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
      const [before, after] = [moments(at, weights), moments(parts.at, parts.weights, [...parts.variances])]
      expect(after.mean).toBeCloseTo(before.mean, 9)
      expect(after.variance).toBeCloseTo(before.variance, 9)
    }),
  )
})

it('gather drops negligible components', () => {
  expect(gather([0, 5], [1, 1e-12], 4).at).toEqual([0])
})
