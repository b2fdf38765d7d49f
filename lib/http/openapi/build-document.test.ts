import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import type { OperationObject, SchemaObject } from '@/lib/contracts/openapi'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { webhookEventTypes } from '@/lib/contracts/vocabulary'
import { registry, streams } from '@/lib/operations/registry'
import { forEvery } from '@/scripts/testing/for-every'
import { buildDocument } from './document'

const contracts = [...registry, ...streams].map(({ contract }) => contract)
const document = buildDocument({
  contracts,
  version: '1.2.3',
  serverUrl: 'https://desk.test',
  sessionCookie: 'session',
})

it('is valid OpenAPI 3.1', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

describe('every operation', () => {
  it('is listed with its name, method, path and scope', () =>
    forEvery(contracts, (contract) => {
      const { operation, method } = operationOf(contract)
      expect(operation).toMatchObject({ operationId: contract.name, 'x-veritas-scope': contract.scope })
      expect(method).toBe(contract.method)
    }))

  it('lists each input once, in the path, the query or the body', () =>
    forEvery(contracts, (contract) => {
      const { operation } = operationOf(contract)
      const parameters = (operation.parameters ?? []).flatMap((part) => ('name' in part ? [part.name] : []))
      const body = operation.requestBody?.content['application/json']?.schema
      const inBody = body?.$ref || body?.anyOf ? [] : Object.keys(body?.properties ?? {})
      expect([...parameters, ...inBody].toSorted()).toEqual(fieldsOf(contract).toSorted())
      for (const [, field] of contract.path.matchAll(/\{(\w+)\}/g))
        expect(operation.parameters).toContainEqual(
          expect.objectContaining({ name: field, in: 'path', required: true }),
        )
    }))

  it('lists its responses, with the shared error schema', () =>
    forEvery(contracts, (contract) => {
      const { operation } = operationOf(contract)
      const statuses = Object.keys(operation.responses)
      expect(statuses).toContain(String(contract.status ?? 200))
      expect(statuses).toContain('400')
      for (const status of contract.scope === 'public' ? [] : ['401', '403']) expect(statuses).toContain(status)
    }))

  it('allows API keys exactly if a key can have the scope', () =>
    forEvery(contracts, (contract) => {
      const { operation } = operationOf(contract)
      const schemes = operation.security.flatMap((scheme) => Object.keys(scheme))
      expect(schemes.includes('apiKey')).toBe(contract.scope === 'read' || contract.scope === 'write')
      expect(operation.security.length === 0).toBe(contract.scope === 'public')
    }))

  it('has examples that match its schemas', () =>
    forEvery(contracts, (contract) => {
      const { operation } = operationOf(contract)
      const pathFields = Object.fromEntries(
        [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => [field, SOME_ID]),
      )
      const { sends: input = contract.input, examples = [] } = contract
      for (const { body: value } of examples) {
        expect(input.safeParse({ ...(value as object), ...pathFields }).error).toBeUndefined()
        const schema = operation.requestBody?.content['application/json']?.schema
        expect(faultsOf(schema, value)).toEqual([])
        expect(faultsOf(schema, { ...(value as object), no_such_field: 1 })).not.toEqual([])
      }
      for (const { answer: value } of examples.filter((example) => example.answer !== undefined)) {
        expect(contract.output.safeParse(value).error).toBeUndefined()
        expect(faultsOf(answerSchemaOf(operation, contract), value)).toEqual([])
      }
    }))
})

it('describes the body of every event, which a message that was sent fits', () => {
  const data = { project: 'shop', url: 'https://desk.test/p/shop', summary: 'Sent to see that it arrives.' }
  const timestamp = '2026-03-01T12:00:00Z'
  expect(Object.keys(document.webhooks)).toEqual([...webhookEventTypes, 'webhook.test'])
  for (const [type, item] of Object.entries(document.webhooks)) {
    const schema = item.post?.requestBody?.content['application/json']?.schema
    expect(faultsOf(schema, { type: 'other', timestamp, data }), type).not.toEqual([])
    expect(faultsOf(schema, { type, timestamp }), type).not.toEqual([])
    if (type === 'webhook.test') expect(faultsOf(schema, { type, timestamp, data })).toEqual([])
  }
})

it('every operation has an id, description, tag, and an error response', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { operationId, summary, description, tags, responses } of operations) {
    expect(summary.trim() && description.trim(), operationId).not.toBe('')
    expect(tags, operationId).toHaveLength(1)
    expect(
      Object.keys(responses).filter((status) => status.startsWith('4')),
      operationId,
    ).not.toEqual([])
  }
})

