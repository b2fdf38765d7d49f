import { expect, it } from 'vitest'
import { listTools, readListing } from './listing'
import { tools } from './tools'

/** A token of English or JSON is about four characters. */
const tokensOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4)
const inShort = listTools(tools, readListing({}))

it.each(['validate_execution_result', 'score_quality', 'check_accuracy'])('%s names the operators of rules', (name) => {
  const listed = JSON.stringify(inShort.find((tool) => tool.name === name))
  expect(listed).toContain('op: string')
  expect(listed).toContain('eq, ne, gt, gte, lt, lte, in, matches, exists or type')
})

it('tools/list takes less than 15,000 tokens', () => {
  expect(tokensOf({ tools: inShort })).toBeLessThan(15_000)
})

it('each toolset can be listed alone, and together they list every tool once', () => {
  const names = ['runs', 'gates', 'quality', 'judgement', 'thinking'].flatMap((toolsets) =>
    listTools(tools, readListing({ toolsets })).map(({ name }) => name),
  )
  expect(names.toSorted()).toEqual(inShort.map(({ name }) => name).toSorted())
  expect(new Set(names).size).toBe(names.length)
})

it('short schemas use only keywords supported by all providers, with a single type each', () => {
  const keywords = new Set<string>()
  const look = (schema: unknown) => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, items, anyOf = [], ...rest } = schema as Record<string, unknown>
    for (const keyword of Object.keys(rest)) keywords.add(keyword)
    if ('type' in rest) expect(typeof rest.type).toBe('string')
    for (const inner of [...Object.values(properties as object), items, ...(anyOf as unknown[])]) look(inner)
  }
  for (const { inputSchema } of inShort) look(inputSchema)
  const portable = ['default', 'description', 'enum', 'format', 'maximum', 'minimum', 'required', 'type']
  expect([...keywords].filter((keyword) => !portable.includes(keyword))).toEqual([])
})

it('short schemas name the same fields as full ones', () => {
  for (const tool of inShort) {
    const { inputSchema } = tools.find(({ name }) => name === tool.name) ?? {}
    expect(Object.keys(tool.inputSchema.properties ?? {}), tool.name).toEqual(
      Object.keys(inputSchema?.properties ?? {}),
    )
    expect(tool.inputSchema.required, tool.name).toEqual(inputSchema?.required)
  }
})

it('a large nested object becomes one line', () => {
  const submit = inShort.find(({ name }) => name === 'submit_run')
  expect(submit?.inputSchema.properties).toMatchObject({
    sources: { items: { type: 'object', description: '{id: string, text: string, uri?: string}' } },
    kind: { type: 'string', enum: ['live', 'dry_run'], default: 'live' },
  })
})

it.each([
  [{ toolsets: 'runs,hammers' }, 'toolsets'],
  [{ schemas: 'long' }, 'schemas'],
])('rejects %j, naming the invalid parameter', (asked, path) => {
  expect(() => readListing(asked)).toThrow(
    expect.objectContaining({ code: 'invalid_input', issues: [{ path, message: expect.any(String) }] }),
  )
})
