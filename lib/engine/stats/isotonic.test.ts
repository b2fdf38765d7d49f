import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveAt, fitIsotonic } from './isotonic'

const at = (points: [number, number][]) => {
  const blocks = fitIsotonic(points.map(([x, y]) => ({ x, y })))
  return (x: number) => curveAt(blocks, x)
}

describe('fitIsotonic', () => {
  it('is empty for no points', () => {
    expect(fitIsotonic([])).toEqual([])
  })

  it('pools adjacent points that fall, and keeps those that rise', () => {
    // 1, 3, 2, 4: 3 and 2 pool to 2.5 at 2.5.
    const curve = at([
      [1, 1],
      [2, 3],
      [3, 2],
      [4, 4],
    ])
    expect([0, 1, 2.5, 4, 9].map((x) => curve(x))).toEqual([1, 1, 2.5, 4, 4])
    expect(curve(3.25)).toBeCloseTo(3.25, 12)
  })

  it('is the mean of points that only fall', () => {
    const curve = at([
      [1, 3],
      [2, 2],
      [3, 1],
    ])
    expect(curve(-1)).toBeCloseTo(2, 12)
    expect(curve(7)).toBeCloseTo(2, 12)
  })

  it('pools blocks of one mean, though rounding sets them apart', () => {
    // 1, 0 and 1, 1, 0, 1, 0, 0 both have the mean 1/2.
    const blocks = fitIsotonic([1, 0, 1, 1, 0, 1, 0, 0].map((y, x) => ({ x, y })))
    expect(blocks).toHaveLength(1)
    expect(blocks[0]?.x).toBeCloseTo(3.5, 12)
  })

  it('merges points at one place into their mean, also where they rise', () => {
    const points = [
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: 1 },
    ]
    expect(fitIsotonic(points)).toEqual([
      { x: 1, y: 0.5, weight: 2 },
      { x: 2, y: 1, weight: 1 },
    ])
  })

  it('treats a point of weight 3 as three points', () => {
    const points = [
      { x: 1, y: 1, weight: 3 },
      { x: 2, y: 0 },
    ]
    expect(curveAt(fitIsotonic(points), 1)).toBeCloseTo(0.75, 12)
  })

  const points = fc.array(
    fc.record({ x: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.integer({ min: 0, max: 1 }) }),
    { minLength: 1, maxLength: 40 },
  )

  it('never falls, stays within the range of values, and does not depend on the order of the points', () => {
    fc.assert(
      fc.property(points, (given) => {
        const [curve, other] = [fitIsotonic(given), fitIsotonic(given.toReversed())]
        let last = Number.NEGATIVE_INFINITY
        for (let x = -0.1; x <= 1.1; x += 0.05) {
          const y = curveAt(curve, x)
          expect(y).toBeGreaterThanOrEqual(last - 1e-12)
          expect(y).toBeGreaterThanOrEqual(Math.min(...given.map((point) => point.y)) - 1e-12)
          expect(y).toBeLessThanOrEqual(Math.max(...given.map((point) => point.y)) + 1e-12)
          expect(curveAt(other, x)).toBeCloseTo(y, 9)
          last = y
        }
      }),
    )
  })
})
