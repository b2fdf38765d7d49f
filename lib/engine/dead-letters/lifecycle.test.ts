import { describe, expect, it } from 'vitest'
import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import { deadLetterStatuses } from '@/lib/contracts/vocabulary'
import { afterMove, categoryOfFailure, leaseEnd, nextRetryAt, waitsFor } from './lifecycle'

const now = new Date('2026-11-21T12:00:00Z')
const waitOf = (category: DeadLetterCategory, attempts: number, maxAttempts = 3) => {
  const at = nextRetryAt({ category, attempts, maxAttempts }, now)
  return at && (at.getTime() - now.getTime()) / 1000
}

describe('nextRetryAt', () => {
  it.each(['TRANSIENT', 'RATE_LIMITED', 'RESOURCE', 'DEPENDENCY'] as const)(
    'waits longer after each %s failure',
    (category) => {
      expect([0, 1, 2, 3, 4, 5, 9].map((retries) => waitOf(category, retries, 10))).toEqual([
        60, 300, 900, 1800, 3600, 3600, 3600,
      ])
      expect([0, 1, 2, 3, 4].map((retries) => waitOf(category, retries))).toEqual([60, 300, 900, null, null])
    },
  )

  it.each(['PERMANENT', 'VALIDATION', 'INTERNAL', 'CANCELLED'] as const)('returns null for %s', (category) => {
    expect(waitOf(category, 0)).toBeNull()
  })
})

it.each([
  ['unknown', 'Task cancelled by the operator', 'CANCELLED'],
  ['unknown', 'ENOSPC: no space left on device', 'RESOURCE'],
  ['unknown', 'dependency fetch did not complete', 'DEPENDENCY'],
  ['unknown', 'the cat sat on the keyboard', 'INTERNAL'],
  ['timeout', 'cancelled: request timed out', 'TRANSIENT'],
  ['provider_spend_limit', 'insufficient_quota: the upstream account failed', 'PERMANENT'],
] as const)('a failure of class %s with the error "%s" is %s', (failureClass, error, category) => {
  expect(categoryOfFailure(failureClass, error)).toBe(category)
})

it('leaseEnd is five minutes later', () => {
  expect(leaseEnd(now).toISOString()).toBe('2026-11-21T12:05:00.000Z')
})

describe('afterMove', () => {
  it.each([
    ['pending', 'retry', 'pending'],
    ['pending', 'claim', 'retrying'],
    ['pending', 'resolve', 'resolved'],
    ['pending', 'abandon', 'abandoned'],
    ['pending', 'succeed', null],
    ['retrying', 'claim', null],
    ['retrying', 'succeed', 'resolved'],
    ['retrying', 'fail', 'pending'],
    ['retrying', 'lose_lease', 'pending'],
    ['retrying', 'abandon', null],
  ] as const)('%s, %s: %s', (status, move, after) => {
    expect(afterMove(status, move)).toBe(after)
  })

  it('allows no move from resolved or abandoned', () => {
    const moves = ['retry', 'claim', 'succeed', 'fail', 'lose_lease', 'resolve', 'abandon'] as const
    for (const status of deadLetterStatuses.slice(2))
      expect(moves.map((move) => afterMove(status, move)).filter(Boolean)).toEqual([])
  })
})

describe('waitsFor', () => {
  const later = new Date(now.getTime() + 1)
  it.each([
    ['its retry time', { nextAt: later, isDeskOperation: true }, 'backoff'],
    ['the desk when due', { nextAt: now, isDeskOperation: true }, 'desk'],
    ['a worker when the desk cannot execute it', { nextAt: now, isDeskOperation: false }, 'worker'],
    ['a person without a retry time', { nextAt: null, isDeskOperation: true }, 'person'],
  ])('waits for %s', (_, item, waiting) => {
    expect(waitsFor({ status: 'pending', ...item }, now)).toBe(waiting)
    expect(waitsFor({ status: 'resolved', ...item }, now)).toBeNull()
  })
})
