import { describe, expect, it } from 'vitest'
import type { Range } from '@/lib/contracts/primitives'
import { bucketSpans, periodOf } from './period'

// A Saturday, within an hour.
const now = new Date('2026-11-21T07:40:12.345Z')

describe('a period', () => {
  it.each<[Range, string, string, string, number]>([
    ['24h', '2026-11-20T08:00:00.000Z', '2026-11-19T08:00:00.000Z', 'hour', 24],
    ['7d', '2026-11-14T08:00:00.000Z', '2026-11-07T08:00:00.000Z', 'day', 8],
    ['30d', '2026-10-22T08:00:00.000Z', '2026-09-22T08:00:00.000Z', 'day', 31],
    ['90d', '2026-08-23T08:00:00.000Z', '2026-05-25T08:00:00.000Z', 'week', 14],
  ])(
    '%s ends with the current hour and has an equally long predecessor',
    (range, from, previousFrom, unit, buckets) => {
      const period = periodOf(range, now, null, 'UTC')
      expect(period.to.toISOString()).toBe('2026-11-21T08:00:00.000Z')
      expect(period.from.toISOString()).toBe(from)
      expect(period.previousFrom?.toISOString()).toBe(previousFrom)
      expect(period.unit).toBe(unit)
      expect(period.starts).toHaveLength(buckets)
    },
  )

  it.each<Range>(['24h', '7d', '30d', '90d', 'all'])('%s has buckets without gaps or overlaps', (range) => {
    const known = { first: new Date('2024-02-28T23:00:00Z'), last: new Date('2026-11-21T07:00:00Z') }
    const period = periodOf(range, now, known, 'UTC')
    const spans = bucketSpans(period)
    expect(spans[0]?.start).toBe(period.from.toISOString())
    expect(spans.at(-1)?.end).toBe(period.to.toISOString())
    for (const [place, span] of spans.entries()) {
      expect(span.start < span.end).toBe(true)
      if (place > 0) expect(span.start).toBe(spans[place - 1]?.end)
    }
  })

  it('has days from midnight and weeks from Monday, in UTC', () => {
    expect(
      periodOf('7d', now, null, 'UTC')
        .starts.slice(1)
        .map((start) => start.getUTCHours()),
    ).toEqual(Array(7).fill(0))
    for (const start of periodOf('90d', now, null, 'UTC').starts.slice(1)) {
      expect([start.getUTCDay(), start.getUTCHours()]).toEqual([1, 0])
    }
  })

  it.each<[string, string, string, string]>([
    ['one hour', '2026-11-21T07:00:00Z', '2026-11-21T07:00:00Z', 'hour'],
    ['a month', '2026-10-25T00:00:00Z', '2026-11-21T07:00:00Z', 'day'],
    ['a year', '2025-11-25T00:00:00Z', '2026-11-21T07:00:00Z', 'week'],
    ['since 1970', '1970-01-01T00:00:00Z', '2026-11-21T07:00:00Z', 'month'],
    ['into the future', '2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z', 'day'],
  ])('of all time over %s has buckets of a fitting width', (_, first, last, unit) => {
    const period = periodOf('all', now, { first: new Date(first), last: new Date(last) }, 'UTC')
    expect(period).toMatchObject({ unit, hasStart: false, previousFrom: null, from: new Date(first) })
    expect(period.starts.length).toBeLessThan(700)
    expect(period.to > new Date(last)).toBe(true)
  })

  it('of all time is one empty hour if there are no runs', () => {
    expect(bucketSpans(periodOf('all', now, null, 'UTC'))).toHaveLength(1)
  })
})

describe('buckets in a time zone', () => {
  const startsIn = (timeZone: string, first: string, last: string) =>
    periodOf('all', new Date(last), { first: new Date(first), last: new Date(last) }, timeZone)
      .starts.slice(1)
      .map((start) => start.toISOString().slice(0, 16))

  it('begin at its midnight: Sunday in UTC may be Monday in Auckland', () => {
    expect(startsIn('Pacific/Auckland', '2026-11-20T08:00:00Z', '2026-11-23T08:00:00Z')).toEqual([
      '2026-11-20T11:00',
      '2026-11-21T11:00',
      '2026-11-22T11:00',
    ])
    expect(startsIn('Pacific/Auckland', '2026-08-31T08:00:00Z', '2026-11-15T08:00:00Z')[0]).toBe('2026-09-06T12:00')
  })

  it.each([
    ['spring, 23 hours', '2026-03-27T12:00:00Z', ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00']],
    ['autumn, 25 hours', '2026-10-23T12:00:00Z', ['2026-10-23T22:00', '2026-10-24T22:00', '2026-10-25T23:00']],
  ])('are as long as the day when the clocks change: %s', (_, first, starts) => {
    const last = new Date(Date.parse(first) + 80 * 3_600_000).toISOString()
    expect(startsIn('Europe/Berlin', first, last)).toEqual(starts)
  })

  it.each([
    ['Asia/Kolkata', '2026-11-20T18:00'],
    ['Asia/Kathmandu', '2026-11-20T18:00'],
    ['Pacific/Chatham', '2026-11-21T10:00'],
  ])('begin with the hour that contains midnight where it is off the full hour: %s', (timeZone, start) => {
    expect(startsIn(timeZone, '2026-11-20T15:00:00Z', '2026-11-23T15:00:00Z')[0]).toBe(start)
  })

  it.each([
    ['America/St_Johns', '2010-10-20T00:00:00Z', '2010-11-20T00:00:00Z'],
    ['Pacific/Apia', '2011-12-20T00:00:00Z', '2012-01-10T00:00:00Z'],
    ['America/Havana', '2026-10-20T00:00:00Z', '2026-11-20T00:00:00Z'],
  ])('follow each other where a day repeats its midnight or is left out: %s', (timeZone, first, last) => {
    const starts = startsIn(timeZone, first, last)
    expect(starts).toEqual([...new Set(starts)].sort())
    expect(starts.length).toBeGreaterThan(19)
  })

  it('of a period that is only summed are one', () => {
    expect(bucketSpans(periodOf('30d', now, null, null))).toHaveLength(1)
  })
})
