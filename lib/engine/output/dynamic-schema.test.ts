import { createServer } from 'node:http'
import { getAllRegisteredSchemaUris } from '@hyperjump/json-schema/draft-2020-12'
import { describe, expect, it } from 'vitest'
import { precompileSchema, validateSchema } from './schema'

async function check(schema: unknown, value: unknown) {
  await precompileSchema(schema)
  return validateSchema(schema, value)
}

async function faultsOf(schema: unknown, value: unknown) {
  const verdict = await check(schema, value)
  return verdict.ok === false ? verdict.errors.map(({ code, path, message }) => `${code} ${path} ${message}`) : verdict
}

const number = { type: 'number' }
const text = { type: 'string' }
const old = 'https://json-schema.org/draft/2019-09/schema'

describe('keywords that depend on other keywords or on the dynamic scope', () => {
  const list = (itemType: object) => ({ $id: 'list', items: { $dynamicRef: '#item' }, $defs: { itemType } })
  const rivals = {
    $id: 'https://example.com/main',
    $ref: 'numbers',
    $defs: {
      list: list({ $dynamicAnchor: 'item' }),
      numbers: { $id: 'numbers', $defs: { itemType: { $dynamicAnchor: 'item', ...number } }, $ref: 'list' },
    },
  }
  const tree = {
    $id: 'https://example.com/strict-tree',
    $dynamicAnchor: 'node',
    $ref: 'tree',
    unevaluatedProperties: false,
    $defs: {
      tree: {
        $id: 'tree',
        $dynamicAnchor: 'node',
        properties: { data: true, children: { items: { $dynamicRef: '#node' } } },
      },
    },
  }
  const payment = Object.fromEntries([
    ['if', { properties: { iban: text }, required: ['iban'] }],
    ['then', { properties: { bank: text }, required: ['bank'] }],
    ['else', { properties: { card: number } }],
    ['unevaluatedProperties', false],
  ])

  it.each<[string, object, unknown, unknown]>([
    ['contains with unevaluatedItems', { contains: number, unevaluatedItems: false }, [1, 2], [1, 'x']],
    ['nested contains', { allOf: [{ contains: number }], unevaluatedItems: text }, [1, 'x'], [1, null]],
    [
      'contains behind an anchor',
      { $ref: '#a', unevaluatedItems: false, $defs: { a: { $anchor: 'a', contains: number } } },
      [1],
      [1, 'x'],
    ],
    ['items in one branch', { anyOf: [{ items: text }, true], unevaluatedItems: { type: 'boolean' } }, ['a'], ['a', 1]],
    ['items under a condition', { if: { prefixItems: [number] }, unevaluatedItems: false }, [1], ['x']],
    ['contains with minContains 0', { contains: number, minContains: 0, unevaluatedItems: false }, [], ['x']],
    [
      'contains between bounds',
      { contains: number, minContains: 2, maxContains: 3, $id: 'a', $defs: { b: { $id: 'b' } } },
      [1, 2],
      [1],
    ],
    ['prefixItems and the items after them', { prefixItems: [text], unevaluatedItems: number }, ['a', 1], ['a', 'b']],
    [
      'items of a branch that fails',
      { anyOf: [{ prefixItems: [text, text] }, { prefixItems: [text] }], unevaluatedItems: false },
      ['a'],
      ['a', 1],
    ],
    [
      'contained items are not evaluated in 2019-09',
      { $schema: old, contains: number, unevaluatedItems: false },
      'x',
      [1],
    ],
    [
      'recursion to the outermost schema in 2019-09',
      { $schema: old, $recursiveAnchor: true, properties: { a: { $recursiveRef: '#' } }, unevaluatedProperties: false },
      { a: {} },
      { a: { b: 1 } },
    ],
    [
      'properties behind a reference',
      { $ref: '#/$defs/a', unevaluatedProperties: false, $defs: { a: { properties: { a: true } } } },
      { a: 1 },
      { b: 1 },
    ],
    ['a true condition', payment, { iban: 'x', bank: 'y' }, { iban: 'x', card: 1 }],
    ['a false condition', payment, { card: 1 }, { bank: 'y' }],
    [
      'dependentSchemas',
      { dependentSchemas: { a: { properties: { a: true, b: true } } }, unevaluatedProperties: false },
      { a: 1, b: 1 },
      { b: 1 },
    ],
    [
      'a negated schema evaluates nothing',
      { not: { not: { properties: { a: true } } }, unevaluatedProperties: false },
      {},
      { a: 1 },
    ],
    ['an embedded schema', { $ref: 'b', $defs: { b: { $id: 'b', type: 'string' } } }, 'a', 1],
    [
      'an absolute reference',
      { $ref: 'https://a.example/b', $defs: { b: { $id: 'https://a.example/b', type: 'string' } } },
      'a',
      1,
    ],
    [
      'a reference relative to an inner id',
      {
        $id: 'https://a.example/x/',
        $ref: 'y/z',
        $defs: { y: { $id: 'y/', $defs: { z: { $id: 'z', type: 'string' } } } },
      },
      'a',
      1,
    ],
    ['rival dynamic anchors', rivals, [1], ['x']],
    ['a tree that is made strict', tree, { children: [{ data: 1 }] }, { children: [{ daat: 1 }] }],
    [
      'the metaschema',
      { $ref: 'https://json-schema.org/draft/2020-12/schema', $defs: { a: { $id: 'a' } } },
      { type: 'string' },
      { type: 'text' },
    ],
    ['an empty enum', { anyOf: [{ enum: [] }, text] }, 'a', 1],
    [
      'an unknown keyword that defines no id',
      {
        'x-a': { $id: 'https://a.example/b', type: 'null' },
        $ref: 'https://a.example/b',
        $defs: { b: { $id: 'https://a.example/b', ...text } },
      },
      'a',
      null,
    ],
  ])('%s', async (_, schema, right, wrong) => {
    expect(await check(schema, right)).toEqual({ ok: true })
    expect((await check(schema, wrong)).ok).toBe(false)
  })

  it.each([
    [{ $id: 'a' }, {}],
    [{ $anchor: 'a', b: 1 }, { b: 1 }],
    [{ $ref: '#a' }, { $ref: '#b' }],
    [{ $vocabulary: {} }, {}],
  ])('treats a constant %j as a value, not a schema', async (value, other) => {
    for (const schema of [{ const: value }, { enum: [value] }]) {
      const dynamic = { ...schema, unevaluatedProperties: true }
      expect((await check(dynamic, value)).ok).toBe(true)
      expect((await check(dynamic, other)).ok).toBe(false)
    }
  })
})

