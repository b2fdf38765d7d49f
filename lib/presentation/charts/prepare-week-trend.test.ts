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
