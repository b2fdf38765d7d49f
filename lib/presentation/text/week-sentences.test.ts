import { describe, expect, it } from 'vitest'
import { changeText, named, percent, score, signed } from './week-sentences'

describe('formatted numbers', () => {
  it.each([
    [score(0.5996), '0.60'],
    [score(null), 'none'],
    [signed(-0.001, 0.6), '0.00'],
    [signed(0.071, 0.6), '+0.07'],
    [signed(-0.0941, 0.8023), '-0.094'],
    [percent(0.001), '<1%'],
    [percent(0.999), '>99%'],
    [percent(null), 'none'],
    [named(['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more'],
    [named(['a']), 'a'],
    [named([]), ''],
  ])('%s', (shown, expected) => {
    expect(shown).toBe(expected)
  })
})

it.each([
  [null, 'with nothing to compare'],
  [{ change: 0, beyondNoise: false }, 'the same as the week before, within the noise'],
  [{ change: -0.004, beyondNoise: false }, 'the same as the week before, within the noise'],
  [{ change: -0.004, beyondNoise: true }, 'down less than 0.005 on the week before, more than noise explains'],
  [{ change: 0.03, beyondNoise: true }, 'up 0.03 on the week before, more than noise explains'],
])('a change of %o is %s', (change, text) => {
  expect(changeText(change && { ...change, interval: [-0.1, 0.1], isTooFew: false }, 0.6)).toBe(text)
})

it('a change has the decimals with which it is the difference of the means as they are shown', () => {
  const change = { change: 0.0253, interval: [-0.1, 0.1] as [number, number], beyondNoise: false, isTooFew: false }
  expect(changeText(change, 0.7607)).toBe('up 0.026 on the week before, within the noise')
})
