import { describe, expect, it } from 'vitest'
import type { ExecutionView } from '@/lib/contracts/executions'
import type { Period } from '@/lib/contracts/overview'
import { prepareConvergenceWall } from './prepare-convergence-wall'
import { prepareNodesHit } from './prepare-failure-classes'
import { prepareHeadline, prepareOverviewFigures } from './prepare-overview'

const none = { n: 0, mean: null, interval: null }
const noShare = { n: 0, of: 0, share: null, interval: null }

function period(overrides: Partial<Period> = {}): Period {
  return {
    from: '2026-11-14T08:00:00.000Z',
    to: '2026-11-21T08:00:00.000Z',
    runs: 0,
    candidateRuns: 0,
    dryRuns: 0,
    failedRuns: 0,
    quality: none,
    measured: { runs: 0, enough: 0, lacks: [] },
    measuredOn: null,
    good: noShare,
    confidence: none,
    reviewed: noShare,
    grades: { excellent: 0, good: 0, acceptable: 0, poor: 0, failed: 0 },
    notGraded: 0,
    decisions: { accept: 0, iterate: 0, accept_best: 0, escalate: 0, insufficient_evidence: 0 },
    ...overrides,
  }
}

const quality = (mean: number, half: number, n = 100) => ({
  n,
  mean,
  interval: [mean - half, mean + half] as [number, number],
})

const figure = (key: string, current: Period, previous: Period | null) =>
  prepareOverviewFigures({ current, previous }, 'p', { range: '7d' }).find((one) => one.key === key)