// Code generators require a field with a default in requests, and turn an untyped object into one without fields.
it('requires no optional field in requests', () => {
  const bodies = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => Object.values(operation.requestBody?.content ?? {})),
  )
  for (const { schema } of bodies) visitSchemas(schema, (part) => expect(part).not.toHaveProperty('default'))
  for (const [name, schema] of Object.entries(document.components.schemas))
    visitSchemas(schema, (part) => expect(part, name).not.toHaveProperty('default'))
  const sent = reachableFrom(bodies)
  expect([...sent].filter((name) => name.endsWith('Output'))).toEqual([])
  expect(sent.has('RunInput')).toBe(true)
})

it('has no object without a description of its fields', () => {
  visitSchemas(document, (part) => {
    if (part.type !== 'object') return
    const isSaid = part.properties ?? part.additionalProperties ?? part.anyOf ?? part.oneOf ?? part.allOf
    expect(isSaid, JSON.stringify(part)).toBeDefined()
  })
})

it('has an example for every tool', () => {
  expect(qualityTools.filter(({ examples }) => examples?.[0]?.answer === undefined)).toEqual([])
})

it('states the size limit of every body', () => {
  for (const { contract, operation } of contracts.map((contract) => ({ contract, ...operationOf(contract) })))
    if (operation.requestBody)
      expect(operation.requestBody.description).toBe(`At most ${(contract.body?.bytes ?? 1024 ** 2) / 1024 ** 2} MiB.`)
})

it('names every large schema that occurs more than twice', () => {
  const seen = new Map<string, number>()
  visitObjects(document, (schema) => {
    const text = JSON.stringify(schema)
    if (Object.keys(schema.properties ?? {}).length >= 5) seen.set(text, (seen.get(text) ?? 0) + 1)
  })
  expect([...seen].filter(([, count]) => count > 2).map(([text]) => text.slice(0, 200))).toEqual([])
})

it('does not forbid additional fields in responses', () => {
  for (const contract of contracts)
    visitObjects(answerSchemaOf(operationOf(contract).operation, contract), (schema) => {
      expect(schema.additionalProperties, contract.name).not.toBe(false)
    })
})

const SOME_ID = '01993c5e-8f4a-7d31-9f0e-2b6f6c1d4a57'
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', components: document.components })

function faultsOf(schema: SchemaObject | undefined, value: unknown): unknown[] {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'))
  const validate = ajv.compile(absolute)
  return validate(value) ? [] : (validate.errors ?? [])
}

function operationOf({ path, name }: Contract): { operation: OperationObject; method: string | undefined } {
  const found = Object.entries(document.paths[path] ?? {}).find(([, operation]) => operation.operationId === name)
  if (!found) throw new Error(`${name} is not in the document`)
  return { operation: found[1], method: found[0].toUpperCase() }
}

function fieldsOf({ input }: Contract): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

function answerSchemaOf({ responses }: OperationObject, { status = 200 }: Contract): SchemaObject | undefined {
  const response = responses[status]
  return response && 'content' in response ? response.content?.['application/json']?.schema : undefined
}

/** Visits every schema: anything with a `type`, a reference or alternatives. */
function visitSchemas(value: unknown, visit: (schema: SchemaObject) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value || '$ref' in value || 'anyOf' in value) visit(value as SchemaObject)
  for (const [key, part] of Object.entries(value)) if (key !== 'examples') visitSchemas(part, visit)
}

function reachableFrom(value: unknown, found = new Set<string>()): Set<string> {
  visitSchemas(value, ({ $ref }) => {
    const name = $ref?.slice('#/components/schemas/'.length)
    if (name === undefined || found.has(name)) return
    found.add(name)
    reachableFrom(document.components.schemas[name], found)
  })
  return found
}

function visitObjects(value: unknown, visit: (schema: SchemaObject) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('properties' in value) visit(value as SchemaObject)
  for (const part of Object.values(value)) visitObjects(part, visit)
}
