import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromDay, toDay } from './date-range'

describe('days of the date filter', () => {
  const zone = process.env.TZ
  beforeAll(() => {
    process.env.TZ = 'Europe/Berlin'
  })
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each(['2026-03-29', '2026-10-25', '2026-11-10'])(
    'end at the next midnight, also when the clocks change: %s',
    (day) => {
      const end = fromDay(day, 1)
      expect([end?.getHours(), toDay(end && new Date(end.getTime() - 1))]).toEqual([0, day])
    },
  )

  it('are null for an invalid day', () => expect(fromDay('', 0)).toBeNull())
})
