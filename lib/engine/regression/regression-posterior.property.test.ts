import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '../input-error'
import { type Sample, sampleOf } from '../stats/descriptive'
import { seededRng } from '../stats/random'
import { detectRegression } from './detect-regression'
import { oddsOf } from './regression-posterior'

// Away from 0 and 1, since scores of only 0 and 1 are treated as passed or failed.
const score = fc.double({ min: 0.01, max: 0.99, noNaN: true })
const of = (values: readonly number[]): Sample => sampleOf(values) ?? { n: 0, mean: 0, squares: 0 }
const sample = fc.array(score, { minLength: 1, maxLength: 12 }).map(of)
/** A sample, and the same one lowered by a part of its lowest score, so that no score is below 0. */
const lowered = fc
  .tuple(fc.array(score, { minLength: 1, maxLength: 12 }), fc.double({ min: 0.01, max: 1, noNaN: true }))
  .map(([scores, part]) => {
    const own = of(scores)
    return [own, { ...own, mean: own.mean - part * Math.min(...scores) }] as const
  })

describe('the odds of a drop', () => {
  it('never fall when the measured drop grows, and the interval moves with it', () => {
    fc.assert(
      fc.property(sample, lowered, (prior, [current, lower]) => {
        const [one, two] = [oddsOf(prior, current, 0.05), oddsOf(prior, lower, 0.05)]
        // With one or two runs a huge difference also suggests a larger spread, and the odds hardly change.
        const runs = prior.n + current.n
        const slack = runs > 4 ? 1e-6 : runs > 2 ? 0.01 : 0.03
        expect(two.drop).toBeGreaterThanOrEqual(one.drop - slack)
        expect(two.exceeds).toBeGreaterThanOrEqual(one.exceeds - slack)
        // Closer to 0 the same spread counts as more or less extreme, which changes the width slightly.
        const moved = Math.min(prior.n, current.n) < 3 ? 1e-6 : 0.02
        expect(two.interval[0]).toBeGreaterThanOrEqual(one.interval[0] - moved)
        expect(two.interval[1]).toBeGreaterThanOrEqual(one.interval[1] - moved)
      }),
    )
  })

  it('are reversed when the versions are swapped', () => {
    fc.assert(
      fc.property(sample, sample, (prior, current) => {
        const [there, back] = [oddsOf(prior, current, 0), oddsOf(current, prior, 0)]
        expect(there.drop).toBeCloseTo(1 - back.drop, 6)
        expect(there.interval[0]).toBeCloseTo(-back.interval[1], 6)
        expect(there.interval[1]).toBeCloseTo(-back.interval[0], 6)
      }),
    )
  })

  it('contain the measured drop, in order and within bounds, for one run, equal runs and a million', () => {
    const many = fc.record({
      n: fc.integer({ min: 1, max: 1_000_000 }),
      mean: fc.double({ min: 0, max: 1, noNaN: true }),
      spread: fc.constantFrom(0, 1e-6, 0.02, 0.3),
    })
    const large = many.map(({ n, mean, spread }) => ({ n, mean, squares: (n - 1) * spread ** 2 }))
    fc.assert(
      fc.property(fc.oneof(sample, large), fc.oneof(sample, large), (prior, current) => {
        const { drop, exceeds, interval, runsToSettle } = oddsOf(prior, current, 0.05)
        const delta = prior.mean - current.mean
        expect(exceeds).toBeGreaterThanOrEqual(0)
        expect(exceeds).toBeLessThanOrEqual(drop)
        expect(drop).toBeLessThanOrEqual(1)
        expect(interval[0]).toBeLessThanOrEqual(delta)
        expect(interval[1]).toBeGreaterThanOrEqual(delta)
        expect(interval[0]).toBeGreaterThanOrEqual(-1)
        expect(interval[1]).toBeLessThanOrEqual(1)
        expect(runsToSettle === 0).toBe(exceeds >= 0.9 - 1e-9 || exceeds <= 0.1 + 1e-9)
      }),
    )
  })

  it('are deterministic', () => {
    fc.assert(
      fc.property(sample, sample, (prior, current) => {
        expect(oddsOf(prior, current, 0.05)).toEqual(oddsOf(prior, current, 0.05))
      }),
      { numRuns: 20 },
    )
  })

  it('have a narrower interval for more runs, on average', () => {
    const random = seededRng(5)
    const draw = (n: number) => of(Array.from({ length: n }, () => 0.6 + 0.3 * (random() - 0.5)))
    const width = (n: number) => {
      const widths = Array.from({ length: 200 }, () => {
        const [low, high] = oddsOf(draw(n), draw(n), 0.05).interval
        return high - low
      })
      return widths.reduce((sum, one) => sum + one, 0) / widths.length
    }
    const widths = [1, 2, 3, 6, 12, 50].map(width)
    expect(widths).toEqual(widths.toSorted((a, b) => b - a))
  })

  it.each([0.3, 0.8, 1])('of versions that always score %d are finite, and settled with enough runs', (score) => {
    const equal = (n: number) => of(Array.from({ length: n }, () => score))
    for (const n of [1, 2, 3]) {
      const { drop, exceeds, interval } = oddsOf(equal(n), equal(n), 0.05)
      expect([drop, exceeds, ...interval].every(Number.isFinite)).toBe(true)
      expect(interval[1]).toBeGreaterThan(0)
    }
    expect(oddsOf(equal(60), equal(60), 0.05).exceeds).toBeLessThan(0.02)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -0.1, 1.1])('reject a score of %d', (score) => {
    expect(() => detectRegression({ prior: [{ score: 0.5 }], current: [{ score }] })).toThrow(EngineInputError)
  })
})

