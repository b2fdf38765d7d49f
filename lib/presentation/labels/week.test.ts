import { expect, it } from 'vitest'
import { weekDays } from './week'

it.each([
  ['a whole week', '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', '16 Nov to 22 Nov 2026'],
  ['the first day of a week', '2026-11-22T23:00:00Z', '2026-11-23T15:00:00Z', '23 Nov 2026'],
])('names the days of %s in its time zone', (_, from, to, days) => {
  expect(weekDays(from, to, 'Europe/Berlin')).toBe(days)
})
