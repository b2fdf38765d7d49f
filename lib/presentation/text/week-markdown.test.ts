import { describe, expect, it } from 'vitest'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { plain } from './markdown-table'
import { actionsMarkdown, weekMarkdown } from './week-markdown'
import { summarizeWeek, type Unsummarized } from './week-sentences'

const noMean = { n: 0, mean: null, interval: null }
const noShare = { n: 0, of: 0, share: null, interval: null }

const nothing: Unsummarized = {
  week: '2026-W11',
  project: 'Desk',
  timeZone: 'UTC',
  from: '2026-03-09T00:00:00.000Z',
  to: '2026-03-16T00:00:00.000Z',
  isWhole: true,
  shiftMinutes: 0,
  hours: 168,
  totals: {
    runs: 0,
    previousRuns: 0,
    failed: noShare,
    reviewed: noShare,
    flaggedRuns: 0,
    current: noMean,
    previous: noMean,
    measured: null,
    change: null,
    comparedOn: null,
    engines: null,
    confidence: { current: null, previous: null, n: null },
  },
  shareGood: null,
  history: [],
  chains: [],
  chainTotals: null,
  versions: [],
  versionTotals: { versions: 0, worse: 0 },
  expectedNoise: null,
  units: [],
  unitTotals: { units: 0, flagged: 0 },
  failures: { counts: { new: 0, returned: 0, rising: 0, steady: 0, falling: 0, gone: 0 }, groups: [] },
  gates: {
    opened: 0,
    counts: { approved: 0, rejected: 0, timed_out: 0, undone: 0 },
    decided: [],
    pending: 0,
    overdue: [],
    allOverdue: 0,
    waiting: [],
  },
  reviewers: { people: [], withDesk: noShare, amongPeople: noShare, agreement: null, load: null },
  deadLetters: { added: 0, closed: 0, open: 0, ages: [], oldestAt: null, categories: {} },
  lastActions: [],
}

const busy: Unsummarized = {
  ...nothing,
  totals: {
    ...nothing.totals,
    runs: 1204,
    previousRuns: 1,
    failed: { n: 12, of: 1204, share: 12 / 1204, interval: [0.006, 0.017] },
    current: { n: 1200, mean: 0.5996, interval: [0.58, 0.62] },
    change: { change: -0.07, interval: [-0.1, -0.04], beyondNoise: true, isTooFew: false },
  },
  chains: ['a', 'b'].map((chain) => ({
    chain,
    runs: 602,
    failedRuns: 6,
    current: { n: 600, mean: 0.5996, interval: [0.58, 0.62] },
    previous: { n: 1, mean: 0.7, interval: null },
    measured: null,
    change: { change: -0.1, interval: [-0.2, 0], beyondNoise: false, isTooFew: true },
    comparedOn: null,
    confidenceFall: null,
    flags: [{ kind: 'low', noise: chain === 'a' ? 0.42 : null, runsToSettle: null }],
  })),
  expectedNoise: 0.42,
  deadLetters: { ...nothing.deadLetters, open: 2, oldestAt: '2026-03-01T00:00:00.000Z' },
}

describe('the five summary sentences', () => {
  it('invent no number for a week without activity', () => {
    expect(summarizeWeek(nothing)).toEqual([
      'Nothing ran, nor in the week before.',
      'No live run was scored, so there is no mean quality.',
      'No chain had a scored live run, so none could be flagged.',
      'No failure was recorded in either week.',
      'Nobody decided a gate or reviewed a run.',
    ])
  })

  it("describe the runs, their quality, the flags, the failures, and people's actions", () => {
    expect(summarizeWeek(busy)).toEqual([
      '1,204 runs, of which 12 failed; the week before had 1.',
      'Mean quality of live runs was 0.60 (0.58 to 0.62, 1,200 runs), down 0.07 on the week before, more than noise explains.',
      '2 of 2 chains are flagged: a and b; about 0.4 false alarms are expected among these flags.',
      'No failure was recorded in either week.',
      'Nobody decided a gate or reviewed a run; 2 dead letters waiting, the oldest for 15 days.',
    ])
  })
})

it('the first sentence counts the flagged runs, of which there may be one', () => {
  const first = (flaggedRuns: number) => summarizeWeek({ ...busy, totals: { ...busy.totals, flaggedRuns } })[0]
  expect(first(1)).toContain('12 failed and 1 is flagged;')
  expect(first(2)).toContain('12 failed and 2 are flagged;')
})

