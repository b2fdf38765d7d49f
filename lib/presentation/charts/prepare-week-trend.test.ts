import { expect, it } from 'vitest'
import { prepareWeekTrend } from './prepare-week-movers'

const week = (number: number, mean: number | null, runs = 10) => ({
  week: `2026-W${number}`,
  start: '2026-11-09T00:00:00.000Z',
  end: '2026-11-16T00:00:00.000Z',
  runs,
  quality: {
    n: mean === null ? 0 : runs,
    mean,
    interval: mean === null ? null : ([mean - 0.04, mean + 0.04] as [number, number]),
  },
})

it('starts with the first scored week, keeps gaps, and spans everything drawn', () => {
  const model = prepareWeekTrend(
    [week(43, null, 0), week(44, 0.82), week(45, null, 0), week(46, 0.71), week(47, 0.9)],
    'p',
  )
  expect(model.weeks.map(({ label, meanText, runsText }) => [label, meanText, runsText])).toEqual([
    ['Week 44', '0.82', '10 runs'],
    ['Week 45', '—', 'no run'],
    ['Week 46', '0.71', '10 runs'],
    ['Week 47', '0.90', '10 runs'],
  ])
  expect([model.low, model.high]).toEqual([0.6, 1])
  expect(model.summary).toBe('Mean quality went from 0.82 (week 44) to 0.90 (week 47), +0.08.')
})

it('the change is the difference of the means beside it', () => {
  expect(prepareWeekTrend([week(48, 0.7354), week(49, 0.7607)], 'p').summary).toBe(
    'Mean quality went from 0.735 (week 48) to 0.761 (week 49), +0.026.',
  )
})

it('says how many of the runs are in the mean', () => {
  const partly = (number: number, n: number, runs: number) => {
    const whole = week(number, 0.75, runs)
    return { ...whole, quality: { ...whole.quality, n, mean: n === 0 ? null : 0.75 } }
  }
  const model = prepareWeekTrend([partly(46, 12, 12), partly(47, 138, 144), partly(48, 0, 3)], 'p')
  expect(model.weeks.map(({ runsText }) => runsText)).toEqual(['12 runs', '138 of 144 runs', '0 of 3 runs'])
})
