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
      const period = periodOf(range, now, null)
      expect(period.to.toISOString()).toBe('2026-11-21T08:00:00.000Z')
      expect(period.from.toISOString()).toBe(from)
      expect(period.previousFrom?.toISOString()).toBe(previousFrom)
      expect(period.unit).toBe(unit)
      expect(period.starts).toHaveLength(buckets)
    },
  )

  it.each<Range>(['24h', '7d', '30d', '90d', 'all'])('%s has buckets without gaps or overlaps', (range) => {
    const known = { first: new Date('2024-02-28T23:00:00Z'), last: new Date('2026-11-21T07:00:00Z') }
    const period = periodOf(range, now, known)
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
      periodOf('7d', now, null)
        .starts.slice(1)
        .map((start) => start.getUTCHours()),
    ).toEqual(Array(7).fill(0))
    for (const start of periodOf('90d', now, null).starts.slice(1)) {
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
    const period = periodOf('all', now, { first: new Date(first), last: new Date(last) })
    expect(period).toMatchObject({ unit, hasStart: false, previousFrom: null, from: new Date(first) })
    expect(period.starts.length).toBeLessThan(700)
    expect(period.to > new Date(last)).toBe(true)
  })

  it('of all time is one empty hour if there are no runs', () => {
    expect(bucketSpans(periodOf('all', now, null))).toHaveLength(1)
  })
})
