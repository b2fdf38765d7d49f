import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { forEvery } from '@/scripts/testing/for-every'
import { toExamples, tools } from './tools'

// Shared, since it caches compiled schemas.
const ajv = addFormats(new Ajv2020({ strict: false }))

it.each(tools.filter(({ contract }) => contract.examples))('$name takes its own examples', ({ contract }) => {
  for (const { input } of toExamples(contract) ?? []) expect(contract.input.safeParse(input).error).toBeUndefined()
})

it('contain every quality tool under its own name, six with a second name, and the tools of the desk', () => {
  const names = tools.map((tool) => tool.name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(qualityTools.map((contract) => contract.name)))
  for (const [alias, name] of [
    ['quality_validate_result', 'validate_execution_result'],
    ['quality_score_quality', 'score_quality'],
    ['quality_check_completeness', 'check_completeness'],
    ['quality_check_accuracy', 'check_accuracy'],
    ['quality_determine_rerun_strategy', 'determine_rerun_strategy'],
    ['quality_analyze_failure_patterns', 'analyze_failure_patterns'],
  ])
    expect(find(alias)?.contract, alias).toBe(find(name)?.contract)
  expect(names).toEqual(
    expect.arrayContaining([
      'submit_run',
      'list_runs',
      'get_run',
      'search_failures',
      'list_gates',
      'get_gate_evidence',
      'request_review',
      'export',
      'wait_for_gate',
    ]),
  )
})

it('neither decide nor administer', () => {
  expect(tools.filter(({ contract }) => contract.scope !== 'read' && contract.scope !== 'write')).toEqual([])
})

describe('every tool', () => {
  it('has a description, and a name that every host accepts', () =>
    forEvery(tools, (tool) => {
      expect(tool.name).toMatch(/^[a-z][a-z0-9_]{0,63}$/)
      expect(tool.description.length).toBeGreaterThan(20)
    }))

  it('lists its input fields in a valid JSON Schema', () =>
    forEvery(tools, (tool) => {
      expect(tool.inputSchema.type).toBe('object')
      expect(Object.keys(tool.inputSchema.properties ?? {}).length).toBeGreaterThan(0)
      expect(tool.outputSchema.type).toBe('object')
      for (const schema of [tool.inputSchema, tool.outputSchema]) expect(() => validatorOf(schema)).not.toThrow()
    }))

  it('has an output schema that accepts its output and the error of a failed call', () =>
    forEvery(tools, (tool) => {
      const isValid = validatorOf(tool.outputSchema)
      const error = { code: 'invalid_input', message: 'no', issues: [{ path: 'a', message: 'b' }], requestId: 'r' }
      expect(isValid({ error })).toBe(true)
      expect(isValid({ error: 'something' })).toBe(false)
    }))

  it('has hints that agree with the scope and method of its contract', () =>
    forEvery(tools, (tool) => {
      const { contract, annotations } = tool
      const { readOnlyHint, destructiveHint, idempotentHint } = annotations
      if (contract.scope === 'write' || contract.method === 'DELETE') expect(readOnlyHint).toBe(false)
      if (contract.method === 'GET') expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true })
      if (readOnlyHint)
        expect({ destructiveHint, idempotentHint }).toEqual({ destructiveHint: false, idempotentHint: true })
      expect(destructiveHint).toBe(/^(clear|delete|remove)_/.test(contract.name) || contract.method === 'DELETE')
    }))

  it('is not read-only if it records its result on a run', () =>
    forEvery(tools, (tool) => {
      const { contract, annotations } = tool
      const keepsARecord = contract.method === 'POST' && 'runId' in (tool.inputSchema.properties ?? {})
      if (keepsARecord) expect(annotations.readOnlyHint).toBe(false)
    }))
})

function find(name: string | undefined) {
  return tools.find((tool) => tool.name === name)
}

function validatorOf(schema: object) {
  return ajv.compile(schema)
}
