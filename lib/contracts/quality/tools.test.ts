import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { qualityTools } from './tools'

const named = qualityTools.map((contract) => ({ name: contract.name, contract }))

it('lists every tool once', () => {
  expect(new Set(qualityTools.map(({ name }) => name)).size).toBe(qualityTools.length)
})

describe.each(named)('$name', ({ name, contract }) => {
  it('stands where its name says', () => {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)+$/)
    expect(contract).toMatchObject({ method: 'POST', path: `/api/v1/quality/${name}` })
    expect(contract.summary).toMatch(/^[A-Z].{30,}\.$/)
  })

  it.each(['input', 'output'] as const)('has a JSON Schema of its %s that is one object', (io) => {
    const schema = z.toJSONSchema(contract[io], { target: 'draft-2020-12', io })
    expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) })
    expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0)
  })

  it('refuses a field that it does not know, and names it', () => {
    const { error } = contract.input.safeParse({ no_such_field: 1 })
    expect(error?.issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['no_such_field'] }),
    )
  })
})