describe('errors', () => {
  it.each<[object, unknown]>([
    [{ required: ['a', 'b'], properties: { c: { type: ['string', 'null'] } } }, { c: 1 }],
    [
      { properties: { a: { minLength: 3, pattern: '^x' }, b: { enum: ['p', 'q'] }, c: { const: 1 } } },
      { a: 'y', b: 'r', c: 2 },
    ],
    [{ items: { minimum: 1, multipleOf: 2 }, maxItems: 2, uniqueItems: true }, [0, 3, 3]],
    [
      { additionalProperties: false, properties: { a: { format: 'date' } } },
      { a: '2024-02-30', 'b c': 1 },
    ],
    [{ properties: { 'x/y~z %': { type: 'string' }, ü: { exclusiveMaximum: 1 } } }, { 'x/y~z %': 1, ü: 1 }],
    [{ dependentRequired: { a: ['b'] }, minProperties: 2 }, { a: 1 }],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, [1]],
  ])('of %j have the same messages as those of the other validator', async (schema, value) => {
    const dynamic = { ...schema, $defs: { other: { $id: 'other' } } }
    const [expected, found] = [await faultsOf(schema, value), await faultsOf(dynamic, value)]
    expect([...(found as string[])].sort()).toEqual([...(expected as string[])].sort())
  })

  it('name the unevaluated member', async () => {
    const schema = { prefixItems: [{ properties: { a: text }, unevaluatedProperties: false }], unevaluatedItems: false }
    expect(await faultsOf(schema, [{ a: 'x', 'b c': 1 }, 2])).toEqual([
      'unevaluatedProperties $[0]["b c"] must not have unevaluated properties',
      'unevaluatedItems $[1] must not have unevaluated items',
    ])
  })

  it('are limited to a hundred', async () => {
    const found = await faultsOf({ unevaluatedItems: text }, Array(150).fill(1))
    expect(found).toHaveLength(101)
  })

  it('stop at the first one in a large output', async () => {
    const found = await faultsOf({ unevaluatedItems: text }, Array(60_000).fill(1))
    expect(found).toEqual(['type $[0] must be string', 'more_errors $ the output is too large to list every fault'])
  })
})

