import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './answer'

const now = new Date('2026-03-01T12:00:00Z')
const MINUTE = 60_000

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 12:01:00 GMT', MINUTE],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('parses %j', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms)
  })
})
