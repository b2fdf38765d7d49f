import { expect, it } from 'vitest'
import { effectiveCriteria } from './criteria'

const configured = {
  enabled: true,
  auto_rerun_on_failure: true,
  quality_threshold: 0.7,
  max_rerun_attempts: 2,
  validation_rules: [],
  scoring_weights: { completeness: 1, accuracy: 2, performance: 3 },
  rerun_strategies: { partial: '', full: '', adaptive: '' },
  default_strategy: 'adaptive' as const,
}

it.each([
  ['the configuration', undefined, undefined, 0.7],
  ['the version', undefined, { quality_threshold: 0.8 }, 0.8],
  ['the run', { quality_threshold: 0.9 }, { quality_threshold: 0.8 }, 0.9],
  ['the run by its accuracy threshold', { accuracy_threshold: 0.6 }, { quality_threshold: 0.8 }, 0.6],
  ['the version if the run states none', { strict: true }, { accuracy_threshold: 0.8 }, 0.8],
])('the threshold comes from %s', (_, own, declared, threshold) => {
  expect(effectiveCriteria(own, declared, configured).quality_threshold).toBe(threshold)
})

it('each weight comes from the first of run, version and configuration that states it', () => {
  const own = { scoring_weights: { accuracy: 20 } }
  const declared = { scoring_weights: { accuracy: 5, performance: 30 } }
  expect(effectiveCriteria(own, declared, configured).scoring_weights).toEqual({
    completeness: 1,
    accuracy: 20,
    performance: 30,
  })
})

it('the other criteria are the run’s own, else its version’s, as a whole', () => {
  const declared = { required_fields: ['a'], strict: true }
  expect(effectiveCriteria(undefined, declared, configured)).toMatchObject(declared)
  expect(effectiveCriteria({ required_fields: ['b'] }, declared, configured)).not.toHaveProperty('strict')
})
