import { expect, it } from 'vitest'
import { agreementText, changedKinds, gatesBeyond, weekDays } from './week'

it.each([
  ['a whole week', '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', '16 Nov to 22 Nov 2026'],
  ['a week that ends in the next year', '2019-12-29T23:00:00Z', '2020-01-05T23:00:00Z', '30 Dec 2019 to 5 Jan 2020'],
  ['the first day of a week', '2026-11-22T23:00:00Z', '2026-11-23T15:00:00Z', '23 Nov 2026'],
])('names the days of %s in its time zone', (_, from, to, days) => {
  expect(weekDays({ from, to, timeZone: 'Europe/Berlin', shiftMinutes: 0 })).toBe(days)
})

it('begins a week on Monday in a zone off the full hour, where it is counted from some minutes before', () => {
  const week = { from: '2026-11-15T18:00:00Z', to: '2026-11-22T18:00:00Z', timeZone: 'Asia/Kolkata', shiftMinutes: 30 }
  expect(weekDays(week)).toBe('16 Nov to 22 Nov 2026')
})

it.each([
  ['nobody reviewed', 0, { runs: 0 }, 'Nobody reviewed a run within the week.'],
  [
    'nobody reviewed a run twice',
    2,
    { runs: 0 },
    'No run reviewed within the week was judged by two people without sight of each other, so agreement is unknown.',
  ],
  ['too few', 2, { runs: 9 }, 'Agreement beyond chance: too few to say, 9 of the 50 runs judged twice that it takes.'],
  [
    'enough',
    2,
    { runs: 91, alpha: 0.59, interval: [0.44, 0.71] },
    "Krippendorff's alpha 0.59, 0.44 to 0.71 over 91 runs: too low to rely on.",
  ],
] as const)('says how far people agree if %s', (_, people, given, text) => {
  const { interval = null, ...rest } = { alpha: null, ...given } as {
    runs: number
    alpha: number | null
    interval?: [number, number]
  }
  const agreement = { needed: 50, ...rest, interval, ...(rest.runs === 9 && { alpha: 0.5 }) }
  expect(agreementText(agreement, people)).toBe(text)
})

it('counts the kinds of failure that changed within a week, without those that went on as before', () => {
  expect(changedKinds({ new: 70, returned: 20, rising: 30, steady: 500, falling: 4, gone: 1 })).toBe(125)
})

it('counts the gates of a week that a page does not list from all of them, not from those that the report names', () => {
  const counts = { approved: 300, rejected: 250, timed_out: 3, undone: 2 }
  expect(gatesBeyond({ counts, overdue: [], allOverdue: 0 }, 8)).toBe(547)
  expect(gatesBeyond({ counts, overdue: [], allOverdue: 130 }, 8)).toBe(677)
  expect(
    gatesBeyond({ counts: { approved: 1, rejected: 0, timed_out: 0, undone: 0 }, overdue: [], allOverdue: 0 }, 8),
  ).toBe(0)
})