describe('the figures of a period', () => {
  it('are missing, not zero, without a run', () => {
    const figures = prepareOverviewFigures({ current: period(), previous: period() }, 'p', { range: '7d' })
    expect(figures.map(({ key, value }) => [key, value])).toEqual([
      ['runs', '0'],
      ['quality', null],
      ['good', null],
      ['confidence', null],
    ])
    expect(figures.slice(1).every(({ change }) => change === null)).toBe(true)
  })

  it('are not rounded across a level that the chart below them draws', () => {
    const now = period({
      runs: 100,
      quality: quality(0.7962, 0.1),
      confidence: { n: 100, mean: 0.79996, interval: null },
    })
    const figures = prepareOverviewFigures({ current: now, previous: null }, 'p', { range: '7d' })
    expect(figures.flatMap(({ key, value }) => (key === 'quality' || key === 'confidence' ? value : []))).toEqual([
      '0.796',
      '0.79996',
    ])
  })

  it.each([
    ['a fall beyond both intervals is worse', 0.7, 0.01, 'worse', '−0.10', 'down'],
    ['a rise beyond both intervals is better', 0.9, 0.01, 'better', '+0.10', 'up'],
    ['a change within the intervals is neutral', 0.7, 0.2, 'neutral', '−0.10', 'down'],
    ['a change that rounds to zero is flat', 0.8001, 0.00001, 'neutral', '0.00', 'flat'],
  ])('%s', (_, mean, half, meaning, text, direction) => {
    const now = period({ runs: 100, quality: quality(mean, half) })
    const before = period({ runs: 100, quality: quality(0.8, half) })
    expect(figure('quality', now, before)?.change).toMatchObject({ meaning, text, direction })
  })

  it('cover live runs of versions that serve, say what they leave out, and open the same runs', () => {
    const now = period({ runs: 10, dryRuns: 2, candidateRuns: 3, quality: quality(0.8, 0.1, 5) })
    expect(figure('runs', now, null)?.count).toBe('none failed · 3 from candidates and 2 dry runs not in the means')
    expect(figure('quality', now, null)?.count).toBeNull()
    for (const key of ['quality', 'good', 'confidence'] as const)
      expect(figure(key, now, null)?.href).toMatch(/kind=live&candidate=false/)
    expect(figure('runs', now, null)?.href).not.toContain('kind')
  })

  it('compare shares in percentage points, and have no change without earlier runs', () => {
    const good = (share: number) => ({ n: share * 100, of: 100, share, interval: null })
    const now = period({ runs: 100, good: good(0.82) })
    expect(figure('good', now, period({ runs: 100, good: good(0.8) }))?.change?.text).toBe('+2 pts')
    expect(figure('good', now, null)?.change).toBeNull()
    expect(figure('runs', now, null)?.change).toBeNull()
  })

  it('are neutral if chance explains the change from very few runs, whose number is named', () => {
    const now = period({ runs: 243, good: { n: 158, of: 243, share: 0.65, interval: [0.59, 0.71] } })
    // Wilson's interval of 2 of 2 reaches down to .34, and not above 1.
    const before = period({ runs: 2, good: { n: 2, of: 2, share: 1, interval: [0.34, 1] } })
    expect(figure('good', now, before)?.change).toMatchObject({
      meaning: 'neutral',
      against: '2 runs in the 7 days before',
    })
    expect(figure('good', before, now)?.change).toMatchObject({ meaning: 'neutral', against: 'the 7 days before' })
  })

  it('are neutral if the periods were measured on different factors', () => {
    const [told, untold] = [['conformance', 'efficiency'], ['conformance']]
    const of = (mean: number, measuredOn: string[]) => period({ runs: 100, quality: quality(mean, 0.02), measuredOn })
    expect(figure('quality', of(0.6, told), of(0.9, told))?.change?.meaning).toBe('worse')
    expect(figure('quality', of(0.6, told), of(0.9, untold))?.change).toMatchObject({
      meaning: 'neutral',
      against: 'the 7 days before, measured on conformance, now on conformance and efficiency',
    })
  })

  it('are replaced by the reason if too little was measured, and count the runs behind them', () => {
    const imported = period({ runs: 100, measured: { runs: 100, enough: 0, lacks: ['tokens', 'contract'] } })
    const missing = 'Too little measured: token counts and a contract are missing'
    expect(figure('quality', imported, null)).toMatchObject({ value: null, missing })
    expect(figure('good', imported, null)).toMatchObject({ value: null, missing })
    const mixed = period({ runs: 100, quality: quality(0.8, 0.1, 40), measured: { ...imported.measured, enough: 40 } })
    expect(figure('quality', mixed, null)).toMatchObject({
      value: '0.80',
      count: '40 of 100 scored live runs measured enough',
    })
    const open = { gates: { pending: 0, dueToday: 0 }, flagged: 0 }
    const headline = prepareHeadline({ current: imported, ...open }, 'p', { range: '7d' })
    expect(headline.map(({ text }) => text)).toEqual([
      '100 runs in the last 7 days',
      'too little measured for a quality score',
    ])
  })

  it('count runs of candidates separately', () => {
    const now = period({ runs: 9, candidateRuns: 4, failedRuns: 2, quality: quality(0.8, 0.1, 3) })
    expect(figure('runs', now, null)?.count).toBe('2 failed · 4 from candidates not in the means')
    expect(figure('quality', now, null)?.count).toBe('3 of 5 scored')
    expect(figure('quality', { ...now, quality: quality(0.8, 0.1, 5) }, null)?.count).toBeNull()
  })

  it('link to the runs of the period, or to all runs', () => {
    expect(figure('good', period({ runs: 1 }), null)?.href).toBe(
      '/p/p/runs?from=2026-11-14T08%3A00%3A00.000Z&to=2026-11-21T08%3A00%3A00.000Z&band=good',
    )
    expect(figure('good', period({ runs: 9, candidateRuns: 4, from: null }), null)?.href).toBe(
      '/p/p/runs?band=good&candidate=false',
    )
    expect(figure('runs', period({ from: null }), null)?.href).toBe('/p/p/runs')
  })

  it('link to the runs that have ended, which alone are counted, while others run', () => {
    const input = { current: period({ from: null, runs: 3 }), previous: null, running: 2 }
    const status = `status=${encodeURIComponent('completed,failed,failed_quality,paused_for_approval,cancelled')}`
    const [runs] = prepareOverviewFigures(input, 'p', { range: 'all' })
    expect(runs?.href).toBe(`/p/p/runs?${status}`)
    const open = { gates: { pending: 0, dueToday: 0 }, flagged: 0 }
    const headline = prepareHeadline({ ...input, ...open }, 'p', { range: 'all' })
    expect(headline.map(({ href }) => href)).toEqual([`/p/p/runs?${status}`, '/p/p/runs?status=running'])
  })
})

