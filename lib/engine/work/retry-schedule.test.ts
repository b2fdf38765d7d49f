import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WEBHOOK_RETRIES } from '../webhooks/answer'
import { nextAttemptAt } from './retry-schedule'

const MAX_ATTEMPTS = WEBHOOK_RETRIES.waitsMs.length

const now = new Date('2026-03-01T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('the schedule of webhooks', () => {
  it.each([
    [1, 5000],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
  ])('waits after %d failed attempts for %d ms', (attempts, wait) => {
    expect(nextAttemptAt(WEBHOOK_RETRIES, attempts, now)).toEqual(new Date(now.getTime() + wait))
  })

  it('ends after the tenth', () => {
    expect(MAX_ATTEMPTS).toBe(10)
    expect(nextAttemptAt(WEBHOOK_RETRIES, 10, now)).toBeNull()
    expect(nextAttemptAt(WEBHOOK_RETRIES, 10, now, { askedMs: HOUR })).toBeNull()
  })

  it('lengthens a wait by at most a tenth, and never shortens the wait requested by the receiver, up to a day', () => {
    const given = fc.record({
      attempts: fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }),
      random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      asked: fc.option(fc.integer({ min: 0, max: 100 * HOUR })),
    })
    fc.assert(
      fc.property(given, ({ attempts, random, asked }) => {
        const least = nextAttemptAt(WEBHOOK_RETRIES, attempts, now)?.getTime() ?? Number.NaN
        const wait =
          (nextAttemptAt(WEBHOOK_RETRIES, attempts, now, { random, askedMs: asked })?.getTime() ?? Number.NaN) -
          now.getTime()
        const table = least - now.getTime()
        const heeded = Math.min(asked ?? 0, 24 * HOUR)
        expect(wait).toBeGreaterThanOrEqual(Math.max(table, heeded))
        expect(wait).toBeLessThanOrEqual(Math.max(table * 1.1, heeded) + 1)
      }),
    )
  })
})