it('the third sentence counts all worse versions, of which a report names fifty', () => {
  const row = { chain: 'a', version: '2', isWorse: true, verdict: 'no_baseline', delta: null, confidenceFall: null }
  const report = { ...nothing, versions: [row], versionTotals: { versions: 90, worse: 61 } } as unknown as Unsummarized
  expect(summarizeWeek(report)[2]).toContain('61 versions are worse than the ones before them: a 2')
  const alone = { ...report, versionTotals: null } as unknown as Unsummarized
  expect(summarizeWeek(alone)[2]).toContain('1 version is worse than the one before it: a 2')
})

it('the fourth sentence writes thousands of failures as others write theirs', () => {
  const counts = { new: 1070, returned: 1200, rising: 0, steady: 0, falling: 0, gone: 3937 }
  expect(summarizeWeek({ ...nothing, failures: { counts, groups: [] } })[3]).toBe(
    'Among the kinds of failure: 1,070 new, 1,200 came back, 0 rising, 3,937 gone.',
  )
})

it('the fifth sentence counts all overdue gates, and on an early page those that it lists', () => {
  const late = { id: 'g', title: 'Good?', chain: 'a', version: '1', decidedBy: null, undone: false, at: nothing.from }
  const overdue = [{ ...late, state: 'pending' as const }]
  const fifth = (allOverdue: number | null) =>
    summarizeWeek({ ...nothing, gates: { ...nothing.gates, overdue, allOverdue } })[4]
  expect(fifth(1130)).toContain('; 1,130 gates overdue')
  expect(fifth(null)).toContain('; 1 gate overdue')
})

it('the fifth sentence counts reviews, of which a run may have several', () => {
  const person = { name: 'Rita', userId: 'rita', approved: 5, rejected: 4, rated: 0, secondsEach: null, gates: 0 }
  const people = ['Rita', 'Ben'].map((name) => ({ ...person, name, reviews: 9 }))
  expect(summarizeWeek({ ...nothing, reviewers: { ...nothing.reviewers, people } })[4]).toBe(
    'People decided 0 gates and gave 18 reviews.',
  )
})

it('the third sentence names flagged steps also if no chain was scored', () => {
  const unit = { chain: 'a', node: 'think', failed: noShare, previous: noShare, trend: 'unknown' as const, score: null }
  const flags = [{ kind: 'low' as const, noise: null, runsToSettle: null }]
  const report = { ...nothing, units: [{ ...unit, flags }], unitTotals: { units: 4, flagged: 1 } }
  expect(summarizeWeek(report)[2]).toBe(
    'No chain had a scored live run, so none could be flagged; 1 of 4 steps is: think of a.',
  )
})

it('the third sentence names the chains whose confidence fell, flagged or not', () => {
  const [first] = busy.chains.map((chain) => ({
    ...chain,
    flags: [],
    confidenceFall: { prior: 0.878, current: 0.728, interval: [-0.2, -0.1] as [number, number] },
  }))
  const report = { ...busy, chains: first ? [first] : [], expectedNoise: null }
  expect(summarizeWeek(report)[2]).toBe(
    'The one chain is not flagged: no mean is below 0.60 or fell by more than 0.05; confidence fell in a (0.88 to 0.73).',
  )
  expect(weekMarkdown({ ...report, summary: [] })).toContain('| fell from 0.88 to 0.73 |')
})

