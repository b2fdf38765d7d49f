import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatMoment,
  formatRelative,
  formatRemaining,
  formatRemainingShort,
  formatTimeOfDay,
} from './date'
import { formatCost, MISSING } from './number'

const iso = '2026-09-04T14:05:09.000Z'
const now = Date.parse(iso)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe('a timestamp', () => {
  it('names its time zone', () => {
    expect(formatDateTime(iso)).toBe('4 Sep 2026, 14:05 UTC')
    expect(formatMoment(iso)).toBe('4 Sep 2026, 14:05:09 UTC')
    expect(formatDateTime(iso, 'Europe/Berlin')).toMatch(/^4 Sep 2026, 16:05 (CEST|GMT\+2)$/)
  })

  it('is on the day of its time zone', () => {
    const late = '2026-12-31T23:30:00Z'
    expect(formatDate(late)).toBe('31 Dec 2026')
    expect(formatDate(late, 'Asia/Tokyo')).toBe('1 Jan 2027')
    expect(formatDay(late, 'Asia/Tokyo')).toBe('1 Jan')
    expect(formatTimeOfDay('2026-12-31T00:00:00Z')).toBe('00:00')
  })

  it('is a dash if missing or invalid', () => {
    for (const value of [null, undefined, '', 'yesterday']) expect(formatDateTime(value)).toBe(MISSING)
  })
})

describe('formatRelative', () => {
  it.each([
    [0, 'just now'],
    [-30_000, 'just now'],
    [-12 * MINUTE_MS, '12 min ago'],
    [-59.9 * MINUTE_MS, '1 h ago'],
    [-3 * HOUR_MS, '3 h ago'],
    [-23.9 * HOUR_MS, '23 h ago'],
    [-30 * HOUR_MS, 'yesterday'],
    [-5 * DAY_MS, '5 d ago'],
    [3 * HOUR_MS, 'in 3 h'],
    [2 * DAY_MS, 'in 2 d'],
    [-40 * DAY_MS, '26 Jul 2026'],
  ])('%d ms away reads "%s"', (deltaMs, text) => {
    expect(formatRelative(new Date(now + deltaMs).toISOString(), now)).toBe(text)
  })

  it.each([
    ['2026-09-03T00:05:00Z', 'UTC', 'yesterday'],
    ['2026-09-02T23:55:00Z', 'UTC', '2 d ago'],
    ['2026-09-02T23:55:00Z', 'Europe/Berlin', 'yesterday'],
    ['2026-09-03T03:55:00Z', 'America/New_York', '1 d ago'],
  ])('%s is only yesterday on the day before in %s', (then, timeZone, text) => {
    expect(formatRelative(then, now, timeZone)).toBe(text)
  })

  it('calls a day without 24 hours yesterday as a whole', () => {
    const now = Date.parse('2026-10-26T22:00:00Z')
    expect(formatRelative('2026-10-24T22:00:00Z', now, 'Europe/Berlin')).toBe('yesterday')
    expect(formatRelative('2026-10-24T21:59:00Z', now, 'Europe/Berlin')).toBe('2 d ago')
  })
})

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [820, '820 ms'],
    [3400, '3.4 s'],
    [42_000, '42 s'],
    [125_000, '2 min 05 s'],
    [72 * MINUTE_MS, '1 h 12 min'],
    [49 * HOUR_MS, '2 d 01 h'],
    [999.6, '1.0 s'],
    [9_960, '10 s'],
    [59_600, '1 min 00 s'],
  ])('%d ms measured reads "%s"', (durationMs, text) => {
    expect(formatDuration(durationMs)).toBe(text)
  })

  it.each([
    [-1, '0 s'],
    [59_999, '59 s'],
    [9 * MINUTE_MS, '9 min 00 s'],
    [59 * MINUTE_MS + 59_000, '59 min'],
    [5 * HOUR_MS + 12 * MINUTE_MS + 59_000, '5 h 12 min'],
    [3 * DAY_MS + 4 * HOUR_MS, '3 d 04 h'],
  ])('%d ms left never promises more: "%s"', (remainingMs, text) => {
    expect(formatRemaining(remainingMs)).toBe(text)
  })

  it.each([
    [59_999, '59 s'],
    [2 * HOUR_MS - 1, '1 h 59 min'],
    [24 * HOUR_MS - 1, '23 h'],
    [47 * HOUR_MS + 59 * MINUTE_MS, '47 h'],
    [3 * DAY_MS + 23 * HOUR_MS, '3 d'],
  ])('%d ms left in short never promises more: "%s"', (remainingMs, text) => {
    expect(formatRemainingShort(remainingMs)).toBe(text)
  })

  it('is a dash if missing, but not if zero', () => {
    expect(formatDuration(null)).toBe(MISSING)
    expect(formatDuration(0)).not.toBe(MISSING)
  })
})

describe('formatCost', () => {
  it.each([
    [null, MISSING],
    [0, '$0.00'],
    [0.00001, '<$0.0001'],
    [0.0412, '$0.0412'],
    [12.5, '$12.50'],
    [1234.5, '$1,234.50'],
  ])('%s reads "%s"', (costUsd, text) => {
    expect(formatCost(costUsd)).toBe(text)
  })
})
