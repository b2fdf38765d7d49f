import { describe, expect, it } from 'vitest'
import type { Profile } from '@/lib/contracts/primitives'
import { runInput } from '@/lib/contracts/run-input'
import { profiles } from '@/lib/contracts/vocabulary'
import { EngineInputError } from '@/lib/engine/input-error'
import { measureRun } from './measure-run'
import { levelOf, STANDARD_WEIGHTS, scoreUnder } from './score-under'

const run = runInput.parse({
  id: 'r',
  chain: 'c',
  output: { answer: 'yes', amount: 40 },
  tokens: { input: 60, output: 40 },
})
const measure = {
  contract: { requiredOutputs: ['answer', 'source'] },
  criteria: { accuracy_criteria: { expected_ranges: { amount: { max: 10 } } } },
  durationMs: null,
  tokens: 100,
}
const signals = { self: 0.9, peer: 0.5, downstream: null, human: null }
const under = (profile: Profile, weights?: Record<string, number>) =>
  scoreUnder({ profile, weights, run, measure, signals })

describe('scoreUnder', () => {
  it.each(['gaff', 'stratt'] as const)('without weights equals the %s score measured at ingest', (profile) => {
    expect(under(profile)).toEqual(measureRun(run, measure)[profile])
  })

  it.each(profiles)('with the default weights of %s equals the score without weights', (profile) => {
    expect(under(profile, { ...STANDARD_WEIGHTS[profile] })).toEqual(under(profile))
  })

  it.each<[Profile, Record<string, number>, number]>([
    ['stratt', { conformance: 0, completeness: 0 }, 0.4],
    ['stratt', { conformance: 0.5, completeness: 0.3, efficiency: 0.2 }, 0.5 + 0.15 + 0.08],
    ['gaff', { completeness: 0, performance: 0 }, 0.85],
    ['confidence', { self: 0 }, 0.5],
    ['confidence', { self: 0.25 }, 0.7],
  ])('scores %s with %j as %d', (profile, weights, expected) => {
    expect(under(profile, weights).value).toBeCloseTo(expected, 12)
  })

  it('is null when only signals without weight are present', () => {
    const score = under('confidence', { self: 0, peer: 0 })
    expect(score.value).toBeNull()
    expect(score.breakdown.factors.every((factor) => factor.contribution === null)).toBe(true)
  })

  it.each(profiles)('rejects weights of %s that are all zero or negative', (profile) => {
    const [first = '', ...others] = Object.keys(STANDARD_WEIGHTS[profile])
    const zero = Object.fromEntries([first, ...others].map((factor) => [factor, 0]))
    expect(() => under(profile, zero)).toThrow(EngineInputError)
    expect(() => under(profile, { [first]: -1 })).toThrow(EngineInputError)
  })
})

it.each<[Parameters<typeof levelOf>[0], string | null]>([
  [{ profile: 'gaff', value: 0.9, grade: 'good', band: null }, 'good'],
  [{ profile: 'stratt', value: 0.9, grade: null, band: 'good' }, 'good'],
  [{ profile: 'confidence', value: 0.8, grade: null, band: null }, 'accepted'],
  [{ profile: 'confidence', value: 0.79, grade: null, band: null }, 'below threshold'],
  [{ profile: 'confidence', value: null, grade: null, band: null }, null],
])('the level of %j is %s', (score, level) => {
  expect(levelOf(score)).toBe(level)
})
