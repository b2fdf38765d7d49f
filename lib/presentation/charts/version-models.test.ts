import { describe, expect, it } from 'vitest'
import type { ChainView, VersionView } from '@/lib/contracts/chains'
import type { Profile } from '@/lib/contracts/primitives'
import { finishedStatuses } from '@/lib/contracts/vocabulary'
import { measuredVersionScore, prepareVersionLine } from './prepare-version-line'
import { prepareVersionRow } from './prepare-versions'
import { prepareWorse } from './prepare-worse'

const version = (name: string, overrides: Partial<VersionView> = {}): VersionView => ({
  version: name,
  state: 'live',
  served: false,
  publishedAt: '2026-11-20T00:00:00.000Z',
  publishedBy: null,
  hasContract: false,
  hasCriteria: false,
  gate: null,
  liveRuns: 10,
  runs: 10,
  quality: { n: 10, mean: 0.8, interval: [0.7, 0.9] },
  measured: { runs: 10, enough: 10, lacks: [] },
  confidence: null,
  verdict: 'no_baseline',
  word: 'no_baseline',
  delta: null,
  comparedWith: null,
  comparedOn: null,
  odds: null,
  confidenceFall: null,
  ...overrides,
})

const odds = (exceeds: number) => ({
  drop: 0.9,
  exceeds,
  interval: [0, 0.1] as [number, number],
  runsToSettle: 4,
  byConformance: false,
  byScenario: false,
  method: 'mixture-2' as const,
})
const wholeChain: ChainView = {
  name: 'notes',
  profile: 'stratt',
  maxAttempts: 3,
  regressionThreshold: 0.05,
  minLiveRuns: 3,
  gateHours: 24,
  gateQuorum: 1,
  servedVersion: '2',
  newestVersion: '2',
  runs: 20,
  lastRunAt: null,
  versionCount: 0,
  drift: null,
  versions: [],
}
const chain = (versions: VersionView[], profile: Profile = 'stratt') => ({
  name: 'notes',
  profile,
  regressionThreshold: 0.05,
  versions,
})

