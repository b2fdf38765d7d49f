import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { forEvery } from '@/scripts/testing/for-every'
import { qualityTools } from './tools'

it('lists every tool once', () => {
  expect(new Set(qualityTools.map(({ name }) => name)).size).toBe(qualityTools.length)
})

describe('every tool', () => {
  it('has its name in its path', () =>
    forEvery(qualityTools, (contract) => {
      expect(contract.name).toMatch(/^[a-z]+(?:_[a-z]+)+$/)
      expect(contract).toMatchObject({ method: 'POST', path: `/api/v1/quality/${contract.name}` })
      expect(contract.summary).toMatch(/^[A-Z].{30,}\.$/)
    }))

  it('has a JSON Schema with a single object for its input and output', () =>
    forEvery(qualityTools, (contract) => {
      for (const io of ['input', 'output'] as const) {
        const schema = z.toJSONSchema(contract[io], { target: 'draft-2020-12', io })
        expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) })
        expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0)
      }
    }))

  it('rejects an unknown field by name', () =>
    forEvery(qualityTools, (contract) => {
      const { error } = contract.input.safeParse({ no_such_field: 1 })
      expect(error?.issues).toContainEqual(
        expect.objectContaining({ code: 'unrecognized_keys', keys: ['no_such_field'] }),
      )
    }))
})
