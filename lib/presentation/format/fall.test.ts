import { describe, expect, it } from 'vitest'
import { formatChangeTo, formatFall, formatVersionChange } from './fall'

describe('a change beside what changed', () => {
  it.each([
    [0.81, 0.72, '0.81', '0.72', '0.09', '\u22120.09'],
    [0.8317, 0.6651, '0.832', '0.665', '0.167', '\u22120.167'],
    [0.7734, 0.72, '0.773', '0.720', '0.053', '\u22120.053'],
    [0.62, 0.7, '0.62', '0.70', '0.08', '+0.08'],
    [0.7, 0.7, '0.70', '0.70', '0.00', '0.00'],
  ])('adds up with what is shown, rounded rightly: from %f to %f', (from, to, before, after, drop, change) => {
    expect(formatFall(from, to, 0.05)).toEqual({ before, after, drop, change })
  })

  it('adds up whatever the scores are, and says on which side of the limit it is', () => {
    for (let at = 0; at < 2_000; at++) {
      const [from, to] = [((at * 7919) % 10_007) / 10_007, ((at * 104_729) % 10_009) / 10_009]
      const { before, after, drop } = formatFall(from, to, 0.05)
      expect(Math.abs(Number(before) - Number(after))).toBeCloseTo(Number(drop), 9)
      if (from > to) expect(Number(drop) > 0.05).toBe(from - to > 0.05)
    }
  })

  it('is the same where only the later score is at hand', () => {
    expect(formatChangeTo(0.6651, 0.6651 - 0.8317, 0.05)).toBe(formatFall(0.8317, 0.6651, 0.05).change)
  })

  it('of a version covers the means shown, or by itself the factors that both were measured on', () => {
    const version = { delta: 0.8317 - 0.6651, quality: { mean: 0.6651 } }
    expect(formatVersionChange(version, 0.05)).toBe('\u22120.167')
    expect(formatVersionChange({ ...version, comparedOn: ['completeness'] }, 0.05)).toBe('\u22120.17')
    expect(formatVersionChange({ delta: null, quality: { mean: 0.6651 } }, 0.05)).toBe('\u2014')
  })
})
