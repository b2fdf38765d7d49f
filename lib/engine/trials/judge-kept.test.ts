import { describe, expect, it } from 'vitest'
import type { KeptFault, KeptState } from '@/lib/contracts/kept-scenarios'
import { byUrgency, judgeKept, type TriedRun } from './judge-kept'

const failure = {
  kind: 'failure',
  fingerprint: 'f1',
  failureClass: 'timeout',
  node: 'fetch',
  message: 'timed out',
} as const
const finding = {
  kind: 'finding',
  type: 'unsupported_number',
  field: 'output',
  text: '200 EUR',
  evidence: '20',
} as const
const issue = { kind: 'issue', type: 'missing_field', field: '$.order', message: 'is missing' } as const
const rejected = { kind: 'rejected', by: 'Ada', reason: 'Paid without an order.' } as const

const tried = (overrides: Partial<TriedRun> = {}): TriedRun => ({
  runId: 'r1',
  status: 'completed',
  quality: 0.9,
  human: null,
  hasSources: false,
  failures: [],
  findings: [],
  issues: [],
  ...overrides,
})
const said = (value: number) => ({ value, by: 'Bob', reason: 'No order again.' })
const other = { ...failure, fingerprint: 'f2' }

describe('a fault of a kept scenario', () => {
  it.each<[string, readonly KeptFault[], TriedRun, KeptState]>([
    ['the same group of failures', [failure], tried({ status: 'failed', failures: [failure] }), 'came_back'],
    ['the same, although the run recovered from it', [failure], tried({ failures: [failure] }), 'came_back'],
    ['another failure', [failure], tried({ status: 'failed', failures: [other] }), 'failed_otherwise'],
    ['no failure', [failure], tried(), 'not_seen'],
    ['the same contradicted text', [finding], tried({ findings: [{ ...finding, text: ' 200  eur' }] }), 'came_back'],
    [
      'another contradicted text',
      [finding],
      tried({ findings: [{ ...finding, text: '300 EUR' }], hasSources: true }),
      'not_seen',
    ],
    ['a contradicted text without sources', [finding], tried(), 'unclear'],
    ['the same contract broken', [issue], tried({ issues: [issue] }), 'came_back'],
    ['another broken contract', [issue], tried({ issues: [{ ...issue, field: '$.name' }] }), 'not_seen'],
    ['a rejection that only a person can repeat', [rejected], tried(), 'unclear'],
    ['a second rejection', [rejected], tried({ human: said(0) }), 'came_back'],
    ['an approval', [rejected], tried({ human: said(1) }), 'passed'],
    [
      'an approval although the failure is still detected',
      [failure],
      tried({ human: said(1), failures: [failure] }),
      'passed',
    ],
    ['a rating that is too low', [rejected], tried({ human: said(0.7) }), 'below'],
    ['an approved run tried again', [], tried(), 'unclear'],
    ['an unfinished run', [failure], tried({ status: 'running' }), 'unclear'],
  ])('%s', (_words, faults, run, state) => {
    expect(judgeKept({ expected: 1, faults }, [run], 0)).toMatchObject({ state, runs: 1, showing: 1, runId: 'r1' })
  })

  it('that came back in one run of three is reported with one of three runs', () => {
    const runs = [tried(), tried({ runId: 'r2', failures: [failure] }), tried()]
    const judged = judgeKept({ expected: 1, faults: [failure] }, runs, 0)
    expect(judged).toMatchObject({ state: 'came_back', runs: 3, showing: 1, runId: 'r2', fault: failure })
  })

  it('has the person who rejected it again, with their reason', () => {
    const judged = judgeKept({ expected: 1, faults: [rejected] }, [tried({ human: said(0) })], 0)
    expect(judged).toMatchObject({ by: 'Bob', fault: { kind: 'rejected', by: 'Bob', reason: 'No order again.' } })
  })

  it('is not judged without a run', () => {
    const none = { runs: 0, showing: 0, runId: null, fault: failure }
    expect(judgeKept({ expected: 1, faults: [failure] }, [], 1)).toMatchObject({ ...none, state: 'waiting' })
    expect(judgeKept({ expected: 1, faults: [failure] }, [], 0)).toMatchObject({ ...none, state: 'not_run' })
  })

  it('is passed by a rating that reaches the expected one', () => {
    expect(judgeKept({ expected: 0.7, faults: [] }, [tried({ human: said(0.7) })], 0).state).toBe('passed')
  })
})

it('byUrgency sorts faults that came back first and passed scenarios last', () => {
  const states: KeptState[] = ['passed', 'waiting', 'came_back', 'unclear']
  const sorted = states.map((state) => ({ state, name: state })).toSorted(byUrgency)
  expect(sorted.map(({ state }) => state)).toEqual(['came_back', 'unclear', 'waiting', 'passed'])
})
