import { describe, expect, it } from 'vitest'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import { prepareGateOdds, prepareGateWorst } from './prepare-gate-odds'
import { prepareGatePicture } from './prepare-gate-picture'
import { prepareGatePolicy } from './prepare-gate-policy'

const dot = (runId: string, score: number | null, scenario: string | null = null, blocked = false) => ({
  runId,
  score,
  scenario,
  blocked,
  occurredAt: '2026-11-20T10:00:00.000Z',
})

const side = (version: string, mean: number | null, dots: ReturnType<typeof dot>[] = []) => ({
  version,
  n: dots.length || 3,
  mean,
  interval: null,
  dots,
})

const odds = (drop: number, exceeds: number, runsToSettle: number | null = 4) => ({
  drop,
  exceeds,
  interval: [0.02, 0.09] as [number, number],
  runsToSettle,
  byConformance: false,
  byScenario: false,
  method: 'mixture-2' as const,
})

function evidence(overrides: Partial<GateEvidence> = {}): GateEvidence {
  return {
    verdict: 'regression',
    word: 'inconclusive',
    threshold: 0.05,
    minLiveRuns: 3,
    profile: 'stratt',
    delta: 0.0667,
    prior: side('1.0.3', 0.84),
    current: side('1.0.4', 0.7733),
    probability: odds(0.97, 0.6),
    factors: [],
    paired: null,
    scenarios: [],
    kept: [],
    drift: null,
    warnings: [],
    run: null,
    execution: null,
    bestAttempt: null,
    notes: [],
    ...overrides,
  }
}

describe('prepareGateOdds', () => {
  it.each([
    ['regression', odds(0.99, 0.9), 'Regressed against 1.0.3', 'fail'],
    ['regression', odds(0.97, 0.6), 'Regressed by the rule, but inconclusive', 'fail'],
    ['regression', odds(0.3, 0.05), 'Regressed by the rule, but inconclusive', 'fail'],
    ['ok', odds(0.4, 0.1), 'Not worse than 1.0.3', 'pass'],
    ['ok', odds(0.9, 0.4), 'Not worse by the rule, but inconclusive', 'unknown'],
    ['ok', odds(0.99, 0.95), 'Not worse by the rule, but inconclusive', 'unknown'],
    ['insufficient_sample', odds(0.99, 0.99), 'Too few live runs to say', 'unknown'],
  ] as const)('%s with %o reads "%s"', (verdict, probability, words, tone) => {
    expect(prepareGateOdds(evidence({ verdict, probability }))).toMatchObject({ verdict: words, tone })
  })

  it('has no sentences for a version without a baseline', () => {
    const model = prepareGateOdds(evidence({ verdict: 'no_baseline', prior: null, probability: null }))
    expect(model).toEqual({ verdict: 'No baseline yet', tone: 'unknown', sentences: [] })
  })

  it('mentions it if the odds contradict the rule', () => {
    const said = (verdict: 'regression' | 'ok', exceeds: number) =>
      prepareGateOdds(evidence({ verdict, probability: odds(0.9, exceeds, 0) })).sentences.at(-1)
    expect(said('regression', 0.05)).toContain('disagree')
    expect(said('ok', 0.95)).toContain('disagree')
    expect(said('regression', 0.95)).not.toContain('disagree')
  })

  it.each([
    ['beyond the limit', [0.06, 0.14], 0.87, true],
    ['within the limit', [-0.06, 0.04], 0.15, true],
    ['across the limit', [0.04, 0.14], 0.87, false],
    ['beyond it, like the odds', [0.06, 0.14], 0.93, false],
  ] as const)('says that an interval %s leaves open what the odds do not settle', (_, [low, high], exceeds, isOpen) => {
    const probability = { ...odds(0.99, exceeds), interval: [low, high] as [number, number] }
    const said = prepareGateOdds(evidence({ probability })).sentences.join(' ')
    expect(said.includes('leaves open whether it is beyond the limit')).toBe(isOpen)
  })

  it.each([
    [0, 'More runs would hardly change this.'],
    [1, 'About 1 more run of each version would settle it.'],
    [null, 'Even 50 more runs of each version would hardly settle it'],
  ])('says how many more runs would settle it: %s', (runsToSettle, words) => {
    expect(prepareGateOdds(evidence({ probability: odds(0.99, 0.95, runsToSettle) })).sentences.at(-1)).toContain(words)
  })
})

