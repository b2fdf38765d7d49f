import { describe, expect, it } from 'vitest'
import { type DecideRunInput, decideRun } from './decide-run'

const none = { self: null, peer: null, downstream: null, human: null }
const run: DecideRunInput = {
  profile: 'stratt',
  gaff: 0.9,
  stratt: 0.85,
  band: 'good',
  status: 'completed',
  kind: 'live',
  signals: none,
  humanOrigin: null,
  blockers: [],
  isOverridden: false,
  attempt: 1,
  maxAttempts: 3,
  earlier: [],
}

describe('the basis of the decision is', () => {
  it.each([
    ['the measured score without signals', {}, 'quality', 0.85, 'accept'],
    [
      "the measured score with only the agent's own signal",
      { signals: { ...none, self: 1 }, stratt: 0.6 },
      'quality',
      0.6,
      'iterate',
    ],
    [
      'the confidence with an independent signal',
      { signals: { ...none, self: 1, peer: 0.4 } },
      'confidence',
      0.25,
      'iterate',
    ],
    ['the score of its own profile', { profile: 'gaff' as const, gaff: 0.79 }, 'quality', 0.79, 'iterate'],
    ['none when nothing was measured', { stratt: null }, 'none', null, 'insufficient_evidence'],
    [
      "none for the confidence profile with only the agent's own signal",
      { profile: 'confidence' as const, signals: { ...none, self: 1 } },
      'none',
      null,
      'insufficient_evidence',
    ],
  ])('%s', (_, given, basis, score, decision) => {
    const decided = decideRun({ ...run, ...given })
    expect(decided).toMatchObject({ basis, decision })
    if (basis !== 'confidence') expect(decided.decisionScore).toBe(score)
  })
})

it('says who has judged a run of which too little was measured', () => {
  const reasonOf = (self: number | null) => decideRun({ ...run, stratt: null, signals: { ...none, self } }).reason
  expect(reasonOf(0.9)).toBe('Nothing was measured, and only the agent itself has judged it.')
  expect(reasonOf(null)).toBe('Nothing was measured, and no evaluator has judged it.')
})

describe('the decision', () => {
  it.each([
    ['no score compensates for a blocker', { stratt: 1, blockers: ['broken'] }, 'iterate', null],
    ['a fundamentally wrong first attempt is escalated', { stratt: 0.29 }, 'escalate', 'fundamental'],
    [
      'without attempts left it is rejected below .5',
      { stratt: 0.4, attempt: 3, earlier: [0.3, 0.38] },
      'escalate',
      'rejected',
    ],
    [
      'without attempts left it is marginal from .5',
      { stratt: 0.7, attempt: 3, earlier: [0.4, 0.5] },
      'escalate',
      'marginal',
    ],
    [
      'a human rejection vetoes whatever the mean',
      { signals: { self: 1, peer: 1, downstream: 1, human: 0 }, attempt: 3, earlier: [0.5, 0.55] },
      'escalate',
      'marginal',
    ],
  ])('%s', (_, given, decision, decisionKind) => {
    expect(decideRun({ ...run, ...given })).toMatchObject({ decision, decisionKind })
  })
})

it.each([
  ['review', 'a person rejected it'],
  ['ingest', 'a human label sent with it is a rejection'],
])('the reason tells whose rejection it is: %s', (humanOrigin, words) => {
  const confidenceWeights = { self: 1, peer: 1, downstream: 1, human: 0.1 }
  const signals = { self: 1, peer: 1, downstream: 1, human: 0 }
  expect(decideRun({ ...run, signals, humanOrigin, confidenceWeights }).reason).toContain(words)
})

