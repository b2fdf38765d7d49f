import { describe, expect, it } from 'vitest'
import { fitMapLogistic, logit, sigmoid } from './map-logistic'
import { seededRng } from './random'

const flat = { priorMean: [0, 0], priorPrecision: [1e-6, 1e-6] }

describe('fitMapLogistic', () => {
  it('matches the closed form of a two-by-two table', () => {
    // 3 of 4 for x = 0, 1 of 4 for x = 1: intercept ln 3, slope -2 ln 3.
    const rows = [0, 0, 0, 0, 1, 1, 1, 1].map((x) => [1, x])
    const { coefficients } = fitMapLogistic(rows, [1, 1, 1, 0, 1, 0, 0, 0], flat)
    expect(coefficients[0]).toBeCloseTo(Math.log(3), 4)
    expect(coefficients[1]).toBeCloseTo(-2 * Math.log(3), 4)
  })

  it('recovers the coefficients that generated the labels', () => {
    const random = seededRng(5)
    const rows = Array.from({ length: 20_000 }, () => [1, random() * 4 - 2])
    const labels = rows.map(([, x = 0]) => (random() < sigmoid(0.5 - 1.2 * x) ? 1 : 0))
    const { coefficients, covariance } = fitMapLogistic(rows, labels, flat)
    for (const [index, truth] of [0.5, -1.2].entries()) {
      const sd = Math.sqrt(covariance[index]?.[index] ?? 0)
      expect(Math.abs((coefficients[index] ?? 0) - truth)).toBeLessThan(3 * sd)
    }
  })

  it('stays at the prior without rows, and finite when all labels are equal', () => {
    const prior = { priorMean: [0.3, 2], priorPrecision: [1, 4] }
    const none = fitMapLogistic([], [], prior)
    expect(none.coefficients).toEqual([0.3, 2])
    expect(none.covariance).toEqual([
      [1, 0],
      [0, 0.25],
    ])
    expect(none.logEvidence).toBeCloseTo(0, 12)
    const alike = fitMapLogistic([[1, 1]], [1], prior)
    expect(alike.coefficients.every(Number.isFinite)).toBe(true)
    expect(alike.predict([1, 1])).toBeLessThan(1)
  })

  it('treats a row of weight 2 as two rows', () => {
    const prior = { priorMean: [0], priorPrecision: [1] }
    const twice = fitMapLogistic([[1], [1], [1]], [1, 1, 0], prior)
    const weighed = fitMapLogistic([[1], [1]], [1, 0], { ...prior, weights: [2, 1] })
    expect(weighed.coefficients[0]).toBeCloseTo(twice.coefficients[0] ?? 0, 8)
    expect(weighed.logEvidence).toBeCloseTo(twice.logEvidence, 8)
  })

  it('has the evidence found by numerical integration', () => {
    const [labels, precision, mean] = [[1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1], 0.5, 0.4]
    let integral = 0
    for (let b = -8; b < 9; b += 0.001) {
      const prior = Math.sqrt(precision / (2 * Math.PI)) * Math.exp((-precision * (b - mean) ** 2) / 2)
      integral += 0.001 * prior * labels.reduce((p, y) => p * (y === 1 ? sigmoid(b) : 1 - sigmoid(b)), 1)
    }
    const rows = labels.map(() => [1])
    const { logEvidence } = fitMapLogistic(rows, labels, { priorMean: [mean], priorPrecision: [precision] })
    expect(logEvidence).toBeCloseTo(Math.log(integral), 1)
  })

  it.each<[string, number[][], number[], Parameters<typeof fitMapLogistic>[2]]>([
    ['rows of different width', [[1]], [1], flat],
    ['a missing label', [[1, 1]], [], flat],
    ['a precision of 0', [[1, 1]], [1], { priorMean: [0, 0], priorPrecision: [1, 0] }],
  ])('rejects %s', (_, rows, labels, prior) => {
    expect(() => fitMapLogistic(rows, labels, prior)).toThrow(RangeError)
  })
})

it('logit and sigmoid are inverse, and finite at the edges', () => {
  for (const p of [0.001, 0.2, 0.5, 0.999]) expect(sigmoid(logit(p, 1e-4))).toBeCloseTo(p, 12)
  expect(sigmoid(logit(0, 1e-4))).toBeCloseTo(1e-4, 12)
  expect(sigmoid(logit(1, 1e-4))).toBeCloseTo(1 - 1e-4, 12)
  expect([sigmoid(-1000), sigmoid(1000)]).toEqual([0, 1])
})
