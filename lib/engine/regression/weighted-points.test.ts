import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalCdf } from '../stats/distributions'
import { gather, measuredInterval } from './weighted-points'

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
  const spread = fc.double({ min: 0, max: 0.1, noNaN: true })
  const point = fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: 0.01, max: 5, noNaN: true }),
    spread,
  )
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (points, bins) => {
      const [at, weights] = [points.map(([value]) => value), points.map(([, weight]) => weight)]
      const variances = points.map(([, , variance]) => variance)
      const parts = gather(at, weights, bins, { variances })
      expect(parts.at.length).toBeLessThanOrEqual(bins)
      expect(parts.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
      const [before, after] = [moments(at, weights, variances), moments(parts.at, parts.weights, [...parts.variances])]
      expect(after.mean).toBeCloseTo(before.mean, 9)
      expect(after.variance).toBeCloseTo(before.variance, 9)
    }),
  )
})

it('gather drops negligible components', () => {
  expect(gather([0, 5], [1, 1e-12], 4).at).toEqual([0])
})

it('a measured interval ends where a twentieth lies beyond, to 1e-10', () => {
  const noise = { at: [0.001, 0.004, 0.02], weights: [0.5, 0.3, 0.2], variances: [0, 0, 0] }
  const low = { at: [-0.1, 0.05], weights: [0.4, 0.6], variances: [0.0005, 0.001] }
  const high = { at: [0, 0.2], weights: [0.7, 0.3], variances: [0.002, 0] }
  const below = (size: number, { at, weights, variances }: typeof low) =>
    at.reduce(
      (sum, jump, place) =>
        sum +
        noise.at.reduce((part, variance, node) => {
          const deviation = Math.sqrt(variance + (variances[place] ?? 0))
          return part + (weights[place] ?? 0) * (noise.weights[node] ?? 0) * normalCdf((size - 0.1 - jump) / deviation)
        }, 0),
      0,
    )
  const [from, to] = measuredInterval(0.1, 0.1, { variances: noise }, { low, high })
  expect(below(from, low)).toBeCloseTo(0.05, 10)
  expect(below(to, high)).toBeCloseTo(0.95, 10)
})