describe('the headline of the overview', () => {
  const textOf = (input: Parameters<typeof prepareHeadline>[0], range: '7d' | 'all' = '7d') =>
    prepareHeadline(input, 'p', { range })
      .map((part) => part.text)
      .join(', ')

  it.each([
    [{ current: period(), gates: { pending: 0, dueToday: 0 }, flagged: 0 }, 'No run in the last 7 days'],
    [
      {
        current: period({ runs: 1, good: { n: 1, of: 1, share: 1, interval: null } }),
        gates: { pending: 2, dueToday: 1 },
        flagged: 3,
      },
      '1 run in the last 7 days, 100% good of 1 run, 1 gate due today, 3 flagged runs',
    ],
    [{ current: period(), gates: { pending: 1, dueToday: 0 }, flagged: 0 }, 'No run in the last 7 days, 1 gate waits'],
    [
      { current: period(), gates: { pending: 0, dueToday: 0 }, flagged: 0, running: 2 },
      'No run in the last 7 days, 2 still running',
    ],
  ])('mentions only what exists', (input, text) => {
    expect(textOf(input)).toBe(text)
  })
})

describe('the convergence wall', () => {
  const execution = (key: string, state: ExecutionView['state'], best: number | null): ExecutionView => ({
    key,
    chain: 'notes',
    version: '1.0.0',
    attempts: [
      { attempt: 1, runId: 'a', score: best, best: best !== null },
      { attempt: 2, runId: 'b', score: null, best: false },
    ],
    state,
    action: 'continue',
    best: best === null ? null : { attempt: 1, score: best },
    oneMore: null,
    acceptFrom: 0.8,
    gain: null,
    decision: 'iterate',
    updatedAt: '2026-11-21T08:00:00.000Z',
  })

  it('groups by state, with those that may need a person first', () => {
    const executions = [
      execution('1', 'improving', 0.7),
      execution('2', 'oscillating', 0.5),
      execution('3', 'improving', 0.9),
    ]
    const { groups, summary } = prepareConvergenceWall(executions, 'p')
    expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
      ['Oscillating', 1],
      ['Improving', 2],
    ])
    expect(summary).toBe('The latest 3 executions of several attempts: 1 oscillating, 2 improving.')
  })

  it('names the acceptance threshold, and rounds the best score to its side of it', () => {
    const held = { ...execution('1', 'improving', 0.8749), acceptFrom: 0.875 }
    const { groups, reading } = prepareConvergenceWall([held], 'p')
    expect(groups[0]?.items[0]?.bestText).toBe('0.87')
    expect(reading).toContain('accepted from 0.875')
    expect(prepareConvergenceWall([held, execution('2', 'improving', 0.9)], 'p').reading).toContain(
      'accepted from there',
    )
  })

  it('shows a dash for an unscored execution', () => {
    const { groups, table } = prepareConvergenceWall([execution('1', 'insufficient', null)], 'p')
    expect(groups[0]?.items[0]?.bestText).toBe('—')
    expect(table.rows[0]?.cells.slice(3)).toEqual(['—, —', '—'])
  })
})

describe('the nodes hit', () => {
  it('share one scale, and link to the runs of the range', () => {
    const buckets = [{ start: '2026-11-20T00:00:00Z', end: '2026-11-21T00:00:00Z' }]
    const nodes = [
      { node: 'fetch', roots: 6, cascades: 2 },
      { node: 'use', roots: 0, cascades: 4 },
    ]
    const hits = prepareNodesHit({ nodes, buckets }, 'p', ['a b'])
    expect(hits.map(({ name, roots, cascades }) => [name, roots, cascades])).toEqual(
      nodes.map(({ node, roots, cascades }) => [node, roots, cascades]),
    )
    expect(hits[0]?.href).toContain('node=fetch&chain=a+b&from=2026-11-20')
  })

  it('call a failure without a step that of the run itself, as its page does', () => {
    const [hit] = prepareNodesHit({ nodes: [{ node: 'run', roots: 1, cascades: 0 }], buckets: [] }, 'p', [])
    expect(hit).toMatchObject({ name: 'the run itself', title: expect.stringMatching(/^the run itself: 1 failure,/) })
    expect(hit?.href).toContain('node=run')
  })
})