describe('prepareGatePolicy', () => {
  const outcomes = (given: Partial<GateEvidence>) =>
    prepareGatePolicy(evidence(given)).map((criterion) => criterion.outcome)

  it.each([
    ['a drop above the limit fails', {}, ['pass', 'pass', 'fail', 'unknown']],
    [
      'a tie passes, whatever its rounding',
      { delta: 0.8 - 0.75, current: side('1.0.4', 0.75, [dot('a', 0.75), dot('b', 0.75), dot('c', 0.75)]) },
      ['pass', 'pass', 'pass', 'pass'],
    ],
    [
      'too few runs do not pass',
      { current: side('1.0.4', 0.9, [dot('a', 0.9)]) },
      ['pass', 'unknown', 'unknown', 'pass'],
    ],
    ['no baseline does not pass', { prior: null, delta: null }, ['unknown', 'pass', 'unknown', 'unknown']],
    [
      'one broken contract fails',
      { current: side('1.0.4', 0.6, [dot('a', 0.6, null, true), dot('b', 0.6), dot('c', 0.6)]) },
      ['pass', 'pass', 'fail', 'fail'],
    ],
  ] as const)('%s', (_, given, expected) => {
    expect(outcomes(given as Partial<GateEvidence>)).toEqual(expected)
  })

  it.each([
    [0.173, '−0.173'],
    [0.0504, '−0.0504'],
    [0.052, '−0.052'],
    [0.0496, '−0.0496'],
  ])('shows a drop of %d with the decimals that tell it from the limit', (delta, seen) => {
    const drop = prepareGatePolicy(evidence({ delta })).find(({ rule }) => rule === 'Drop of the mean')
    expect(drop?.seen).toBe(seen)
  })
})

describe('prepareGateWorst', () => {
  it('lists the scenarios that fell most, once each, with their prior run', () => {
    const prior = side('1.0.3', 0.9, [
      dot('p1', 0.9, 'one'),
      dot('p2', 0.8, 'two'),
      dot('p1-old', 0.1, 'one'),
      dot('p3', 0.7, 'three'),
    ])
    const current = side('1.0.4', 0.5, [
      dot('c1-again', 0.6, 'one'),
      dot('c1', 0.05, 'one'),
      dot('c2', 0.2, 'two'),
      dot('c3', 0.75, 'three'),
      dot('c4', 0.1),
    ])
    const worst = prepareGateWorst({ prior, current })
    expect(worst.map((run) => [run.runId, run.prior?.runId])).toEqual([
      ['c1', 'p1'],
      ['c2', 'p2'],
      ['c3', 'p3'],
    ])
    expect(worst[0]?.prior?.change).toBeCloseTo(-0.85)
  })

  it('falls back to the lowest scores, and never ranks an unscored run', () => {
    const current = side('1.0.4', 0.5, [dot('a', 0.5), dot('b', null), dot('c', 0), dot('d', 0.9), dot('e', 0.6)])
    expect(prepareGateWorst({ prior: null, current }).map((run) => run.runId)).toEqual(['c', 'a', 'e'])
  })
})

describe('the picture of a gate', () => {
  it.each(['wide', 'narrow'] as const)('keeps fifty equal runs within their column, %s', (size) => {
    const runs = (name: string) => Array.from({ length: 50 }, (_, place) => dot(`${name} ${place}`, 1))
    const { prior, current, plot } = prepareGatePicture(
      evidence({ prior: side('1.0.3', 1, runs('a')), current: side('1.0.4', 1, runs('b')) }),
      'demo',
      size,
    )
    const places = (column: typeof current | null) => (column?.dots ?? []).map(({ x }) => x)
    expect(new Set(places(prior)).size).toBe(50)
    expect(Math.min(...places(prior))).toBeGreaterThan(plot.left)
    expect(Math.max(...places(prior))).toBeLessThan(Math.min(...places(current)))
    expect(Math.max(...places(current))).toBeLessThan(plot.right)
  })
})
