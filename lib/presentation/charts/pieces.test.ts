import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runHref, runsHref } from '../links'
import { prepareAttemptLine } from './prepare-attempt-line'
import { prepareConfidenceBar } from './prepare-confidence-bar'
import { prepareGatePicture } from './prepare-gate-picture'
import { linearScale } from './scale'

const attempts = (scores: (number | null)[], best = -1) =>
  scores.map((score, index) => ({ attempt: index + 1, runId: `run-${index}`, score, best: index === best }))

describe('linearScale', () => {
  it('clamps, inverts, and maps an empty domain to the middle', () => {
    const y = linearScale([0, 1], [100, 0])
    expect([y(0), y(0.5), y(1), y(2), y(-1)]).toEqual([100, 50, 0, 0, 100])
    expect(linearScale([3, 3], [0, 80])(3)).toBe(40)
  })
})

describe('prepareAttemptLine', () => {
  it('draws an unscored attempt as a gap, not as zero', () => {
    const model = prepareAttemptLine(
      { attempts: attempts([0.5, 0.6, null, 0.7, 0.8], 4), state: 'improving', acceptFrom: 0.8 },
      'large',
      'p',
    )
    expect(model.points).toHaveLength(4)
    expect(model.unscored.map((point) => point.attempt)).toEqual([3])
    expect(model.paths).toHaveLength(2)
    expect(model.summary).toBe(
      'Improving: 5 attempts, scores 0.50, 0.60, 0.70, 0.80, best 0.80 at attempt 5, 1 not scored.',
    )
  })

  it('has one line where a run is accepted from the score that is kept', () => {
    const labels = (acceptFrom: number) =>
      prepareAttemptLine({ attempts: [], state: 'insufficient', acceptFrom }, 'large', 'p').thresholds.map(
        ({ label }) => label,
      )
    expect(labels(0.5)).toEqual(['accept 0.50'])
    expect(labels(0.3)).toEqual(['accept 0.30', 'keep best 0.50'])
  })

  it('draws the line at the score from which the chain accepts', () => {
    const lineAt = (acceptFrom: number) =>
      prepareAttemptLine({ attempts: [], state: 'insufficient', acceptFrom }, 'large', 'p').thresholds[0]
    expect(lineAt(0.8)).toMatchObject({ value: 0.8, label: 'accept 0.80' })
    expect(lineAt(0.875)).toMatchObject({ value: 0.875, label: 'accept 0.875' })
  })

  it('does not connect attempts that are not consecutive', () => {
    const apart = [
      { attempt: 1, runId: 'a', score: 0.5, best: false },
      { attempt: 3, runId: 'b', score: 0.7, best: true },
    ]
    expect(prepareAttemptLine({ attempts: apart, state: 'insufficient', acceptFrom: 0.8 }, 'small', 'p').paths).toEqual(
      [],
    )
  })

  it('connects attempts that share a number, and labels it once', () => {
    const twice = [1, 2, 2, 3].map((attempt, index) => ({ attempt, runId: `r${index}`, score: 0.5, best: false }))
    const model = prepareAttemptLine({ attempts: twice, state: 'plateauing', acceptFrom: 0.8 }, 'medium', 'p')
    expect(model.paths).toHaveLength(1)
    expect(model.points).toHaveLength(4)
    expect(model.ticks.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
  })

  it('draws attempts beside each other whose client numbers none', () => {
    const unnumbered = [0.5, 0.8, 0.5].map((score, index) => ({
      attempt: 1,
      runId: `r${index}`,
      score,
      best: index === 1,
    }))
    const { points, plot } = prepareAttemptLine(
      { attempts: unnumbered, state: 'oscillating', acceptFrom: 0.8 },
      'small',
      'p',
    )
    expect(points.map(({ x }) => x)).toEqual([plot.left, (plot.left + plot.right) / 2, plot.right])
  })

  it.each([5, 12, 60, 1000])(
    'labels the first and the last of %d attempts, and no two on top of each other',
    (count) => {
      const scores = Array.from({ length: count }, () => 0.5)
      const { ticks } = prepareAttemptLine(
        { attempts: attempts(scores), state: 'plateauing', acceptFrom: 0.8 },
        'medium',
        'p',
      )
      expect([ticks[0]?.attempt, ticks.at(-1)?.attempt]).toEqual([1, count])
      const gaps = ticks.slice(1).map(({ x }, index) => x - (ticks[index]?.x ?? x))
      const DIGIT = 7
      expect(Math.min(...gaps)).toBeGreaterThan(DIGIT * `${count}`.length)
    },
  )

  it('keeps every mark inside its plot at every size', () => {
    const scores = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 30 })
    fc.assert(
      fc.property(scores, fc.constantFrom('small' as const, 'medium' as const, 'large' as const), (given, size) => {
        const { points, plot } = prepareAttemptLine(
          { attempts: attempts(given), state: 'undetermined', acceptFrom: 0.8 },
          size,
          'p',
        )
        return points.every(({ x, y }) => x >= plot.left && x <= plot.right && y >= plot.top && y <= plot.bottom)
      }),
    )
  })
})

