import { expect, it } from 'vitest'
import type { SignalView } from '@/lib/contracts/run-detail'
import { currentReview } from './current-review'

const signal = (overrides: Partial<SignalView>): SignalView => ({
  id: 'id',
  evaluator: 'human',
  value: 1,
  origin: 'review',
  by: 'Rita',
  comment: null,
  recordedAt: '2026-01-01T00:00:00Z',
  decisionId: 'decision',
  inForce: true,
  retracted: false,
  ...overrides,
})

it('currentReview returns the human signal in force that came from a review', () => {
  expect(currentReview([signal({ inForce: false }), signal({ value: 0, decisionId: 'second' })])).toEqual({
    decisionId: 'second',
    value: 0,
    by: 'Rita',
  })
  expect(
    currentReview([
      signal({ origin: 'gate' }),
      signal({ origin: 'ingest', decisionId: null }),
      signal({ evaluator: 'peer' }),
    ]),
  ).toBeNull()
})
