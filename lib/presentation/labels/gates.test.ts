import { expect, it } from 'vitest'
import { effectText } from './gate-effect'
import { decidersText, gateTitle, whyNotDecide } from './gates'

const named = (...names: string[]) => ({
  deciders: {
    listed: false,
    people: names.map((name) => ({ userId: name, name })),
    count: names.length,
    authorIds: [],
  },
})

it.each([
  [{ state: 'pending', undone: false }, 'Keep 1.0?'],
  [{ state: 'timed_out', undone: false }, 'Timed out: Keep 1.0?'],
  [{ state: 'rejected', undone: false }, 'Rejected: Keep 1.0?'],
  [{ state: 'approved', undone: true }, 'Approved, taken back: Keep 1.0?'],
] as const)('a tab says first what became of a gate: %j', (gate, title) => {
  expect(gateTitle({ ...gate, title: 'Keep 1.0?' })).toBe(title)
})

it.each([
  [[], 'Nobody'],
  [['Ada'], 'Ada'],
  [['Ada', 'Ben'], 'Ada and Ben'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'A, B, C, D, E and 2 more'],
])('names who may decide: %j', (names, text) => {
  expect(decidersText(named(...names))).toBe(text)
})

it('counts those who may decide beyond those that are listed', () => {
  const { deciders } = named('A', 'B', 'C', 'D', 'E', 'F')
  expect(decidersText({ deciders: { ...deciders, count: 4980 } })).toBe('A, B, C, D, E and 4,975 more')
})

it('names who may decide where the reason does not, and not to those who have', () => {
  const refused = (why: string, hasVoted = false) =>
    whyNotDecide({ mayDecide: { allowed: false, why }, hasVoted, ...named('Ada', 'Ben') })
  expect(refused('As a viewer you can read this.')).toBe('As a viewer you can read this. May decide: Ada and Ben.')
  expect(refused('This chain lists who decides: Ada, Ben.')).toBe('This chain lists who decides: Ada, Ben.')
  expect(refused('You approved it.', true)).toBe('You approved it.')
})

const effectRun = (skipped: string | null) => ({
  runId: 'r',
  clientId: 'r',
  title: null,
  before: 0.5,
  after: 0,
  skipped,
})

it.each([
  [
    { state: 'approved', version: '1.1.0', runId: null, undone: false },
    { versionState: 'live', servedVersion: '1.1.0', runs: [effectRun(null)] },
    '1.1.0 stays published; it serves. 1 run was counted as approved by a person.',
  ],
  [
    { state: 'rejected', version: '1.1.0', runId: null, undone: false },
    { versionState: 'rolled_back', servedVersion: '1.0.0', runs: [] },
    '1.1.0 was rolled back; 1.0.0 serves.',
  ],
  [
    { state: 'rejected', version: '1.1.0', runId: null, undone: true },
    { versionState: 'rolled_back', servedVersion: '1.0.0', runs: [] },
    '1.1.0 was rolled back; 1.0.0 served.',
  ],
  [
    { state: 'approved', version: '1.1.0', runId: null, undone: true },
    { versionState: 'live', servedVersion: '1.1.0', runs: [] },
    '1.1.0 stayed published; it served.',
  ],
  [
    { state: 'rejected', version: '1.1.0', runId: 'r', undone: false },
    { versionState: null, servedVersion: null, runs: [effectRun('has a review of its own')] },
    'The result was refused. 1 run kept its own review.',
  ],
  [
    { state: 'timed_out', version: '1.1.0', runId: 'r', undone: false },
    { versionState: null, servedVersion: null, runs: [] },
    'Nothing was approved, and no confidence changed.',
  ],
] as const)('says in the past tense what a decision did: %j', (gate, effect, text) => {
  expect(effectText(gate, { ...effect, runs: [...effect.runs] })).toBe(text)
})
