import { describe, expect, it } from 'vitest'
import { configuration } from './configuration'
import { parseInput } from './input-issues'

const gaffJson = {
  quality_assurance: {
    enabled: true,
    auto_rerun_on_failure: true,
    quality_threshold: 0.85,
    max_rerun_attempts: 2,
    validation_rules: ['completeness_check', 'accuracy_verification', 'consistency_check', 'format_validation'],
    scoring_weights: { completeness: 0.4, accuracy: 0.4, performance: 0.2 },
    rerun_strategies: {
      partial: 'Rerun only failed nodes',
      full: 'Rerun entire workflow',
      adaptive: 'Intelligently decide based on failure type',
    },
    default_strategy: 'adaptive',
  },
}

function issuesOf(value: unknown) {
  return parseInput(configuration, value).issues ?? []
}

it('accepts the quality_assurance block of a gaff.json unchanged', () => {
  expect(configuration.parse(gaffJson)).toEqual(gaffJson)
})

describe('rejects an unknown key by name', () => {
  it.each([
    ['at the top', { ...gaffJson, router: {} }, 'router'],
    ['in the block', { quality_assurance: { qualty_threshold: 1 } }, 'quality_assurance.qualty_threshold'],
    [
      'in its weights',
      { quality_assurance: { scoring_weights: { speed: 1 } } },
      'quality_assurance.scoring_weights.speed',
    ],
    ['of the judge', { judge: { model: 'x' } }, 'judge.model'],
  ])('%s', (_, value, path) => {
    expect(issuesOf(value)).toEqual([{ path, message: expect.stringMatching(/^unknown field/) }])
  })
})

describe('rejects a value out of range, naming the field', () => {
  it.each([
    [{ quality_assurance: { quality_threshold: 1.01 } }, 'quality_assurance.quality_threshold'],
    [{ quality_assurance: { max_rerun_attempts: -1 } }, 'quality_assurance.max_rerun_attempts'],
    [{ quality_assurance: { max_rerun_attempts: 1.5 } }, 'quality_assurance.max_rerun_attempts'],
    [{ quality_assurance: { validation_rules: ['spell_check'] } }, 'quality_assurance.validation_rules[0]'],
    [{ quality_assurance: { default_strategy: 'none' } }, 'quality_assurance.default_strategy'],
    [{ quality_assurance: { enabled: 'yes' } }, 'quality_assurance.enabled'],
    [{ stratt_weights: { conformance: -0.1 } }, 'stratt_weights.conformance'],
    [{ stratt_weights: { conformance: 0, completeness: 0, efficiency: 0 } }, 'stratt_weights'],
    [{ confidence_weights: { self: 0, peer: 0, downstream: 0, human: 0 } }, 'confidence_weights'],
    [
      { quality_assurance: { scoring_weights: { completeness: 0, accuracy: 0, performance: 0 } } },
      'quality_assurance.scoring_weights',
    ],
    [{ quality_gate: { quality_threshold: 0 } }, 'quality_gate.quality_threshold'],
    [{ regression_threshold: Number.NaN }, 'regression_threshold'],
    [{ gate_hours: 0 }, 'gate_hours'],
    [null, ''],
  ])('%j', (value, path) => {
    expect(issuesOf(value).map((issue) => issue.path)).toEqual([path])
  })

  it('but a weight of 0 beside non-zero weights is accepted', () => {
    expect(issuesOf({ stratt_weights: { conformance: 0, completeness: 0, efficiency: 1 } })).toEqual([])
    expect(issuesOf({ stratt_weights: { conformance: 0 } })).toEqual([])
  })
})
