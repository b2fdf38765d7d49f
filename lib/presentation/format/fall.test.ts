import { describe, expect, it } from 'vitest'
import { formatFall } from './fall'

describe('a change beside what changed', () => {
  it.each([
    [0.81, 0.72, '0.81', '0.72', '0.09', '\u22120.09'],
    [0.8317, 0.6651, '0.832', '0.665', '0.167', '\u22120.167'],
    [0.7734, 0.72, '0.773', '0.720', '0.053', '\u22120.053'],
    [0.62, 0.7, '0.62', '0.70', '0.08', '+0.08'],
  ])('is printed with the decimals that add up: from %f to %f', (from, to, before, after, drop, change) => {
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
})
