import { expect, it } from 'vitest'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { quietSections } from './quiet-sections'

const nothing = {
  shareGood: { found: null },
  chains: [],
  versions: [],
  units: [],
  failures: { counts: {}, groups: [] },
  gates: { opened: 0, counts: { approved: 0, rejected: 0, timed_out: 0 }, pending: 0, overdue: [], waiting: [] },
  totals: { reviewed: { n: 0 } },
  reviewers: { people: [], load: null },
  deadLetters: { added: 0, closed: 0, open: 0 },
} as unknown as WeeklyReport

const all = ['to-do', 'people', 'versions', 'flagged', 'movers', 'failures', 'gates', 'reviewers', 'dead-letters']

it('are all of a week in which nothing happened', () => {
  expect([...quietSections(nothing)]).toEqual(all)
})

it.each<[string, object]>([
  ['people', { shareGood: { found: { estimate: 0.8 } } }],
  ['versions', { versions: [{ isWorse: false }] }],
  ['flagged', { units: [{ flags: [{}] }] }],
  ['failures', { failures: { counts: { steady: 2 }, groups: [] } }],
  ['gates', { gates: { ...nothing.gates, pending: 1 } }],
  ['reviewers', { reviewers: { people: [], load: { waiting: 3, drawn: 0 } } }],
  ['dead-letters', { deadLetters: { ...nothing.deadLetters, closed: 1 } }],
])('are not %s when it has something to say', (section, said) => {
  expect([...quietSections({ ...nothing, ...said })]).toEqual(all.filter((other) => other !== section))
})

it('are flagged ones only where chains ran and none is flagged', () => {
  const quiet = quietSections({ ...nothing, chains: [{ flags: [] }] } as unknown as WeeklyReport)
  expect(quiet.has('flagged')).toBe(true)
  expect(quiet.has('movers')).toBe(false)
})
