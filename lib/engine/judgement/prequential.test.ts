import { describe, expect, it } from 'vitest'
import { seededRng } from '../stats/random'
import { aurocInterval, aurocOf, prequentialOf, sharesSoFar } from './prequential'

it('compares forecasts with the outcome, leaving out missing ones', () => {
  const found = prequentialOf([1, 1, 0, 1], [null, 0.8, 0.5, 0.5])
  expect(found.scored).toBe(3)
  expect(found.brier).toBeCloseTo((0.2 ** 2 + 0.5 ** 2 + 0.5 ** 2) / 3, 12)
  expect(found.logLoss).toBeCloseTo(-(Math.log(0.8) + 2 * Math.log(0.5)) / 3, 12)
  expect(found.brierOfShare).toBeCloseTo(((1 / 3) ** 2 + (3 / 4) ** 2 + (2 / 5) ** 2) / 3, 12)
  expect(found.auroc).toBeCloseTo(0.75, 12)
})

it.each([
  ['no forecast', [1, 0], [null, null]],
  ['no verdict', [], []],
])('has no measures with %s', (_what, labels, forecasts) => {
  const nothing = { scored: 0, logLoss: null, brier: null, brierOfShare: null, auroc: null }
  expect(prequentialOf(labels, forecasts)).toEqual(nothing)
})

it('ends for scores that are no numbers', () => {
  expect(aurocOf([Number.NaN, Number.NaN], [true, false])).not.toBeNull()
})

it('has no area under the curve for verdicts of one kind', () => {
  expect(prequentialOf([1, 1], [0.4, 0.9]).auroc).toBeNull()
})

it('counts a run on which people were divided by its share of approvals', () => {
  const found = prequentialOf([0.5, 0.5], [0.5, 0.8])
  expect(found.brier).toBeCloseTo(0.3 ** 2 / 2, 12)
  expect(found.logLoss).toBeCloseTo((Math.LN2 - (Math.log(0.8) + Math.log(0.2)) / 2) / 2, 12)
})

it.each([
  ['a perfect order', [0.1, 0.2, 0.8, 0.9], [false, false, true, true], 1],
  ['a reversed order', [0.1, 0.2, 0.8, 0.9], [true, true, false, false], 0],
  ['equal scores', [0.5, 0.5, 0.5], [true, false, true], 0.5],
  ['one tie and one win', [0.5, 0.5, 0.9], [false, true, true], 0.75],
  ['two of three pairs', [4, 1, 3, 2], [true, true, true, false], 2 / 3],
  ['no negative', [0.2, 0.4], [true, true], null],
  ['nothing', [], [], null],
])('the area under the curve of %s', (_what, scores, positives, area) => {
  expect(aurocOf(scores, positives)).toBe(area)
})

it('takes the share of approvals before each verdict, starting from one half', () => {
  expect(sharesSoFar([1, 1, 0])).toEqual([1 / 2, 2 / 3, 3 / 4])
})

describe('the interval of the area under the curve', () => {
  it('agrees with the normal interval of Hanley and McNeil (1982) for many verdicts', () => {
    const [area, n] = [0.7, 5000]
    const [above, below] = [area / (2 - area) - area ** 2, (2 * area ** 2) / (1 + area) - area ** 2]
    const error = Math.sqrt((area * (1 - area) + (n - 1) * (above + below)) / n ** 2)
    const [low, high] = aurocInterval(area, n, n)
    expect(low).toBeCloseTo(area - 1.96 * error, 3)
    expect(high).toBeCloseTo(area + 1.96 * error, 3)
  })

  it('mirrors that of the reversed order', () => {
    const [low, high] = aurocInterval(0.8, 12, 12)
    const [otherLow, otherHigh] = aurocInterval(0.2, 12, 12)
    expect([1 - otherHigh, 1 - otherLow]).toEqual([expect.closeTo(low, 9), expect.closeTo(high, 9)])
  })

  it('stays within [0, 1], and is not a point for a perfect order', () => {
    const [low, high] = aurocInterval(1, 4, 4)
    expect(high).toBe(1)
    expect(low).toBeGreaterThan(0.4)
    expect(low).toBeLessThan(0.8)
  })

  it('covers the true area in about 95% of draws', () => {
    const random = seededRng(7)
    const rounds = 600
    // A uniform draw to the power of one half is above an independent uniform draw with probability 2/3.
    const draw = (root: number) => Array.from({ length: 15 }, () => random() ** (1 / root))
    const covered = Array.from({ length: rounds }, () => {
      const scores = [...draw(2), ...draw(1)]
      const labels = scores.map((_, at) => at < 15)
      const [low, high] = aurocInterval(aurocOf(scores, labels) ?? 0, 15, 15)
      return low <= 2 / 3 && 2 / 3 <= high
    })
    const share = covered.filter(Boolean).length / rounds
    expect(share).toBeGreaterThan(0.92)
    expect(share).toBeLessThan(0.985)
  })
})
