import { describe, expect, it } from 'vitest'
import type { WeeklyVersion } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { suggestActions, takenTexts } from './week-suggestions'

const worse: WeeklyVersion = {
  chain: 'answers',
  version: '1.1.0',
  state: 'live',
  quality: { n: 20, mean: 0.67, interval: [0.56, 0.78] },
  measured: { runs: 20, enough: 20, lacks: [] },
  verdict: 'regression',
  delta: 0.17,
  comparedWith: '1.0.1',
  odds: null,
  confidenceFall: null,
  gate: null,
  regressionThreshold: 0.05,
  isNew: true,
  isWorse: true,
  changes: [],
}
const gate = {
  id: 'g1',
  title: 'Is answers 1.1.0 worse than 1.0.1?',
  chain: 'answers',
  version: '1.1.0',
  state: 'pending',
  decidedBy: null,
  at: '2026-03-17T00:00:00.000Z',
}
const low = { kind: 'low', noise: 0.1, runsToSettle: null }
const chain = { chain: 'answers', flags: [low], current: { mean: 0.55 }, previous: { mean: 0.7 } }
const failure = { node: 'fetch', failureClass: 'timeout', template: 'x', previousRoots: 0, cascades: 0 }

const quiet = {
  to: '2026-03-16T00:00:00.000Z',
  chains: [],
  versions: [],
  failures: { groups: [] },
  gates: { overdue: [], waiting: [] },
  reviewers: { load: null },
  deadLetters: { open: 0, added: 0 },
} as unknown as WeeklyReport

const suggested = (said: object) => suggestActions({ ...quiet, ...said } as WeeklyReport)
const texts = (said: object) => suggested(said).map(({ text }) => text)

describe('what a week suggests to do', () => {
  it('is nothing where nothing happened', () => {
    expect(suggestActions(quiet)).toEqual([])
  })

  it('asks about a worse version once: by its gate while that waits, else by itself', () => {
    const versions = [{ ...worse, gate: { id: 'g1', state: 'pending', undone: false } }]
    expect(suggested({ versions, gates: { overdue: [], waiting: [gate] } })).toMatchObject([
      {
        text: 'Decide the gate: Is answers 1.1.0 worse than 1.0.1?',
        why: 'Regressed by the rule, but inconclusive. Due 17 Mar 2026, 00:00 UTC',
        metric: { kind: 'quality', chain: 'answers' },
      },
    ])
    expect(suggested({ versions: [worse] })).toMatchObject([
      { text: 'Keep answers 1.1.0, or go back to 1.0.1', metric: { kind: 'quality', chain: 'answers' } },
    ])
    // Its gate opened after the week had ended.
    expect(texts({ versions })).toEqual(['Keep answers 1.1.0, or go back to 1.0.1'])
    const kept = { ...worse, gate: { id: 'g1', state: 'approved', undone: false } }
    for (const calm of [{ ...worse, isWorse: false }, kept]) expect(texts({ versions: [calm] })).toEqual([])
  })

  it('puts gates on worse versions first, then those past their deadline', () => {
    const other = { ...gate, id: 'g2', title: 'Late?' }
    const versions = [{ ...worse, gate: { id: 'g1', state: 'pending', undone: false } }]
    const gates = { overdue: [other], waiting: [{ ...gate, id: 'g3', title: 'Not due?' }, gate] }
    expect(suggested({ versions, gates }).map(({ key }) => key)).toEqual(['g1', 'g2', 'g3'])
  })

  it('asks about a flagged chain only where no worse version explains it, and no chance does', () => {
    expect(texts({ chains: [chain] })).toEqual(['Find out why answers is below 0.60'])
    expect(texts({ chains: [chain], versions: [worse] })).toEqual(['Keep answers 1.1.0, or go back to 1.0.1'])
    for (const noise of [0.7, null]) expect(texts({ chains: [{ ...chain, flags: [{ ...low, noise }] }] })).toEqual([])
  })

  it('names the failures that came back before the new ones, and none that went on as before', () => {
    const groups = ['steady', 'new', 'returned', 'gone'].map((life, place) => ({
      ...failure,
      life,
      node: life,
      roots: life === 'gone' ? 0 : 5 - place,
      fingerprint: life,
    }))
    expect(texts({ failures: { groups } })).toEqual(['Fix: Timed out at returned', 'Fix: Timed out at new'])
  })

  it('mentions reviews only once they are old, disagreements and dead letters always', () => {
    const load = { waiting: 9, disputed: 0, drawn: 0, answered: 0 }
    const waiting = (oldestAt: string | null) => texts({ reviewers: { load: { ...load, oldestAt } } })
    expect(waiting('2026-03-12T00:00:00.000Z')).toEqual([])
    expect(waiting(null)).toEqual([])
    expect(waiting('2026-03-01T00:00:00.000Z')).toEqual(['Review the 9 waiting runs'])
    expect(texts({ reviewers: { load: { ...load, oldestAt: null, disputed: 1 } } })).toEqual([
      'Settle the 1 run on which people disagree',
    ])
    expect(texts({ deadLetters: { open: 2, added: 0 } })).toEqual(['Retry or close the 2 dead letters'])
  })
})

it('tells what is an action already, of this week or an open one of an earlier week', () => {
  const action = (text: string, week: string, status: 'open' | 'done' = 'open') => ({ text, week, status })
  const taken = takenTexts({
    week: '2026-W48',
    actions: [action('Fix it', '2026-W48', 'done'), action('Keep 1.1.0', '2026-W48')],
    carried: [
      action('Keep 1.1.0', '2026-W47'),
      action('Decide it', '2026-W46'),
      action('Ask them', '2026-W47', 'done'),
    ],
  })
  expect([...taken]).toEqual([
    ['Keep 1.1.0', 'An action'],
    ['Decide it', 'An action of week 46'],
    ['Fix it', 'An action'],
  ])
})
