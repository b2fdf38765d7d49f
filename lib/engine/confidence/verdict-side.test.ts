import { describe, expect, it } from 'vitest'
import { verdictSide } from './verdict-side'

describe('the side of a verdict or rating', () => {
  it.each([
    [1, true],
    [0.8, true],
    // Sums that fall short of the threshold, or of the line to a rejection, by rounding alone.
    [0.1 + 0.7, true],
    [1 - 0.2 - 1e-12, true],
    [0.3 + 0.2, null],
    [0.5 - 1e-12, null],
    [0.8 - 1e-6, null],
    [0.65, null],
    [0.5, null],
    [0.5 - 1e-6, false],
    [0.2, false],
    [0, false],
  ])('%d: %s', (value, side) => {
    expect(verdictSide(value)).toBe(side)
  })
})
