import jstat from 'jstat'
import { expect, it } from 'vitest'
import { normalCdf } from './distributions'

const { jStat } = jstat

it.each([
  [0, 0.5],
  [1, 0.841344746068543],
  [-1.959963984540054, 0.025],
  [2.5758293035489, 0.995],
  [-7.2, 3.0106e-13],
])('P(Z <= %d) is %d', (z, expected) => {
  expect(normalCdf(z)).toBeCloseTo(expected, 12)
})

it('agrees with an independent implementation, increases, and is symmetric', () => {
  let last = 0
  for (let z = -9; z <= 9; z += 0.01) {
    const share = normalCdf(z)
    expect(share).toBeCloseTo(jStat.normal.cdf(z, 0, 1), 7)
    expect(share).toBeGreaterThanOrEqual(last)
    expect(share + normalCdf(-z)).toBeCloseTo(1, 14)
    last = share
  }
})

it('is 0 and 1 in the far tails', () => {
  expect([normalCdf(-Infinity), normalCdf(-50), normalCdf(50), normalCdf(Infinity)]).toEqual([0, 0, 1, 1])
})
