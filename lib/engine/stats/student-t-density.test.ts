import { expect, it } from 'vitest'
import { studentTCdf, studentTDensity } from './distributions'

it.each([
  [0, 1, 1 / Math.PI],
  [1, 1, 1 / (2 * Math.PI)],
  [0, 2, 1 / (2 * Math.SQRT2)],
  [2, 1e7, Math.exp(-2) / Math.sqrt(2 * Math.PI)],
])('at %d with %d degrees', (t, degrees, expected) => {
  expect(studentTDensity(t, degrees)).toBeCloseTo(expected, 6)
})

it.each([0.3, 1, 4.5, 30])('is the derivative of the distribution with %d degrees', (degrees) => {
  for (const t of [-3, -0.7, 0.1, 2.4]) {
    const slope = (studentTCdf(t + 1e-4, degrees) - studentTCdf(t - 1e-4, degrees)) / 2e-4
    expect(studentTDensity(t, degrees)).toBeCloseTo(slope, 6)
  }
})
