import { expect, it } from 'vitest'
import { aurocOf, prequentialOf } from './prequential'

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