describe('the page as Markdown', () => {
  it('begins on Monday in a zone off the full hour, where the week is counted from some minutes before', () => {
    const times = { from: '2026-03-08T18:00:00.000Z', to: '2026-03-15T18:00:00.000Z', shiftMinutes: 30 }
    const report: WeeklyReport = { ...busy, ...times, timeZone: 'Asia/Kolkata', summary: summarizeWeek(busy) }
    expect(weekMarkdown(report)).toContain(
      '2026-03-09 to 2026-03-15, Asia/Kolkata. Runs are counted by whole hours of UTC, so this week begins and ends 30 minutes before midnight in Asia/Kolkata.',
    )
  })

  it('states for each flag how likely it is noise, or that there are too few runs', () => {
    const report: WeeklyReport = { ...busy, summary: summarizeWeek(busy) }
    const page = weekMarkdown(report)
    expect(page).toContain('# Desk: week 2026-W11\n\n2026-03-09 to 2026-03-15, UTC.')
    expect(page).toMatch(/\| a \| mean below 0\.60 \|.*\| 42% \|/)
    expect(page).toMatch(/\| b \| mean below 0\.60 \|.*\| too few runs to say \|/)
    expect(page).not.toMatch(/null|NaN|undefined/)
  })

  it('is never certain that a flag is no noise, and shows a mean below the limit as below', () => {
    const chains = busy.chains.slice(0, 1).map((chain) => ({
      ...chain,
      current: { n: 41, mean: 0.5996, interval: null },
      flags: [{ kind: 'low' as const, noise: 0, runsToSettle: null }],
    }))
    expect(weekMarkdown({ ...busy, chains, summary: [] })).toMatch(
      /\| a \| mean below 0\.60 \| 0\.5996 \(41 runs\) \|.*\| \\<1% \|/,
    )
  })

  it('counts steps for a step, and says as the page does how it compares', () => {
    const mean = { n: 843, mean: 0.5, interval: null }
    const score = { current: mean, previous: { ...mean, n: 0, mean: null }, change: null, isComparable: true }
    const unit = { chain: 'a', node: 'think', failed: noShare, previous: noShare, trend: 'unknown' as const, score }
    const flags = [{ kind: 'low' as const, noise: null, runsToSettle: null }]
    const page = weekMarkdown({
      ...nothing,
      units: [{ ...unit, flags }],
      unitTotals: { units: 1, flagged: 1 },
      summary: [],
    })
    const means = '0.50 (843 steps) | no scored live step |'
    expect(page).toContain(`| a: think | mean below 0.60 | ${means} too few runs to say |`)
    expect(page).toContain(`| a | think | ${means}  | Nothing to compare | none |`)
  })

  it('says that agreement is unknown where nobody could agree', () => {
    const person = {
      name: 'Rita',
      userId: 'rita',
      reviews: 1,
      approved: 1,
      rejected: 0,
      rated: 0,
      secondsEach: null,
      gates: 0,
    }
    const withDesk = { n: 3, of: 4, share: 0.75, interval: [0.3, 0.95] as [number, number] }
    const reviewers = { ...nothing.reviewers, people: [person], withDesk, amongPeople: noShare }
    const page = weekMarkdown({ ...nothing, reviewers, summary: [] })
    expect(page).toContain(
      'Where the desk had decided, the first verdict on a run agreed with it in 3 of 4 (75%, 30 to 95%).',
    )
    expect(page).not.toContain('Several people')
  })

  it('does not let names create Markdown structure', () => {
    const page = (name: string) => {
      const chains = busy.chains.slice(0, 1).map((chain) => ({ ...chain, chain: name }))
      const units = chains.map(({ current, previous, change, flags }) => ({
        chain: name,
        node: name,
        failed: noShare,
        previous: noShare,
        trend: 'unknown' as const,
        score: { current, previous, change, isComparable: true },
        flags,
      }))
      const report = { ...busy, project: name, chains, units, unitTotals: { units: 1, flagged: 1 } }
      return weekMarkdown({ ...report, summary: summarizeWeek(report) })
    }
    const marks = (text: string) => text.replaceAll(/\\./g, '').replaceAll(/[^\n#|<>`[\]*~]/g, '')
    for (const name of ['| # <script>', '- [x] a\n# b', '`c', '**d** _e_ ~~f~~', '\\'])
      expect(marks(page(name).replaceAll(plain(name), 'x'))).toBe(marks(page('x')))
  })

  it('ends with the actions, with done ones checked', () => {
    const actions = [
      { text: 'One', owner: 'Rita', dueOn: '2026-03-20', status: 'open' as const },
      { text: 'Two', owner: null, dueOn: null, status: 'dropped' as const },
    ]
    expect(actionsMarkdown(actions)).toBe(
      '## Actions\n\n- [ ] One (Rita, due 2026-03-20)\n- [x] Two (unassigned, dropped)',
    )
  })
})

describe('a list that is cut', () => {
  it('says how many kinds of failure and gates are left out', () => {
    const kind = { life: 'new', node: 'n', template: 'boom', roots: 1, previousRoots: 0, fingerprint: 'f' }
    const groups = Array(25).fill(kind) as WeeklyReport['failures']['groups']
    const gate = {
      id: 'g',
      title: 'Good?',
      chain: 'c',
      version: '1',
      state: 'approved' as const,
      decidedBy: null,
      at: nothing.to,
    }
    const markdown = weekMarkdown({
      ...nothing,
      summary: [],
      failures: { counts: { ...nothing.failures.counts, new: 25 }, groups },
      gates: {
        ...nothing.gates,
        counts: { approved: 23, rejected: 0, timed_out: 0, undone: 0 },
        decided: Array(23).fill(gate),
      },
    })
    expect(markdown).toContain('And 5 kinds more.')
    expect(markdown).toContain('And 3 gates more.')
  })
})
