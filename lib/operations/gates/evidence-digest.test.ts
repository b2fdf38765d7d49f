import { describe, expect, it } from 'vitest'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import { evidenceDigest } from './evidence'

const dots = (scores: number[]) =>
  scores.map((score, index) => ({
    runId: `r${index}`,
    score,
    scenario: null,
    blocked: false,
    occurredAt: '2026-11-20T10:00:00.000Z',
  }))

function evidence(
  scores: number[],
  n = scores.length,
  mean = scores.reduce((sum, score) => sum + score, 0) / scores.length,
): GateEvidence {
  return {
    verdict: 'ok',
    word: 'inconclusive',
    threshold: 0.05,
    minLiveRuns: 3,
    profile: 'stratt',
    delta: null,
    prior: null,
    current: { version: '1.0.1', n, mean, interval: null, dots: dots(scores) },
    probability: null,
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
  }
}

describe('evidenceDigest', () => {
  it('is the same for the same numbers in any order', () => {
    const one = evidence([0.7, 0.8, 0.9])
    const other = { ...one, current: { ...one.current, mean: 0.7999999999999999, dots: one.current.dots.toReversed() } }
    expect(evidenceDigest(other)).toBe(evidenceDigest(one))
  })

  it('does not depend on the wording of the notes', () => {
    const one = evidence([0.7, 0.8, 0.9])
    expect(evidenceDigest({ ...one, notes: ['reworded'] })).toBe(evidenceDigest(one))
  })

  it.each([
    ['another run', evidence([0.7, 0.8, 0.9, 0.8])],
    ['another score', evidence([0.7, 0.8, 0.91])],
    ['another verdict', { ...evidence([0.7, 0.8, 0.9]), verdict: 'regression' as const }],
    [
      'a new warning',
      { ...evidence([0.7, 0.8, 0.9]), warnings: [{ kind: 'judge' as const, text: 'Judged by others.' }] },
    ],
    ['another threshold', { ...evidence([0.7, 0.8, 0.9]), threshold: 0.1 }],
  ])('changes with %s', (_, changed) => {
    expect(evidenceDigest(changed)).not.toBe(evidenceDigest(evidence([0.7, 0.8, 0.9])))
  })

  it('of thousands of runs changes only with the mean to 3 decimals or the count to 2 significant figures', () => {
    const busy = (n: number, mean: number) => evidenceDigest(evidence([0.8], n, mean))
    expect(busy(12_040, 0.80012)).toBe(busy(12_003, 0.80009))
    expect(busy(12_003, 0.802)).not.toBe(busy(12_003, 0.80009))
    expect(busy(13_500, 0.80009)).not.toBe(busy(12_003, 0.80009))
  })
})
