import { expect, it } from 'vitest'
import type { KeptResult } from '@/lib/contracts/kept-scenarios'
import { expectedText, faultText, keptSentence, retiredNote } from './kept'

const failure = {
  kind: 'failure',
  fingerprint: 'f',
  failureClass: 'timeout',
  node: 'Fetcher',
  message: 'connect ETIMEDOUT',
} as const
const rejected = { kind: 'rejected', by: 'Ada', reason: 'Paid without an order.' } as const
const said = (overrides: Partial<KeptResult>) =>
  keptSentence({ state: 'passed', fault: failure, runs: 1, showing: 1, by: null, fromVersion: '1.0.0', ...overrides })

it.each<[Partial<KeptResult>, string]>([
  [{ state: 'came_back' }, 'The fault of 1.0.0 came back: Fetcher: timed out.'],
  [{ state: 'came_back', runs: 3 }, 'The fault of 1.0.0 came back in 1 of 3 runs: Fetcher: timed out.'],
  [{ state: 'came_back', fault: rejected }, 'Rejected again: Ada: Paid without an order.'],
  [
    { state: 'unclear', fault: rejected },
    'Not reviewed yet, and only a person can tell whether this came back: Ada: Paid without an order.',
  ],
  [{ state: 'not_run' }, 'No run, so no result.'],
  [{ state: 'not_seen' }, 'The fault of 1.0.0 did not come back: Fetcher: timed out. Not reviewed yet.'],
])('%j reads as %s', (result, sentence) => {
  expect(said(result)).toBe(sentence)
})

it('describes the expected verdict and the fault of a scenario', () => {
  expect(expectedText({ expected: 1 })).toBe('Should be approved')
  expect(expectedText({ expected: 0.7 })).toBe('Should be rated 0.70 or better')
  expect(faultText({ kind: 'finding', type: 'x', field: 'output', text: '200 EUR', evidence: '' })).toBe(
    '“200 EUR” is contradicted',
  )
  expect(faultText({ kind: 'issue', type: 'missing_field', field: '$.order', message: '' })).toBe('$.order missing')
})

it('says where a list of retired scenarios ends before the last of them', () => {
  expect(retiredNote(200, 4800)).toBe('Later versions skip these. The 200 retired last of 4,800.')
  expect(retiredNote(3, 3)).toBe('Later versions skip these.')
})
