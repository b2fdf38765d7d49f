import { expect, it } from 'vitest'
import { weekDays } from './week'

it.each([
  ['a whole week', '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', '16 Nov to 22 Nov 2026'],
  ['the first day of a week', '2026-11-22T23:00:00Z', '2026-11-23T15:00:00Z', '23 Nov 2026'],
])('names the days of %s in its time zone', (_, from, to, days) => {
  expect(weekDays({ from, to, timeZone: 'Europe/Berlin', shiftMinutes: 0 })).toBe(days)
})

it('begins a week on Monday in a zone off the full hour, where it is counted from some minutes before', () => {
  const week = { from: '2026-11-15T18:00:00Z', to: '2026-11-22T18:00:00Z', timeZone: 'Asia/Kolkata', shiftMinutes: 30 }
  expect(weekDays(week)).toBe('16 Nov to 22 Nov 2026')
})
