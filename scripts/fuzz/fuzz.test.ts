import { describe, expect, it } from 'vitest'
import { mutate, toJson } from './mutate'
import { readOptions } from './options'
import { makeRequest, type Scenery } from './requests'

const names = {
  runId: ['01890a5d-ac96-774b-bcce-b302099a8057'],
  chain: ['answers'],
  anyId: ['01890a5d-ac96-774b-bcce-b302099a8057'],
}
const scenery: Scenery = { project: 'mine', other: 'other', names, otherNames: names }
const numbers = Array.from({ length: 400 }, (_, number) => number)
const still = () => 0.5

describe('a case', () => {
  it('is reproducible except for its times', () => {
    const shape = (number: number) => {
      const { subject, caller, method, headers, fields } = makeRequest(3, number, scenery)
      return { subject, caller, method, headers, fields }
    }
    expect(numbers.map(shape)).toEqual(numbers.map(shape))
    expect(makeRequest(3, 1, scenery)).not.toEqual(makeRequest(4, 1, scenery))
  })

  it('covers every kind: REST, OTLP in both encodings, MCP', () => {
    const subjects = numbers.map((number) => makeRequest(1, number, scenery).subject)
    for (const kind of [/^otlp traces protobuf/, /^otlp traces JSON/, /^otlp logs/, /^mcp /, /^runs\./, /^gates\./])
      expect(
        subjects.some((subject) => kind.test(subject)),
        String(kind),
      ).toBe(true)
  })

  it('has a path that is valid in a request line', () => {
    for (const number of numbers) expect(makeRequest(2, number, scenery).path).toMatch(/^\/[\x21-\x7e]*$/)
  })
})

describe('mutate', () => {
  it('does not change its input, and returns the names of the changed fields', () => {
    const given = { a: { b: [1, 2] }, c: 'text' }
    const { fields } = mutate(given, still)
    expect(given).toEqual({ a: { b: [1, 2] }, c: 'text' })
    expect(fields).not.toHaveLength(0)
  })
})

it('toJson inserts raw JSON that no value can represent', () => {
  expect(toJson({ a: '\u0001raw:1e999\u0001', b: '\u0001raw:"a\\ud800"\u0001' })).toBe('{"a":1e999,"b":"a\\ud800"}')
})

it('readOptions parses a seed with a case number', () => {
  expect(readOptions([])).toEqual({ cases: 20_000, seed: 1, only: undefined })
  expect(readOptions(['--seed', '5:734'])).toEqual({ cases: 20_000, seed: 5, only: 734 })
  expect(() => readOptions(['--seed', 'x'])).toThrow('--seed takes a whole number')
})
