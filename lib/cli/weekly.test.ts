import { describe, expect, it } from 'vitest'
import { runProgram } from './run-program'
import { fakeTerminal } from './testing/fake-terminal'

const mean = { n: 0, mean: null, interval: null }
const share = { n: 0, of: 0, share: null, interval: null }
const summary = ['One.', 'Two.', 'Three.', 'Four.', 'Five.']

const page = (week: string, revision: number | null) => ({
  week,
  previousWeek: null,
  nextWeek: null,
  revision,
  revisions: [],
  report: {
    week,
    project: 'Desk',
    timeZone: 'UTC',
    from: '2026-03-09T00:00:00.000Z',
    to: '2026-03-16T00:00:00.000Z',
    isWhole: true,
    shiftMinutes: 0,
    hours: 168,
    summary,
    totals: {
      runs: 0,
      previousRuns: 0,
      failed: share,
      reviewed: share,
      flaggedRuns: 0,
      current: mean,
      previous: mean,
      change: null,
    },
    chains: [],
    expectedNoise: null,
    units: [],
    failures: { counts: { new: 0, returned: 0, rising: 0, steady: 0, falling: 0, gone: 0 }, groups: [] },
    gates: { opened: 0, counts: { approved: 0, rejected: 0, timed_out: 0 }, decided: [], pending: 0, overdue: [] },
    reviewers: { people: [], withDesk: share, amongPeople: share },
    deadLetters: { added: 0, closed: 0, open: 0, ages: [], oldestAt: null, categories: {} },
    lastActions: [],
  },
  lateRuns: 0,
  actions: [],
  carried: [],
  markdown: '# Desk: week\n\nWords.\n',
  filename: 'memory/2026-03-16.md',
  now: '2026-03-16T09:00:00.000Z',
})

/** A desk with the newest page `newest`, or without pages. */
function desk(newest: string | null, lateRuns = 0) {
  const asked: string[] = []
  const row = { revision: 1, madeAt: '2026-03-16T06:00:00.000Z', madeBy: 'x', runs: 0, headline: 'x' }
  const span = { from: '2026-03-09T00:00:00.000Z', to: '2026-03-16T00:00:00.000Z' }
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname, search } = new URL(String(url))
    asked.push(`${init?.method} ${pathname}${search}`)
    const week = pathname.split('/')[4]
    if (week === undefined)
      return Response.json({
        current: '2026-W12',
        weeks: newest ? [{ week: newest, ...span, ...row }] : [],
        next: null,
      })
    if (init?.method === 'POST') return Response.json({ week, revision: 1, made: true })
    return Response.json({ ...page(week, week === '2026-W12' ? null : 1), lateRuns })
  }
  const { terminal, out, notes } = fakeTerminal({ fetch })
  const run = (...args: string[]) =>
    runProgram(['weekly', ...args, '--url', 'http://desk.test', '--api-key', 'k'], terminal)
  return { run, asked, out, notes }
}

describe('veritas weekly', () => {
  it('prints the summary of the newest page', async () => {
    const { run, out, notes, asked } = desk('2026-W11')
    expect(await run()).toBe(0)
    expect(out).toEqual(summary)
    expect(notes).toEqual(['2026-W11: revision 1'])
    expect(asked).toEqual(['GET /api/v1/weekly?limit=1', 'GET /api/v1/weekly/2026-W11'])
  })

  it('prints a preview of the current week before the first page exists', async () => {
    const { run, notes } = desk(null)
    expect(await run()).toBe(0)
    expect(notes).toEqual(['2026-W12: a preview, not frozen'])
  })

  it.each([
    [3, '2026-W11: revision 1; 3 runs added to this week after it was created'],
    [-1, '2026-W11: revision 1; 1 run removed from this week after it was created'],
  ])('reports that %d runs are not on the page', async (lateRuns, words) => {
    const { run, notes } = desk('2026-W11', lateRuns)
    expect(await run()).toBe(0)
    expect(notes).toEqual([words])
  })

  it('prints a named week as Markdown or JSON, at a revision, creating it first with --make', async () => {
    const { run, out, asked } = desk(null)
    expect(await run('--week', '2026-W10', '--md', '--make')).toBe(0)
    expect(out).toEqual(['# Desk: week\n\nWords.'])
    expect(await run('--week', '2026-W10', '--json', '--revision', '2')).toBe(0)
    expect(JSON.parse(out[1] ?? '')).toMatchObject({ week: '2026-W10', report: { summary } })
    expect(asked).toEqual([
      'POST /api/v1/weekly/2026-W10',
      'GET /api/v1/weekly/2026-W10',
      'GET /api/v1/weekly/2026-W10?revision=2',
    ])
  })

  it.each([[['--md', '--json']], [['--make']], [['--revision', 'abc']], [['--revision', '0']]])(
    'exits with 2 for %j',
    async (args) => {
      const { run, asked } = desk(null)
      expect(await run(...args)).toBe(2)
      expect(asked).toEqual([])
    },
  )
})