describe('scores that pass or fail', () => {
  const results = (passed: number, runs: number) => of(Array.from({ length: runs }, (_, run) => (run < passed ? 1 : 0)))

  it('allow for a failure that three runs did not show', () => {
    const { exceeds, interval, byConformance } = oddsOf(results(3, 3), results(3, 3), 0.05)
    expect(interval[1]).toBeGreaterThan(0.2)
    expect(exceeds).toBeGreaterThan(0.02)
    expect(byConformance).toBe(false)
  })

  it('are decisive when they differ enough', () => {
    expect(oddsOf(results(29, 30), results(15, 30), 0.05).exceeds).toBeGreaterThan(0.98)
    expect(oddsOf(results(300, 300), results(299, 300), 0.05).exceeds).toBeLessThan(0.02)
    expect(oddsOf(results(3, 3), results(2, 3), 0.05).exceeds).toBeLessThan(0.5)
  })

  it('report a regression for a total collapse, and nothing less', () => {
    const wordOf = (before: number[], after: number[]) => {
      const [prior, current] = [before, after].map((scores) => scores.map((score) => ({ score })))
      return detectRegression({ prior: prior ?? [], current: current ?? [] }).evidence.word
    }
    expect(wordOf([1, 1, 1], [0, 0, 0])).toBe('regressed')
    expect(wordOf([0.95, 0.9, 0.7], [0.3, 0.4, 0.35])).toBe('regressed')
    expect(wordOf([1, 1, 0], [0, 0, 0])).toBe('inconclusive')
    expect(wordOf([1, 1, 1], [1, 0, 0])).toBe('inconclusive')
  })

  it('are rarely reported worse for three runs drawn from the same rate', () => {
    const scored = (passed: number) => Array.from({ length: 3 }, (_, run) => ({ score: run < passed ? 1 : 0 }))
    const counts = [0, 1, 2, 3]
    const worse = counts.flatMap((before) =>
      counts.flatMap((after) => {
        const { word } = detectRegression({ prior: scored(before), current: scored(after) }).evidence
        return word === 'regressed' ? [{ before, after }] : []
      }),
    )
    for (const rate of [0.5, 0.8, 0.95]) {
      const chanceOf = (passed: number) => (passed % 3 === 0 ? 1 : 3) * rate ** passed * (1 - rate) ** (3 - passed)
      const chance = worse.reduce((sum, { before, after }) => sum + chanceOf(before) * chanceOf(after), 0)
      expect(chance).toBeGreaterThan(0)
      expect(chance).toBeLessThan(0.03)
    }
  })

  it('become more likely worse with each additional failure', () => {
    const chances = [10, 8, 6, 4, 2, 0].map((passed) => oddsOf(results(10, 10), results(passed, 10), 0.05).exceeds)
    expect(chances).toEqual(chances.toSorted((a, b) => a - b))
  })
})
