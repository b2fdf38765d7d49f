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
    ['the same, though the run got past it', [failure], tried({ failures: [failure] }), 'came_back'],
    ['another failure', [failure], tried({ status: 'failed', failures: [other] }), 'failed_otherwise'],
    ['no failure', [failure], tried(), 'not_seen'],
    ['the same words contradicted', [finding], tried({ findings: [{ ...finding, text: ' 200  eur' }] }), 'came_back'],
    [
      'other words contradicted',
      [finding],
      tried({ findings: [{ ...finding, text: '300 EUR' }], hasSources: true }),
      'not_seen',
    ],
    ['words without sources', [finding], tried(), 'unclear'],
    ['the same promise broken', [issue], tried({ issues: [issue] }), 'came_back'],
    ['another promise broken', [issue], tried({ issues: [{ ...issue, field: '$.name' }] }), 'not_seen'],
    ['a reason that only a person can tell', [rejected], tried(), 'unclear'],
    ['a second rejection', [rejected], tried({ human: said(0) }), 'came_back'],
    ['an approval', [rejected], tried({ human: said(1) }), 'passed'],
    ['an approval of what a machine still sees', [failure], tried({ human: said(1), failures: [failure] }), 'passed'],
    ['a rating that is too low', [rejected], tried({ human: said(0.7) }), 'below'],
    ['an approved run tried again', [], tried(), 'unclear'],
    ['an answer that is not there yet', [failure], tried({ status: 'running' }), 'unclear'],
  ])('of %s', (_words, faults, run, state) => {
    expect(judgeKept({ expected: 1, faults }, [run], 0)).toMatchObject({ state, runs: 1, showing: 1, runId: 'r1' })
  })

  it('that came back in one run of three is said to have, in one of three', () => {
    const runs = [tried(), tried({ runId: 'r2', failures: [failure] }), tried()]
    const judged = judgeKept({ expected: 1, faults: [failure] }, runs, 0)
    expect(judged).toMatchObject({ state: 'came_back', runs: 3, showing: 1, runId: 'r2', fault: failure })
  })

  it('is named by the person who rejected it again, in their words', () => {
    const judged = judgeKept({ expected: 1, faults: [rejected] }, [tried({ human: said(0) })], 0)
    expect(judged).toMatchObject({ by: 'Bob', fault: { kind: 'rejected', by: 'Bob', reason: 'No order again.' } })
  })

  it('is not judged without a run', () => {
    const none = { runs: 0, showing: 0, runId: null, fault: failure }
    expect(judgeKept({ expected: 1, faults: [failure] }, [], 1)).toMatchObject({ ...none, state: 'waiting' })
    expect(judgeKept({ expected: 1, faults: [failure] }, [], 0)).toMatchObject({ ...none, state: 'not_run' })
  })

  it('is met by a rating that is high enough, where that was asked for', () => {
    expect(judgeKept({ expected: 0.7, faults: [] }, [tried({ human: said(0.7) })], 0).state).toBe('passed')
  })
})

it('what came back is shown first, what passed last', () => {
  const states: KeptState[] = ['passed', 'waiting', 'came_back', 'unclear']
  const sorted = states.map((state) => ({ state, name: state })).toSorted(byUrgency)
  expect(sorted.map(({ state }) => state)).toEqual(['came_back', 'unclear', 'waiting', 'passed'])
})
