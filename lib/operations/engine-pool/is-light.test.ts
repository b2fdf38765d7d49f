import { expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { runBody } from '../testing/factories'
import { isLight, isLightRun } from './ask'

const long = 'a'.repeat(5000)
const many = Array.from({ length: 5000 }, () => 1)

it('isLight accepts small inputs of functions whose work is bounded by the input size', () => {
  expect(isLight('classify_failure', { message: 'timeout' })).toBe(true)
  expect(isLight('classify_failure', { message: long })).toBe(false)
  expect(isLight('analyze_convergence', { scores: many })).toBe(false)
  expect(isLight('redact', { args: { [long]: 1 }, error: '' })).toBe(false)
})

it('isLight rejects schemas, rules and patterns of any size', () => {
  expect(isLight('validate_output', { schema: {}, output: 1 })).toBe(false)
  expect(isLight('check_accuracy', { execution_result: {}, accuracy_criteria: {} })).toBe(false)
})

it.each<[string, object, boolean]>([
  ['no extra requirements', {}, true],
  ['a schema', { contract: { schema: {} } }, false],
  ['rules', { criteria: { accuracy_criteria: {} } }, false],
  ['patterns', { criteria: { required_formats: { answer: '^a' } } }, false],
  ['validators', { criteria: { custom_validators: [] } }, false],
  ['sources', { sources: [] }, false],
  ['a long output', { output: long }, false],
  [
    'many required outputs',
    { contract: { requiredOutputs: Array.from({ length: 500 }, (_, at) => `field.${at}`) } },
    false,
  ],
])('isLightRun for a run with %s: %j', (_what, body, isAny) => {
  const run = runInput.parse(runBody(body))
  const { contract, criteria } = run
  expect(isLightRun({ run, measure: { contract, criteria, durationMs: 1, tokens: 1 } })).toBe(isAny)
})
