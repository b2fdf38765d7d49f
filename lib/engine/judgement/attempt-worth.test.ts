import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptWorth, MIN_ATTEMPTS } from './attempt-worth'

const times = <T>(count: number, of: (place: number) => T) => Array.from({ length: count }, (_, place) => of(place))
const second = (series: (number | null)[][]) => attemptWorth(series)[0]

describe('attemptWorth', () => {
  it.each<[string, (number | null)[][], object]>([
    ['no second attempt', [[0.5]], { n: 0, gain: null, verdict: 'too_few' }],
    ['too few: four', times(MIN_ATTEMPTS - 1, () => [0.2, 0.9]), { n: 4, interval: null, verdict: 'too_few' }],
    ['pays when it always helps', times(10, (place) => [0.4, 0.6 + place / 100]), { n: 10, verdict: 'pays' }],
    [
      'does not pay when it never helps',
      times(10, () => [0.6, 0.4]),
      { n: 10, gain: 0, interval: [0, 0], verdict: 'does_not_pay' },
    ],
    [
      'is unclear when it sometimes helps',
      times(10, (place) => [0.4, place % 3 ? 0.4 : 0.9]),
      { n: 10, verdict: 'unclear' },
    ],
    ['skips attempts without a score', times(10, () => [null, 0.4, 0.9]), { n: 0, verdict: 'too_few' }],
  ])('%s', (_, series, expected) => {
    expect(second(series)).toMatchObject(expected)
  })

  it('compares with the best so far, and pools later attempts', () => {
    const [two, three, four] = attemptWorth(times(5, () => [0.5, 0.9, 0.6, 0.95, 1]))
    expect(two?.gain).toBeCloseTo(0.4)
    expect(three?.gain).toBe(0)
    expect(four).toMatchObject({ n: 10, gain: expect.closeTo(0.05) })
  })

  it('adds up to the total gain of the attempts after the first', () => {
    const scores = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }))
    fc.assert(
      fc.property(scores, (series) => {
        const brought = series.reduce((sum, one) => sum + Math.max(...one) - (one[0] ?? 0), 0)
        const added = attemptWorth(series).reduce((sum, { n, gain }) => sum + n * (gain ?? 0), 0)
        expect(added).toBeCloseTo(brought, 6)
      }),
    )
  })
})