describe('untrusted schemas', () => {
  it.each([
    [{ pattern: '^(a+)+$', unevaluatedItems: false }, `${'a'.repeat(5000)}!`],
    [{ patternProperties: { '^(a+)+$': true }, unevaluatedProperties: false }, { [`${'a'.repeat(5000)}!`]: 1 }],
    [
      { patternProperties: { '^(a+)+$': true }, additionalProperties: false, unevaluatedItems: false },
      { [`${'a'.repeat(5000)}!`]: 1 },
    ],
  ])('cannot hang it by a pattern: %j', async (schema, value) => {
    expect((await check(schema, value)).ok).toBe(false)
  })

  it.each<[string, object]>([
    ['a dangling reference', { $ref: '#/$defs/none', unevaluatedItems: false }],
    ['a missing anchor', { $dynamicRef: '#none' }],
    ['a bad pattern', { pattern: '(', unevaluatedItems: false }],
    ['an unknown type', { type: 'text', unevaluatedItems: false }],
    ['an unknown draft', { $defs: { a: { $id: 'a', $schema: 'https://a.example/draft' } } }],
    ['an infinite reference', { $ref: '#', unevaluatedItems: false }],
    ['20,000 levels', Array.from({ length: 20_000 }).reduce<object>((inner) => ({ unevaluatedItems: inner }), {})],
  ])('with %s are rejected', async (_, schema) => {
    expect(await check(schema, [])).toMatchObject({ ok: 'schema_error', message: expect.stringMatching(/./) })
  })

  it('are never fetched, neither over the network nor from a file', async () => {
    let requests = 0
    const server = createServer((_, response) => {
      requests++
      response.setHeader('content-type', 'application/schema+json').end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const host = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : ''
    server.on('connection', () => requests++)
    for (const [$id, $ref] of [
      [undefined, `http://${host}/a.schema.json`],
      [`http://${host}/b`, 'a.schema.json'],
      ['file:///a', new URL('./schema.ts', import.meta.url).href],
      [undefined, 'file:///etc/hostname'],
    ]) {
      const schema = { ...($id && { $id }), items: { $ref }, unevaluatedItems: false }
      const name = $ref?.split('/').at(-1)
      expect(await check(schema, [])).toMatchObject({
        ok: 'schema_error',
        message: expect.stringContaining(`${name}"`),
      })
      expect(validateSchema({ ...schema, unevaluatedItems: undefined }, []).ok).toBe('schema_error')
    }
    await new Promise((resolve) => server.close(resolve))
    expect(requests).toBe(0)
  })

  it('are isolated from concurrent schemas with the same $id', async () => {
    const $id = 'https://example.com/same'
    const schemas = ['string', 'number', 'boolean', 'null'].map((type) => ({
      $id,
      items: { $ref: 'inner' },
      $defs: { inner: { $id: 'inner', type } },
    }))
    await Promise.all(schemas.map(precompileSchema))
    const values = ['a', 1, true, null]
    for (const [at, schema] of schemas.entries())
      expect(values.map((value) => validateSchema(schema, [value]).ok)).toEqual(values.map((_, other) => other === at))
  })

  it('leave nothing behind, and change no draft for others', async () => {
    const before = getAllRegisteredSchemaUris()
    const $id = 'https://json-schema.org/draft/2020-12/schema'
    const $vocabulary = { 'https://json-schema.org/draft/2020-12/vocab/core': true }
    const takeover = { $id, $vocabulary, unevaluatedItems: false }
    for (const schema of [
      takeover,
      { 'x-a': takeover, $defs: { takeover } },
      { const: takeover, unevaluatedItems: true },
    ])
      await check(schema, [])
    for (let at = 0; at < 20; at++) await check({ $id: `https://example.com/${at}`, unevaluatedItems: false }, [])
    expect(getAllRegisteredSchemaUris()).toEqual(before)
    expect((await check({ type: 'string', unevaluatedProperties: false }, 1)).ok).toBe(false)
    expect((await check({ $ref: $id, $defs: { b: { $id: 'c' } } }, { type: 'text' })).ok).toBe(false)
  })

  it('are never valid before they are compiled', () => {
    expect(validateSchema({ title: 'not compiled', unevaluatedItems: false }, []).ok).toBe('schema_error')
  })
})