describe('too little measured', () => {
  const bare = { ...run, stratt: 1, band: null }
  it.each([
    ['decides nothing', {}, 'insufficient_evidence'],
    ['is decided by an independent signal', { signals: { ...none, peer: 1 } }, 'accept'],
    ['iterates when blocked', { blockers: ['status: the run failed'] }, 'iterate'],
    ['is escalated when no attempt is left', { blockers: ['status: the run failed'], attempt: 3 }, 'escalate'],
  ])('%s', (_, given, decision) => {
    expect(decideRun({ ...bare, ...given }).decision).toBe(decision)
  })
})

describe('a verification that was let through unmet', () => {
  const overridden = { ...run, stratt: 1, isOverridden: true }
  it.each([
    ['blocks whatever the score', {}, 'iterate'],
    ['blocks despite an ingested human signal', { signals: { ...none, human: 1 }, humanOrigin: 'ingest' }, 'iterate'],
    ['is escalated after the last attempt', { attempt: 3, earlier: [0.5, 0.7] }, 'escalate'],
    [
      'no longer blocks after a person has approved',
      { signals: { ...none, human: 1 }, humanOrigin: 'review' },
      'accept',
    ],
    ['no longer blocks after a gate was approved', { signals: { ...none, human: 1 }, humanOrigin: 'gate' }, 'accept'],
  ])('%s', (_, given, decision) => {
    expect(decideRun({ ...overridden, ...given }).decision).toBe(decision)
  })
})

describe('the flag', () => {
  it.each([
    ['is null for a good run', {}, null],
    ['is null for a review band', { stratt: 0.7, band: 'review' }, null],
    ['is poor for a poor band', { stratt: 0.5, band: 'poor' }, 'poor'],
    ['ranks a blocker before the band', { stratt: 0.5, band: 'poor', blockers: ['x'] }, 'blocked'],
    [
      'ranks a contradiction before another blocker',
      { blockers: ['x', 'contradicted by its sources: y'] },
      'contradicted',
    ],
    [
      'ranks a contract that cannot be used before another blocker',
      { blockers: ['x', 'the schema of its contract cannot be used: y'] },
      'contract_unusable',
    ],
    ['ranks a failure before an escalation', { status: 'failed', stratt: 0.2, band: 'poor' }, 'failed'],
    ['is escalated for an escalation', { stratt: 0.2, band: 'poor' }, 'escalated'],
    [
      'is disputed for two people who disagree, although both have decided',
      { disputed: true, humanOrigin: 'review' },
      'disputed',
    ],
    ['is likely_bad for a predicted rejection', { likelyBad: true }, 'likely_bad'],
    ['ranks a poor band before a forecast', { likelyBad: true, stratt: 0.5, band: 'poor' }, 'poor'],
    [
      'ignores the forecast for a run that is tried again anyway',
      { likelyBad: true, stratt: 0.7, band: 'review' },
      null,
    ],
    ['ignores the forecast after a person has decided', { likelyBad: true, humanOrigin: 'review' }, null],
    ['is apart for evaluators that strongly disagree', { signals: { ...none, peer: 1, downstream: 0.5 } }, 'apart'],
    ['is null if only the agent disagrees', { signals: { ...none, self: 1, peer: 0.4 } }, null],
    ['is null if evaluators nearly agree', { signals: { ...none, peer: 1, downstream: 0.6 } }, null],
    ['is vetoed for an ingested veto', { signals: { ...none, human: 0 }, humanOrigin: 'ingest' }, 'vetoed'],
    ['is null after a person has decided', { signals: { ...none, human: 0 }, humanOrigin: 'review' }, null],
    ['is null for a dry run', { kind: 'dry_run', blockers: ['x'] }, null],
    ['is overridden for a verification that was let through unmet', { isOverridden: true }, 'overridden'],
    ['ranks a broken contract before an override', { isOverridden: true, blockers: ['x'] }, 'blocked'],
    ['is null for an override after a person has decided', { isOverridden: true, humanOrigin: 'review' }, null],
  ])('%s', (_, given, flag) => {
    expect(decideRun({ ...run, ...given }).flag).toBe(flag)
  })
})
