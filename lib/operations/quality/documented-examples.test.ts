import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeToolCaller } from '../testing/call-tool'

let tools: Awaited<ReturnType<typeof makeToolCaller>>
beforeAll(async () => {
  tools = await makeToolCaller()
})

const EXAMPLE = /^```json (\w+)\n([^`]+)^```\n+^```json answer\n([^`]+)^```$/gm
const text = readFileSync('docs/coming-from.md', 'utf8')
const examples = [...text.matchAll(EXAMPLE)].map(([, tool = '', input = '', answer = '']) => ({ tool, input, answer }))

/** The expected answer, with numbers equal within rounding. */
function near(expected: unknown): unknown {
  if (typeof expected === 'number') return expect.closeTo(expected, 9)
  if (Array.isArray(expected)) return expected.map(near)
  if (typeof expected !== 'object' || expected === null) return expected
  return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, near(value)]))
}

describe('the examples of docs/coming-from.md', () => {
  it.each(examples)('of $tool get the answer shown', async ({ tool, input, answer }) => {
    expect(await tools.call(tool, JSON.parse(input))).toMatchObject(near(JSON.parse(answer)) as object)
  })

  it('are one for each of the five systems', () => {
    expect(examples).toHaveLength(5)
    expect(text.match(/^## /gm)).toHaveLength(5)
  })
})