describe('the row of a version', () => {
  it('has the change with its 90% interval, lower being worse', () => {
    const row = prepareVersionRow(chain([]), version('2', { comparedWith: '1', delta: 0.09, odds: odds(0.3) }), 'p')
    expect([row.changeText, row.changeInterval]).toEqual(['−0.09', '−0.10 to 0.00'])
  })

  it('has a mean that is not rounded across a level of the profile, and neither has the chart', () => {
    const below = version('1', { quality: { n: 10, mean: 0.797, interval: [0.7, 0.9] } })
    expect(prepareVersionRow(chain([]), below, 'p').meanText).toBe('0.797')
    expect(prepareVersionRow(chain([], 'gaff'), below, 'p').meanText).toBe('0.80')
    const { points, summary } = prepareVersionLine(chain([below]), 'p', { score: 'quality' })
    expect(points[0]).toMatchObject({ label: '0.797', title: expect.stringContaining('mean 0.797 over') })
    expect(summary).toContain('a mean of 0.797 over')
  })

  it('links its counts to the runs that have ended, which they count', () => {
    const { liveHref, href } = prepareVersionRow(chain([]), version('2', {}), 'p')
    for (const link of [liveHref, href]) expect(link).toContain(`status=${finishedStatuses.join('%2C')}`)
    expect([liveHref.includes('kind=live'), href.includes('kind=')]).toEqual([true, false])
  })

  it('says what the change covers where it is not that of the means shown', () => {
    const unlike = version('2', { comparedWith: '1', delta: 0.09, comparedOn: ['conformance', 'completeness'] })
    expect(prepareVersionRow(chain([]), unlike, 'p').changeNote).toBe('of conformance and completeness alone')
    expect(prepareVersionRow(chain([]), { ...unlike, comparedOn: null }, 'p').changeNote).toBeNull()
  })

  it('has no interval of the change without odds, or where the odds are about a shrunken drop', () => {
    const shrunken = version('2', { comparedWith: '1', delta: 0.09, odds: { ...odds(0.3), method: 'shrunken-1' } })
    expect(prepareVersionRow(chain([]), shrunken, 'p').changeInterval).toBeNull()
    expect(prepareVersionRow(chain([]), version('1'), 'p').changeInterval).toBeNull()
  })

  it.each([
    [version('1'), '10 live runs'],
    [version('1', { measured: { runs: 10, enough: 4, lacks: ['tokens'] } }), '4 of 10 live runs'],
    [version('1', { measured: { runs: 10, enough: 0, lacks: ['tokens'] } }), '0 of 10 live runs'],
    [version('1', { measured: { runs: 0, enough: 0, lacks: [] } }), 'no scored live run'],
  ])('says on how many runs the mean rests', (given, text) => {
    expect(prepareVersionRow(chain([]), given, 'p').meanOfText).toBe(text)
  })

  it.each([
    [version('1'), 'No baseline yet', 'unknown', '—'],
    [
      version('2', { verdict: 'insufficient_sample', comparedWith: '1', delta: 0.2, odds: odds(0.9) }),
      'Too few live runs to say',
      'unknown',
      '−0.20',
    ],
    [
      version('2', { verdict: 'regression', comparedWith: '1', delta: 0.07, odds: odds(0.95) }),
      'Regressed against 1',
      'fail',
      '−0.07',
    ],
    [
      version('2', { verdict: 'ok', comparedWith: '1', delta: -0.03, odds: { ...odds(0.01), drop: 0.1 } }),
      'Not worse than 1',
      'pass',
      '+0.03',
    ],
  ])('says in words what its live runs say', (view, verdict, tone, changeText) => {
    expect(prepareVersionRow(chain([view]), view, 'p')).toMatchObject({ verdict, tone, changeText })
  })

  it('mentions that confidence fell if the score did not', () => {
    const confidenceFall = { prior: 0.878, current: 0.728, interval: [-0.2, -0.1] as [number, number] }
    const view = version('2', { verdict: 'ok', comparedWith: '1', delta: 0, odds: odds(0.01), confidenceFall })
    const calm = { ...view, odds: { ...odds(0.01), drop: 0.1 } }
    expect(prepareVersionRow(chain([calm]), calm, 'p')).toMatchObject({
      verdict: 'Not worse than 1, but confidence fell from 0.88 to 0.73',
      tone: 'review',
    })
    const fallen = version('2', {
      verdict: 'regression',
      comparedWith: '1',
      delta: 0.2,
      odds: odds(0.99),
      confidenceFall,
    })
    expect(prepareVersionRow(chain([fallen]), fallen, 'p').verdict).toMatch(
      /, and confidence fell from 0\.88 to 0\.73$/,
    )
    expect(prepareWorse([{ ...wholeChain, versions: [calm] }], 'p')).toMatchObject([
      { title: 'notes 2', changeText: '−0.15', tone: 'review' },
    ])
  })

  it('shows live runs and all runs, and links to them', () => {
    const row = prepareVersionRow(chain([]), version('1.0.0', { liveRuns: 7, runs: 9 }), 'p')
    expect(row).toMatchObject({
      runsText: '7 live of 9',
      href: '/p/p/runs?chain=notes&version=1.0.0&status=completed%2Cfailed%2Cfailed_quality%2Cpaused_for_approval%2Ccancelled',
    })
  })
})

const quality = { score: 'quality' } as const

