import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DecideIterationInput, decideIteration } from './decide-iteration'

function attempt(
  qualityScore: number | null,
  iteration: number,
  maxIterations = 3,
  rest: Partial<DecideIterationInput> = {},
) {
  return decideIteration({ qualityScore, iteration, maxIterations, ...rest })
}

describe('without a history', () => {
  it.each([
    [0.8, 1, 'accept', null],
    [0.79, 1, 'iterate', null],
    [0.3, 1, 'iterate', null],
    [0.1 + 0.2 - 1e-12, 1, 'iterate', null],
    [0.29, 1, 'escalate', 'fundamental'],
    [0.29, 2, 'iterate', null],
    [0.49, 3, 'escalate', 'rejected'],
    [0.5, 3, 'escalate', 'marginal'],
    [0.79, 3, 'escalate', 'marginal'],
    [0.85, 3, 'accept', null],
    [0.4 * 0.8 + 0.4 * 0.8 + 0.2 * 0.8, 1, 'accept', null],
    [0.6, 7, 'escalate', 'marginal'],
  ])('%d at attempt %i of 3 is %s', (score, iteration, decision, kind) => {
    expect(attempt(score, iteration)).toMatchObject({ decision, kind, belowThreshold: decision !== 'accept' })
  })

  it('an only attempt that is fundamentally wrong is fundamental, not merely rejected', () => {
    expect(attempt(0.1, 1, 1)).toMatchObject({ decision: 'escalate', kind: 'fundamental' })
  })

  it('there is no decision without a score', () => {
    expect(attempt(null, 1)).toMatchObject({ decision: 'insufficient_evidence', best: null })
    expect(attempt(null, 3, 5, { history: [0.6, 0.7] }).best).toEqual({ iteration: 2, score: 0.7 })
  })
})

describe('a series that no longer improves', () => {
  it.each([
    [[0.7, 0.71, 0.705], 'accept_best', 'plateau', 2, true],
    [[0.4, 0.41, 0.405], 'escalate', 'plateau', 2, true],
    [[0.5, 0.5, 0.5], 'accept_best', 'plateau', 1, true],
    [[0.7, 0.6, 0.5], 'accept_best', 'degrading', 1, true],
    [[0.85, 0.75, 0.65], 'accept_best', 'degrading', 1, false],
    [[0.45, 0.4, 0.35], 'escalate', 'degrading', 1, true],
    [[0.6, 0.75, 0.6, 0.75], 'accept_best', 'contradictory_feedback', 2, true],
    [[0.3, 0.45, 0.3, 0.45], 'escalate', 'contradictory_feedback', 2, true],
    [[0.5, 0.6, 0.7], 'iterate', null, 3, true],
  ])('%j is %s', (history, decision, kind, iteration, belowThreshold) => {
    const score = history.at(-1) ?? 0
    const result = attempt(score, history.length, 9, { history })
    expect(result).toMatchObject({ decision, kind, best: { iteration }, belowThreshold })
  })

  it('is escalated instead of stopped when the attempts are used up, with the best attached', () => {
    const result = attempt(0.705, 3, 3, { history: [0.7, 0.71, 0.705] })
    expect(result).toMatchObject({ decision: 'escalate', kind: 'marginal', best: { iteration: 2, score: 0.71 } })
  })

  it('numbers the best attempt back from this one when older scores are missing', () => {
    expect(attempt(0.6, 5, 9, { history: [0.7, 0.65, 0.6] }).best).toEqual({ iteration: 3, score: 0.7 })
  })
})

describe('a blocker', () => {
  const blockers = ['schema']

  it.each([
    [0.95, 1, undefined, 'iterate', null],
    [0.95, 3, undefined, 'escalate', 'marginal'],
    [0.9, 3, [0.9, 0.9, 0.9], 'escalate', 'marginal'],
  ])('rules out acceptance of %d at attempt %i', (score, iteration, history, decision, kind) => {
    expect(attempt(score, iteration, 3, { history, blockers })).toMatchObject({ decision, kind })
  })

  it('rules out acceptance of a plateau', () => {
    expect(attempt(0.9, 3, 9, { history: [0.9, 0.9, 0.9], blockers })).toMatchObject({
      decision: 'escalate',
      kind: 'plateau',
    })
  })

  it.each([
    [['schema', 'status: the run failed'], 1, 'Blocked: schema; status: the run failed. 2 attempts are left.'],
    [['the source says “It is 5.”'], 2, 'Blocked: the source says “It is 5.” One attempt is left.'],
    [['step a failed: boom', 'step a failed: boom'], 2, 'Blocked: step a failed: boom. One attempt is left.'],
    [['schema'], 3, 'Blocked: schema. No attempts are left. A person decides.'],
    [['a', 'b', 'c', 'a', 'd', 'e'], 1, 'Blocked: a; b; c; and 2 more. 2 attempts are left.'],
    [
      ['total: the source says "It is 5".', 'b.'],
      1,
      'Blocked: total: the source says "It is 5"; b. 2 attempts are left.',
    ],
  ])('is named in the reason: %j', (named, iteration, reason) => {
    expect(attempt(0.95, iteration, 3, { blockers: named }).reason).toBe(reason)
  })

  it('is never said of another attempt than this one', () => {
    const { decision, best, reason } = attempt(0.47, 3, 9, { history: [0.55, 0.51, 0.47], blockers })
    expect({ decision, best }).toEqual({ decision: 'escalate', best: { iteration: 1, score: 0.55 } })
    expect(reason).toBe(
      'The latest attempts made it worse; the best is attempt 1 with 0.55. This attempt is blocked: schema. A person decides.',
    )
  })
})

it.each([
  [{ qualityScore: 1.1, iteration: 1, maxIterations: 3 }, 'qualityScore'],
  [{ qualityScore: 0.5, iteration: 0, maxIterations: 3 }, 'iteration'],
  [{ qualityScore: 0.5, iteration: 1.5, maxIterations: 3 }, 'iteration'],
  [{ qualityScore: 0.5, iteration: 1, maxIterations: 0 }, 'maxIterations'],
  [{ qualityScore: 0.5, iteration: 2, maxIterations: 3, history: [Number.NaN, 0.5] }, 'history[0]'],
  [{ qualityScore: 0.5, iteration: 2, maxIterations: 3, history: [0.5, 0.4] }, 'history'],
])('rejects %j, naming %s', (input, path) => {
  expect(() => decideIteration(input)).toThrow(path)
})

it('accepts nothing below .8 while attempts are left and the trend is open, and gives a reason', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      score,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      (value, iteration, maxIterations) => {
        const { decision, reason } = decideIteration({ qualityScore: value, iteration, maxIterations })
        expect(decision === 'accept').toBe(value >= 0.8 - 1e-9)
        expect(reason).toMatch(/^[A-Z0-9].*\.$/)
      },
    ),
  )
})
