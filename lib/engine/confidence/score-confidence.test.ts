import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { CONFIDENCE_WEIGHTS, scoreConfidence } from './score-confidence'

describe('the weighted mean', () => {
  it.each([
    [{ self: 0.9, peer: 0.7, downstream: 0.8, human: 1 }, 0.872, 1],
    [{ self: 0.9, peer: 0.5 }, 0.65, 0.32],
    [{ peer: 0.8, downstream: 1 }, 0.55 / 0.6, 0.48],
    [{ self: 1, peer: 0.6, downstream: false }, 0.54, 0.6],
    [{ downstream: true }, 1, 0.28],
    [{ human: false }, 0, 0.4],
    [{ peer: 0 }, 0, 0.2],
  ])('of %j is %d', (signals, score, coverage) => {
    const result = scoreConfidence({ signals })
    expect(result.score).toBeCloseTo(score, 12)
    expect(result.coverage).toBeCloseTo(coverage, 12)
  })

  it('is null without a signal, never zero', () => {
    const nothing = { score: null, coverage: 0, weightsUsed: {}, breakdown: [], decision: 'insufficient_evidence' }
    expect(scoreConfidence({ signals: {} })).toMatchObject(nothing)
    expect(scoreConfidence({ signals: { self: null, human: undefined } })).toMatchObject(nothing)
  })

  it('normalises the weights of the signals present', () => {
    const { weightsUsed } = scoreConfidence({ signals: { self: 1, peer: 1, downstream: 1, human: 1 } })
    expect(weightsUsed).toEqual({ self: 0.12, peer: 0.2, downstream: expect.closeTo(0.28), human: 0.4 })
  })

  it('ignores a signal with a weight of zero', () => {
    const { score, coverage } = scoreConfidence({ signals: { self: 0, peer: 0.5 }, weights: { self: 0 } })
    expect(score).toBe(0.5)
    expect(coverage).toBeCloseTo(0.25 / 1.1, 12)
    expect(scoreConfidence({ signals: { self: 1 }, weights: { self: 0 } }).score).toBeNull()
  })
})

describe('the decision', () => {
  it.each([
    [{ peer: 0.8 }, 'accept'],
    [{ peer: 0.8 - 1e-8 }, 'below_threshold'],
    [{ self: 1 }, 'insufficient_evidence'],
    [{ self: 0.4 }, 'below_threshold'],
    [{ self: 1, peer: 0.9 }, 'accept'],
    [{ self: 1, peer: 1, downstream: 1, human: false }, 'below_threshold'],
  ])('for %j is %s', (signals, decision) => {
    expect(scoreConfidence({ signals }).decision).toBe(decision)
  })

  it.each([false, 0])('is vetoed by a human %j whatever the mean', (human) => {
    const signals = { self: 1, peer: 1, downstream: 1, human }
    expect(scoreConfidence({ signals, weights: { human: 0.01 } })).toMatchObject({
      vetoed: true,
      decision: 'below_threshold',
    })
    expect(scoreConfidence({ signals }).score).toBeCloseTo(0.6, 12)
  })

  it('is not vetoed by a low human rating', () => {
    expect(scoreConfidence({ signals: { human: 0.2 } }).vetoed).toBe(false)
  })
})

describe('invalid input', () => {
  it.each([
    [{ peer: 1.4 }, 'signals.peer'],
    [{ self: -0.1 }, 'signals.self'],
    [{ human: Number.NaN }, 'signals.human'],
    [{ downstream: Number.POSITIVE_INFINITY }, 'signals.downstream'],
    [{ peer: true }, 'signals.peer'],
  ])('rejects the signals %j, naming %s', (signals, path) => {
    expect(() => scoreConfidence({ signals })).toThrow(EngineInputError)
    expect(() => scoreConfidence({ signals })).toThrow(path)
  })

  it.each([
    [{ self: -1 }, 'weights.self'],
    [{ peer: Number.NaN }, 'weights.peer'],
    [{ self: 0, peer: 0, downstream: 0, human: 0 }, 'weights'],
  ])('rejects the weights %j', (weights, path) => {
    expect(() => scoreConfidence({ signals: { peer: 1 }, weights })).toThrow(path)
  })
})

describe('any set of signals', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const anySignals = fc.record({ self: unit, peer: unit, downstream: unit, human: unit }, { requiredKeys: [] })

  it('has a score between the lowest and the highest signal', () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const { score, coverage } = scoreConfidence({ signals })
        const values = Object.values(signals)
        if (score === null) return values.length === 0 && coverage === 0
        return (
          score >= Math.min(...values) - 1e-12 && score <= Math.max(...values) + 1e-12 && coverage > 0 && coverage <= 1
        )
      }),
    )
  })

  it('has a breakdown that adds up to the score, in any order of the signals', () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const result = scoreConfidence({ signals })
        expect(scoreConfidence({ signals: Object.fromEntries(Object.entries(signals).reverse()) })).toEqual(result)
        if (result.score === null) return
        const sum = result.breakdown.reduce((total, { contribution }) => total + contribution, 0)
        expect(sum).toBeCloseTo(result.score, 12)
        expect(Object.values(result.weightsUsed).reduce((total, share) => total + share, 0)).toBeCloseTo(1, 12)
      }),
    )
  })

  it('has default weights that add up to 1.25', () => {
    expect(Object.values(CONFIDENCE_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(1.25)
  })
})
