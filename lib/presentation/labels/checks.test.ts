import { expect, it } from 'vitest'
import type { CheckView } from '@/lib/contracts/run-detail'
import { checkVerdict } from './checks'

const gate = {
  score: null,
  feedback: '',
  passed: false,
  artifactAutoFail: false,
  preFlightReject: false,
  gateError: true,
  effectiveThreshold: 3,
  judged: false,
  alsoFailed: [],
  verdict: 'gate_error',
  unjudgedReason: null,
  foundation: false,
  extraRetries: 0,
  peerSignal: null,
  cached: false,
}

const check = (overrides: Partial<CheckView>): CheckView => ({
  id: 'id',
  kind: 'quality_gate',
  nodeId: null,
  isOk: null,
  isOverride: false,
  result: gate,
  by: 'key agent',
  recordedAt: '2026-01-01T00:00:00Z',
  ...overrides,
})

it.each([
  ['a pass', { isOk: true }, 'pass', 'Passed'],
  ['a rejection by the judge', { isOk: false, result: { ...gate, verdict: 'rejected' } }, 'fail', 'Rejected'],
  [
    'a rejection without the judge',
    { isOk: false, result: { ...gate, verdict: 'rejected', preFlightReject: true } },
    'fail',
    'Rejected before judging',
  ],
  ['a failed judge', {}, 'unknown', 'No verdict: the judge failed'],
  ['a judge that was not called', { result: { ...gate, verdict: 'unjudged' } }, 'unknown', 'Not judged'],
  ['an unknown result', { result: {} }, 'unknown', 'No verdict: the judge failed'],
  ['an override', { kind: 'verification', isOk: false, isOverride: true }, 'review', 'Overridden'],
  ['a nudge', { kind: 'verification', isOk: false }, 'fail', 'Not verified yet'],
  ['a fixup', { kind: 'fixup', isOk: true, result: { retryFirst: false } }, 'review', 'Made'],
  ['a fixup after a retry', { kind: 'fixup', isOk: true, result: { retryFirst: true } }, 'review', 'Retry first'],
  ['a blocked dependent', { kind: 'dependent', isOk: false }, 'fail', 'Blocked'],
] as const)('%s', (_, given, status, word) => {
  expect(checkVerdict(check(given))).toEqual({ status, word })
})
