import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourOfDay, isoDay, isWeek, mondayOf, shiftWeek, startOfDay, weekAt, weekSpan } from './iso-week'

const HOUR_MS = 3_600_000
const at = (iso: string) => Date.parse(iso)
const span = (week: string, zone: string) => {
  const { fromMs, toMs } = weekSpan(week, zone)
  return { from: new Date(fromMs).toISOString(), hours: (toMs - fromMs) / HOUR_MS }
}

describe('an ISO week', () => {
  it.each([
    ['2026-01-01T00:00:00Z', 'UTC', '2026-W01'],
    ['2025-12-29T00:00:00Z', 'UTC', '2026-W01'],
    ['2025-12-28T23:59:59Z', 'UTC', '2025-W52'],
    ['2020-12-31T12:00:00Z', 'UTC', '2020-W53'],
    ['2021-01-03T23:59:59Z', 'UTC', '2020-W53'],
    ['2021-01-04T00:00:00Z', 'UTC', '2021-W01'],
    ['2026-11-16T04:59:00Z', 'America/New_York', '2026-W46'],
    ['2026-11-16T05:00:00Z', 'America/New_York', '2026-W47'],
    ['2026-11-15T10:00:00Z', 'Pacific/Kiritimati', '2026-W47'],
    ['2026-11-15T18:30:00Z', 'Asia/Kolkata', '2026-W47'],
  ])('contains %s in %s: %s', (iso, zone, week) => {
    expect(weekAt(at(iso), zone)).toBe(week)
  })

  it.each([
    ['2026-W47', 'Europe/Berlin', '2026-11-15T23:00:00.000Z', 168],
    ['2026-W13', 'Europe/Berlin', '2026-03-22T23:00:00.000Z', 167],
    ['2026-W43', 'Europe/Berlin', '2026-10-18T22:00:00.000Z', 169],
    ['2026-W10', 'America/New_York', '2026-03-02T05:00:00.000Z', 167],
    ['2026-W44', 'America/New_York', '2026-10-26T04:00:00.000Z', 169],
    ['2026-W47', 'Asia/Kathmandu', '2026-11-15T18:15:00.000Z', 168],
    ['2026-W14', 'Australia/Lord_Howe', '2026-03-29T13:00:00.000Z', 168.5],
  ])('%s in %s begins at %s and has %d hours', (week, zone, from, hours) => {
    expect(span(week, zone)).toEqual({ from, hours })
  })

  it.each([
    ['2020-W53', true],
    ['2026-W53', true],
    ['2021-W53', false],
    ['2026-W00', false],
    ['2026-W54', false],
    ['2026-47', false],
    ['', false],
  ])('%s exists: %s', (week, exists) => {
    expect(isWeek(week)).toBe(exists)
  })

  it('begins on its Monday and continues over the end of a year', () => {
    expect(mondayOf('2026-W01')).toBe('2025-12-29')
    expect(mondayOf('2026-W48')).toBe('2026-11-23')
    expect(shiftWeek('2020-W53', 1)).toBe('2021-W01')
    expect(shiftWeek('2026-W01', -1)).toBe('2025-W52')
    expect(() => shiftWeek('2021-W53', 1)).toThrow(RangeError)
  })

  it('follows the previous one without a gap, in every time zone', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const anyTime = fc.integer({ min: at('1975-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z') })
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyTime, (zone, time) => {
        const week = weekAt(time, zone)
        const { fromMs, toMs } = weekSpan(week, zone)
        expect(fromMs <= time && time < toMs).toBe(true)
        expect(weekSpan(shiftWeek(week, 1), zone).fromMs).toBe(toMs)
        expect(shiftWeek(shiftWeek(week, 7), -7)).toBe(week)
        expect(isoDay(fromMs, zone)).toBe(mondayOf(week))
        expect(isoDay(fromMs - 1, zone) < mondayOf(week)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('startOfDay', () => {
  it('is the time of the clock change when midnight is skipped, and the first of two midnights', () => {
    const skipped = startOfDay(Date.UTC(2018, 10, 4), 'America/Sao_Paulo')
    expect(new Date(skipped).toISOString()).toBe('2018-11-04T03:00:00.000Z')
    expect(hourOfDay(skipped, 'America/Sao_Paulo')).toBe(1)
    const twice = startOfDay(Date.UTC(2020, 10, 1), 'America/Havana')
    expect(new Date(twice).toISOString()).toBe('2020-11-01T04:00:00.000Z')
  })
})
