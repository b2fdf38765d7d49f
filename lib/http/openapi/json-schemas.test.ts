import { expect, it } from 'vitest'
import { z } from 'zod'
import { listOf, queryInt } from '@/lib/contracts/primitives'
import { jsonSchemasOf } from './json-schemas'

const rendered = (schema: z.ZodType, named: Record<string, z.ZodType> = {}) =>
  jsonSchemasOf(named, { it: schema }, { it: schema })

it('shows query inputs as lists, numbers and booleans', () => {
  const query = z.strictObject({
    chain: listOf(z.string()),
    limit: queryInt(1, 200).default(50),
    flagged: z.stringbool().optional(),
  })
  expect(rendered(query).inputs.it).toEqual({
    type: 'object',
    properties: {
      chain: { type: 'array', maxItems: 50, items: { type: 'string' } },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      flagged: { type: 'boolean' },
    },
    additionalProperties: false,
  })
})

it('references named schemas, and contains only the referenced ones', () => {
  const point = z.object({ x: z.number() })
  const { outputs, components } = rendered(z.object({ points: z.array(point) }), { Point: point, Unused: z.string() })
  expect(outputs.it?.properties?.points).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Point' } })
  expect(components.Point).toMatchObject({ required: ['x'] })
  expect(components.Unused).toBeUndefined()
})

it('names the output separately if it differs from the input', () => {
  const options = z.strictObject({ retries: z.number().default(2) })
  const { inputs, outputs, components } = rendered(z.object({ options }), { Options: options })
  expect(inputs.it?.properties?.options).toEqual({ $ref: '#/components/schemas/Options' })
  expect(outputs.it?.properties?.options).toEqual({ $ref: '#/components/schemas/OptionsOutput' })
  expect(components.Options?.required).toBeUndefined()
  expect(components.OptionsOutput?.required).toEqual(['retries'])
})

it('shortens the schemas of responses', () => {
  const answer = z.object({
    at: z.iso.datetime(),
    count: z.number().int(),
    score: z.number().nullable(),
    state: z.enum(['a', 'b']).nullable(),
    kinds: z.union([z.union([z.string(), z.boolean()]), z.null()]),
    anything: z.unknown().nullable(),
    counts: z.record(z.enum(['good', 'poor']), z.number()),
  })
  expect(rendered(answer).outputs.it?.properties).toEqual({
    at: { type: 'string', format: 'date-time' },
    count: { type: 'integer' },
    score: { type: ['number', 'null'] },
    state: { type: ['string', 'null'], enum: ['a', 'b', null] },
    kinds: { type: ['string', 'boolean', 'null'] },
    anything: {},
    counts: {
      type: 'object',
      properties: { good: { type: 'number' }, poor: { type: 'number' } },
      required: ['good', 'poor'],
    },
  })
})
