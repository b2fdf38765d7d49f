import { describe, expect, it } from 'vitest'
import type { Configuration } from '@/lib/contracts/configuration'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import { toMeasure } from '../ingest/score'
import { DEFAULT_CONFIGURATION, mergeConfiguration } from './levels'

const body: Partial<RunBody> = {
  output: { a: 1, date: 'soon', min: 5, max: 3 },
  tokens: { input: 50, output: 50 },
  criteria: {
    required_fields: ['a', 'missing'],
    required_formats: { date: 'date-time' },
    format_penalty: 0.2,
    accuracy_criteria: {
      expected_ranges: { a: { min: 2 } },
      cross_field_validations: [{ id: 'order', left: 'min', op: 'lte', right: 'max' }],
    },
  },
}

function measure(config: Configuration, more: Partial<RunBody> = {}) {
  const run = runInput.parse({ id: 'r', chain: 'c', ...body, ...more })
  const configuration = mergeConfiguration(DEFAULT_CONFIGURATION, config)
  return measureRun(run, toMeasure(run, { contract: undefined, criteria: undefined, configuration }))
}

describe('checks', () => {
  it('lower the score by default: a field, a format, a range and an order of fields', () => {
    const { gaff } = measure({})
    expect(gaff.value).toBeCloseTo(0.4 * (1 - 0.2 - 0.2) + 0.4 * (1 - 0.15 - 0.15) + 0.2, 12)
    expect(gaff.breakdown.warnings).toEqual([])
  })

  it.each([
    ['completeness_check', 0.4 * 0.8 + 0.4 * 0.7 + 0.2],
    ['format_validation', 0.4 * 0.8 + 0.4 * 0.7 + 0.2],
    ['accuracy_verification', 0.4 * 0.6 + 0.4 * 0.85 + 0.2],
    ['consistency_check', 0.4 * 0.6 + 0.4 * 0.85 + 0.2],
  ] as const)('ignore the faults of %s when it is off, and the score has a warning', (off, value) => {
    const all = DEFAULT_CONFIGURATION.quality_assurance.validation_rules
    const { gaff } = measure({ quality_assurance: { validation_rules: all.filter((rule) => rule !== off) } })
    expect(gaff.value).toBeCloseTo(value, 12)
    expect(gaff.breakdown.warnings).toEqual([`check_off: ${off}`])
  })

  it('leave a factor without value and weight when nothing measures it, instead of a full score', () => {
    const { gaff } = measure({ quality_assurance: { validation_rules: ['completeness_check', 'format_validation'] } })
    expect(gaff.value).toBeCloseTo((0.4 * 0.6 + 0.2) / 0.6, 12)
    expect(gaff.breakdown.factors).toContainEqual(expect.objectContaining({ name: 'accuracy', value: null, weight: 0 }))
  })

  it('give no grade when all are off, and still report custom validator issues', () => {
    const criteria = { custom_validators: [{ id: 'own', field: 'a', op: 'eq', value: 2 }] }
    const { gaff, issues } = measure({ quality_assurance: { validation_rules: [] } }, { criteria })
    expect(gaff).toMatchObject({ value: null, grade: null })
    expect(gaff.breakdown.warnings).toContain('no_criteria')
    expect(issues).toMatchObject([{ type: 'custom', field: 'a' }])
  })

  it('give no quality check score when quality assurance is off', () => {
    const { gaff, stratt } = measure({ quality_assurance: { enabled: false } })
    expect(gaff).toMatchObject({ value: null, breakdown: { warnings: ['quality_assurance_off'] } })
    expect(stratt.value).not.toBeNull()
  })
})

describe('weights', () => {
  it('of the quality check are stored with its factors as shares', () => {
    const { gaff } = measure({
      quality_assurance: { scoring_weights: { completeness: 1, accuracy: 1, performance: 2 } },
    })
    expect(gaff.value).toBeCloseTo(0.25 * 0.6 + 0.25 * 0.7 + 0.5, 12)
    expect(gaff.breakdown.factors.map((factor) => factor.weight)).toEqual([0.25, 0.25, 0.5])
  })

  it('of the trace quality change its score and band', () => {
    const { stratt } = measure({ stratt_weights: { conformance: 0, completeness: 0, efficiency: 2 } })
    expect(stratt).toMatchObject({ value: 0.5, band: 'poor' })
  })
})

const decided = {
  profile: 'gaff' as const,
  gaff: 0.82,
  stratt: 0.82,
  band: 'good',
  status: 'completed',
  kind: 'live',
  signals: { self: null, peer: null, downstream: null, human: null },
  humanOrigin: null,
  blockers: [],
  isOverridden: false,
  attempt: 1,
  maxAttempts: 3,
  earlier: [],
}

describe('the decision', () => {
  it.each([
    [0.85, 'iterate'],
    [0.82, 'accept'],
    [0.5, 'accept'],
  ])('with a quality check threshold of %d', (gaffThreshold, decision) => {
    expect(decideRun({ ...decided, gaffThreshold }).decision).toBe(decision)
  })

  it('ignores that threshold for other profiles and for confidence', () => {
    expect(decideRun({ ...decided, profile: 'stratt', gaffThreshold: 0.99 }).decision).toBe('accept')
    const signals = { ...decided.signals, peer: 0.81 }
    expect(decideRun({ ...decided, signals, gaffThreshold: 0.99 }).decision).toBe('accept')
  })

  it('never rests on an evaluator without weight, and never on the agent alone', () => {
    const signals = { ...decided.signals, self: 1, peer: 0.9 }
    const confidenceWeights = { self: 1, peer: 0, downstream: 1, human: 1 }
    expect(decideRun({ ...decided, stratt: 0.4, profile: 'stratt', signals, confidenceWeights })).toMatchObject({
      basis: 'quality',
      decision: 'iterate',
    })
  })
})