describe('the line of versions', () => {
  it.each([
    ['gaff', ['good 0.85', 'failed 0.60'], '0.849'],
    ['stratt', ['good 0.80', 'poor 0.60'], '0.85'],
    ['confidence', ['accept 0.80', 'keep best 0.50'], '0.85'],
  ] as const)('is read by the levels of its profile, %s', (profile, labels, label) => {
    const close = version('1', { quality: { n: 10, mean: 0.849, interval: null } })
    const model = prepareVersionLine(chain([close], profile), 'p', quality)
    expect(model.levels.map((level) => level.label)).toEqual(labels)
    expect(model.points[0]?.label).toBe(label)
    expect(prepareVersionRow(chain([close], profile), close, 'p').meanText).toBe(label)
  })

  it('goes from the oldest to the newest, with a gap for an unscored version', () => {
    const unscored = version('2', { quality: { n: 0, mean: null, interval: null } })
    const { points, lines } = prepareVersionLine(chain([version('3'), unscored, version('1')]), 'p', quality)
    expect(points.map((point) => [point.version, point.y === null])).toEqual([
      ['1', false],
      ['2', true],
      ['3', false],
    ])
    expect(lines).toEqual([])
    expect(points[1]).toMatchObject({ label: '—', whisker: null })
  })

  it('spreads the versions over any width, and asks for room for long names', () => {
    const few = prepareVersionLine(chain([version('2'), version('1')]), 'p', quality)
    expect(few).toMatchObject({ step: 0.5, points: [{ x: 0.25 }, { x: 0.75 }], lines: [{ x1: 0.25, x2: 0.75 }] })
    const many = Array.from({ length: 12 }, (_, place) => version(`1.${20 - place}.0-candidate`))
    expect(prepareVersionLine(chain(many), 'p', quality).minWidth).toBeGreaterThan(12 * 84)
    expect(few.minWidth).toBe(580)
  })

  it('links to the page of each version, and leaves out candidates', () => {
    const versions = [version('2-pr.1', { state: 'candidate' }), version('1')]
    const { points, table } = prepareVersionLine(chain(versions), 'p', quality)
    const href = '/p/p/chains/notes/versions/1'
    expect(points).toMatchObject([{ version: '1', href }])
    expect(table.rows).toMatchObject([{ key: '1', href }])
  })

  it('draws only the newest of many, mentions it, and lists all', () => {
    const many = Array.from({ length: 20 }, (_, place) => version(`1.${20 - place}.0`))
    const { points, summary, table } = prepareVersionLine(chain(many), 'p', quality)
    expect(points).toHaveLength(12)
    expect(points.at(-1)?.version).toBe('1.20.0')
    expect(summary).toContain('The newest of them are drawn.')
    expect(table.rows).toHaveLength(20)
  })

  it('says that only the highest versions are listed', () => {
    const listed = {
      ...chain([version('2-pr.1', { state: 'candidate' }), version('2'), version('1')]),
      versionCount: 5001,
    }
    expect(prepareVersionLine(listed, 'p', quality).summary).toMatch(/^The 3 highest of 5,001 versions; 2 has a mean/)
    expect(prepareVersionLine({ ...listed, versionCount: 3 }, 'p', quality).summary).toMatch(/^2 versions; /)
  })
})

describe('versions with too little measured', () => {
  const measured = { runs: 10, enough: 0, lacks: ['tokens' as const, 'contract' as const] }
  const imported = version('1.0.0', { quality: { n: 10, mean: 1, interval: [1, 1] }, measured })

  it('show no mean, and what is missing', () => {
    const row = prepareVersionRow(chain([imported]), imported, 'p')
    expect(row).toMatchObject({ meanText: 'too little measured', intervalText: '—' })
    expect(row.verdictTitle).toContain('token counts and a contract are missing')
    const line = prepareVersionLine(chain([imported]), 'p', quality)
    expect(line.points[0]).toMatchObject({ y: null, label: '—' })
    expect(line.summary).toBe('1 version; 1.0.0 has no mean.')
  })

  it('are drawn by their confidence, with its own levels, where evaluators judged their runs', () => {
    expect(measuredVersionScore([imported])).toBe('quality')
    const fallen = { prior: 0.8, current: 0.49, interval: [-0.4, -0.2] as [number, number] }
    const judged = version('2.0.0', {
      ...imported,
      version: '2.0.0',
      confidence: { n: 8, mean: 0.49, interval: [0.4, 0.6] },
      confidenceFall: fallen,
    })
    expect(measuredVersionScore([judged, imported])).toBe('confidence')
    const line = prepareVersionLine(chain([judged, imported]), 'p', { score: 'confidence' })
    expect(line.levels.map(({ label }) => label)).toEqual(['accept 0.80', 'keep best 0.50'])
    expect(line.points).toMatchObject([
      { version: '1.0.0', y: null, tone: 'unknown' },
      { version: '2.0.0', label: '0.49', tone: 'fail' },
    ])
    expect(line.points[1]?.title).toContain(
      'mean 0.49 over 8 live runs with signals, without people’s verdicts, interval 0.40 to 0.60',
    )
    expect(line.table.rows.map(({ cells }) => cells)).toEqual([
      ['2.0.0', '8', '0.49', '0.40 to 0.60'],
      ['1.0.0', '—', '—', '—'],
    ])
    expect(measuredVersionScore([version('3.0.0'), judged])).toBe('quality')
  })

  it('show a mean with its number of runs if some were measured', () => {
    const some = { ...imported, measured: { ...measured, enough: 4 } }
    const row = prepareVersionRow(chain([some]), some, 'p')
    expect(row.meanText).toBe('1.00')
    expect(row.verdictTitle).toContain('10 scored live runs, of which 4 were measured enough to be judged')
  })
})