describe('prepareConfidenceBar', () => {
  const signals = { self: 0.9, peer: null, downstream: 0, human: null }

  it('shows a confidence on its side of the threshold', () => {
    const model = prepareConfidenceBar({ confidence: 0.7993, coverage: 0.4, signals, humanOrigin: null })
    expect([model.valueText, model.summary]).toEqual(['0.799', expect.stringContaining('Confidence 0.799')])
  })

  it('makes each evaluator as wide as its weight, whatever its signal', () => {
    const { segments } = prepareConfidenceBar({ confidence: 0.27, coverage: 0.4, signals, humanOrigin: null })
    const expected = [0.12, 0.2, 0.28, 0.4]
    segments.forEach((segment, place) => {
      expect(segment.width).toBeCloseTo(expected[place] ?? -1, 12)
    })
  })

  it('distinguishes no signal from a signal of zero', () => {
    const { segments, summary } = prepareConfidenceBar({ confidence: 0.27, coverage: 0.4, signals, humanOrigin: null })
    expect(summary).toContain('self 0.90, peer missing, downstream 0.00, human missing.')
    expect(segments.map((segment) => segment.fill)).toEqual([0.9, null, 0, null])
    expect(segments.map((segment) => segment.valueText)).toEqual(['0.90', '—', '0.00', '—'])
  })

  it('reports that there are no signals', () => {
    const none = { self: null, peer: null, downstream: null, human: null }
    const model = prepareConfidenceBar({ confidence: null, coverage: 0, signals: none, humanOrigin: null })
    expect(model.valueText).toBe('—')
    expect(model.summary).toContain('No confidence yet')
  })

  it.each([
    ['review', 'Rejected by a person, so it cannot be accepted'],
    ['ingest', 'Rejected by a label sent with it, so it cannot be accepted'],
  ])('marks a rejection on the human segment only, and says whose it is: %s', (humanOrigin, words) => {
    const rejected = { confidence: 0.3, coverage: 1, signals: { ...signals, human: 0 }, humanOrigin }
    const model = prepareConfidenceBar(rejected)
    expect(model.segments.filter((segment) => segment.isVeto).map((segment) => segment.evaluator)).toEqual(['human'])
    expect(model.summary).toContain(words)
  })
})

describe('prepareGatePicture', () => {
  const dot = (runId: string, score: number | null, scenario: string | null = null) => ({
    runId,
    score,
    scenario,
    blocked: false,
    occurredAt: '2026-11-20T10:00:00Z',
  })
  const prior = {
    version: '1.0.3',
    n: 3,
    mean: 0.84,
    interval: [0.8, 0.88] as [number, number],
    dots: [dot('a', 0.84, 's1'), dot('b', 0.84, 's2'), dot('c', 0.84)],
  }
  const current = {
    version: '1.1.0',
    n: 3,
    mean: 0.7733,
    interval: null,
    dots: [dot('d', 0.8, 's1'), dot('e', 0.7466), dot('f', null, 's2')],
  }
  const evidence = { verdict: 'regression' as const, threshold: 0.05, minLiveRuns: 3, delta: 0.0667, prior, current }

  it('draws the limit below the prior mean by the threshold', () => {
    const { line, gridlines, prior: column } = prepareGatePicture(evidence, 'p')
    const perUnit = ((gridlines[0]?.y ?? 0) - (gridlines[1]?.y ?? 0)) / 0.1
    expect((line?.y ?? 0) - (column?.mean?.y ?? 0)).toBeCloseTo(0.05 * perUnit, 1)
    expect(line?.label).toBe('0.05 line')
  })

  it('connects scored runs of one scenario, and only counts unscored ones', () => {
    const model = prepareGatePicture(evidence, 'p')
    expect(model.pairs.map((pair) => pair.key)).toEqual(['a-d'])
    expect(model.current.dots).toHaveLength(2)
    expect(model.current.unscored).toBe(1)
  })

  it('places equal scores side by side', () => {
    const xs = prepareGatePicture(evidence, 'p').prior?.dots.map((shown) => shown.x) ?? []
    expect(new Set(xs).size).toBe(3)
  })

  it('spans at least 0.3 and contains every score', () => {
    const { gridlines } = prepareGatePicture(evidence, 'p')
    const [low, high] = [gridlines[0]?.value ?? 1, gridlines.at(-1)?.value ?? 0]
    expect(high - low).toBeGreaterThanOrEqual(0.3 - 1e-9)
    expect(low).toBeLessThanOrEqual(0.7466)
    expect(high).toBeGreaterThanOrEqual(0.88)
  })

  it('names what is missing without a verdict', () => {
    const alone = prepareGatePicture({ ...evidence, verdict: 'no_baseline', prior: null, delta: null }, 'p')
    expect([alone.line, alone.delta, alone.prior, alone.tone]).toEqual([null, null, null, 'unknown'])
    expect(alone.summary).toContain('no earlier version')
    expect(prepareGatePicture({ ...evidence, verdict: 'insufficient_sample' }, 'p').summary).toContain(
      '3 live runs are needed',
    )
  })
})

describe('links', () => {
  it('contain their filters, omit unset ones, and escape names', () => {
    expect(runsHref('my project', { chain: 'a,b', grade: ['good'], from: null })).toBe(
      '/p/my%20project/runs?chain=a%252Cb&grade=good',
    )
    expect(runsHref('p')).toBe('/p/p/runs')
    expect(runHref('p', 'a/b')).toBe('/p/p/runs/a%2Fb')
  })
})
