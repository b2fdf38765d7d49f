import { describe, expect, it } from 'vitest'
import { fromDayField, fromMinuteField, toDayField, toMinuteField } from './zoned-fields'

describe('days of a date field', () => {
  it.each([
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-11-10', '2026-11-09T23:00:00.000Z', '2026-11-10T23:00:00.000Z'],
  ])('begin and end at midnight of the time zone, also when the clocks change: %s', (day, begins, ends) => {
    const [from, to] = [0, 1].map((days) => fromDayField(day, days, 'Europe/Berlin'))
    expect([from?.toISOString(), to?.toISOString()]).toEqual([begins, ends])
    expect(toDayField(to ? new Date(to.getTime() - 1) : null, 'Europe/Berlin')).toBe(day)
  })

  it.each(['UTC', 'Europe/Berlin', 'America/New_York'])('are those of any year, in %s', (zone) => {
    for (const day of ['0020-02-03', '1026-02-03', '2026-02-03'])
      expect(toDayField(fromDayField(day, 0, zone), zone)).toBe(day)
  })

  it('are null for an invalid day, and empty for no time', () => {
    expect(fromDayField('', 0, 'UTC')).toBeNull()
    expect(toDayField(null, 'UTC')).toBe('')
  })
})

describe('the minute of a field', () => {
  it.each(['Asia/Tokyo', 'America/New_York', 'UTC'])('is of %s', (zone) => {
    const time = new Date('2026-11-10T18:25:00.000Z')
    expect(fromMinuteField(toMinuteField(time, zone), zone)).toEqual(time)
    expect(toMinuteField(time, 'Asia/Tokyo')).toBe('2026-11-11T03:25')
  })

  it('is null if invalid', () => expect(fromMinuteField('', 'UTC')).toBeNull())
})
