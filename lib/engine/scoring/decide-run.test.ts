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

describe('what a run is decided on', () => {
  it.each([
    ['its measured score without signals', {}, 'quality', 0.85, 'accept'],
    [
      'its measured score when only the agent has spoken',
      { signals: { ...none, self: 1 }, stratt: 0.6 },
      'quality',
      0.6,
      'iterate',
    ],
    [
      'the confidence when somebody else has',
      { signals: { ...none, self: 1, peer: 0.4 } },
      'confidence',
      0.25,
      'iterate',
    ],
    ['the score of its own profile', { profile: 'gaff' as const, gaff: 0.79 }, 'quality', 0.79, 'iterate'],
    ['nothing, where nothing was measured', { stratt: null }, 'none', null, 'insufficient_evidence'],
    [
      'nothing by confidence on the word of the agent',
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

describe('the decision', () => {
  it.each([
    ['a blocker is bought off by no score', { stratt: 1, blockers: ['broken'] }, 'iterate', null],
    ['a fundamentally wrong first attempt goes to a person', { stratt: 0.29 }, 'escalate', 'fundamental'],
    ['no attempt left, below .5', { stratt: 0.4, attempt: 3, earlier: [0.3, 0.38] }, 'escalate', 'rejected'],
    ['no attempt left, from .5', { stratt: 0.7, attempt: 3, earlier: [0.4, 0.5] }, 'escalate', 'marginal'],
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

describe('too little measured', () => {
  const bare = { ...run, stratt: 1, band: null }
  it.each([
    ['decides nothing', {}, 'insufficient_evidence'],
    ['is decided by an evaluator', { signals: { ...none, peer: 1 } }, 'accept'],
    ['asks for another attempt where something blocks', { blockers: ['status: the run failed'] }, 'iterate'],
    ['asks a person where no attempt is left', { blockers: ['status: the run failed'], attempt: 3 }, 'escalate'],
  ])('%s', (_, given, decision) => {
    expect(decideRun({ ...bare, ...given }).decision).toBe(decision)
  })
})

describe('a verification that was let through unmet', () => {
  const overridden = { ...run, stratt: 1, isOverridden: true }
  it.each([
    ['is bought off by no score', {}, 'iterate'],
    ['nor by a human signal that was sent in', { signals: { ...none, human: 1 }, humanOrigin: 'ingest' }, 'iterate'],
    ['goes to a person after the last attempt', { attempt: 3, earlier: [0.5, 0.7] }, 'escalate'],
    [
      'no longer blocks once a person has approved',
      { signals: { ...none, human: 1 }, humanOrigin: 'review' },
      'accept',
    ],
    ['nor once a gate has', { signals: { ...none, human: 1 }, humanOrigin: 'gate' }, 'accept'],
  ])('%s', (_, given, decision) => {
    expect(decideRun({ ...overridden, ...given }).decision).toBe(decision)
  })
})

describe('the flag', () => {
  it.each([
    ['nobody needs to look at a good run', {}, null],
    ['nobody at a band of review', { stratt: 0.7, band: 'review' }, null],
    ['a band of poor', { stratt: 0.5, band: 'poor' }, 'poor'],
    ['a blocker before the band', { stratt: 0.5, band: 'poor', blockers: ['x'] }, 'blocked'],
    ['a contradiction before another blocker', { blockers: ['x', 'contradicted by its sources: y'] }, 'contradicted'],
    ['the failure before the escalation', { status: 'failed', stratt: 0.2, band: 'poor' }, 'failed'],
    ['an escalation', { stratt: 0.2, band: 'poor' }, 'escalated'],
    ['two people who disagree, although both have decided', { disputed: true, humanOrigin: 'review' }, 'disputed'],
    ['what is likely to be rejected', { likelyBad: true }, 'likely_bad'],
    ['a poor band before a forecast', { likelyBad: true, stratt: 0.5, band: 'poor' }, 'poor'],
    ['no forecast where it is to be tried again anyway', { likelyBad: true, stratt: 0.7, band: 'review' }, null],
    ['no forecast once a person has spoken', { likelyBad: true, humanOrigin: 'review' }, null],
    ['evaluators that are far apart', { signals: { ...none, peer: 1, downstream: 0.5 } }, 'apart'],
    ['nobody where the agent alone sees it otherwise', { signals: { ...none, self: 1, peer: 0.4 } }, null],
    ['nobody where they are near', { signals: { ...none, peer: 1, downstream: 0.6 } }, null],
    ['a veto that was sent in', { signals: { ...none, human: 0 }, humanOrigin: 'ingest' }, 'vetoed'],
    ['nobody after a person has looked', { signals: { ...none, human: 0 }, humanOrigin: 'review' }, null],
    ['nobody at a dry run', { kind: 'dry_run', blockers: ['x'] }, null],
    ['a verification that was let through unmet', { isOverridden: true }, 'overridden'],
    ['a broken contract before that', { isOverridden: true, blockers: ['x'] }, 'blocked'],
    ['nobody, once a person has looked at it', { isOverridden: true, humanOrigin: 'review' }, null],
  ])('%s', (_, given, flag) => {
    expect(decideRun({ ...run, ...given }).flag).toBe(flag)
  })
})
