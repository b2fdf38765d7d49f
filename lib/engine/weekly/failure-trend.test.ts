import { describe, expect, it } from 'vitest'
import { actionMoved } from './compare-weeks'
import { failureTrend, trendOf } from './failure-trend'

const rate = (n: number, of = 100) => ({ n, of })

describe('failureTrend', () => {
  it.each([
    ['new', rate(0), rate(3), true],
    ['new', rate(0, 0), rate(3), true],
    ['returned', rate(0), rate(3), false],
    ['returned', rate(3), rate(5), false, true],
    ['returned', rate(0), rate(3), true, true],
    ['gone', rate(3), rate(0), false, true],
    ['rising', rate(2), rate(20), false],
    ['steady', rate(3), rate(5), false],
    ['falling', rate(20), rate(2), false],
    ['gone', rate(3), rate(0), false],
    ['gone', rate(3), rate(0, 0), false],
    [null, rate(0), rate(0), false],
  ])('is %s for %j, then %j', (life, previous, current, isFirstSeen, isRegressed = false) => {
    expect(failureTrend(previous, current, { isFirstSeen, isRegressed })).toBe(life)
  })

  it('is not rising when only the number of runs grew', () => {
    expect(trendOf(rate(10, 100), rate(100, 1000))).toBe('steady')
    expect(trendOf(rate(10, 1000), rate(10, 100))).toBe('rising')
    expect(trendOf(rate(0, 0), rate(10, 100))).toBe('unknown')
  })
})

describe('actionMoved', () => {
  const quality = (value: number | null, n = 20) => ({
    kind: 'quality' as const,
    chain: 'a',
    value,
    n,
    squares: n * 0.0025,
  })
  const failed = (value: number | null, n = 200) => ({
    kind: 'failed_runs' as const,
    chain: null,
    value,
    n,
    squares: 0,
  })
  it.each([
    ['better', quality(0.7), quality(0.8)],
    ['worse', quality(0.8), quality(0.7)],
    ['within_noise', quality(0.7), quality(0.71)],
    ['unknown', quality(0.7), quality(null, 0)],
    ['unknown', quality(0.7, 2), quality(0.9)],
    ['better', failed(0.3), failed(0.1)],
    ['worse', failed(0.1), failed(0.3)],
    ['within_noise', failed(0.1), failed(0.12)],
    ['within_noise', failed(0), failed(0)],
    ['unknown', failed(null, 0), failed(0.1)],
  ])('is %s for %j, then %j', (moved, then, now) => {
    expect(actionMoved(then, now)).toBe(moved)
  })
})
