import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { openGate } from '@/lib/contracts/gates'
import { patchRun } from '@/lib/contracts/run-changes'
import { runInput } from '@/lib/contracts/run-input'
import { publishVersion } from '@/lib/contracts/versions'
import { nearestName, parseInput } from './input-issues'

const executor = (headers: Record<string, string>) => ({
  chain: 'answers',
  version: '1.0.0',
  scenarios: [{ name: 'a' }],
  executor: { kind: 'http', url: 'https://example.com/run', headers },
})

it.each([
  [
    'the issue of an invalid record key',
    publishVersion.input,
    executor({ host: 'a' }),
    { path: 'executor.headers.host', message: 'is set by the desk' },
  ],
  [
    'an empty string',
    openGate.input,
    { chain: 'answers', version: '1.0.0', question: ' ' },
    { path: 'question', message: 'must not be empty' },
  ],
  [
    'the field that an unknown one was probably meant to be',
    openGate.input,
    { chain: 'answers', version: '1.0.0', questoin: 'Ship it?', question: 'Ship it?' },
    { path: 'questoin', message: 'unknown field: did you mean question?' },
  ],
  [
    'the same in a part of a run',
    runInput,
    { id: 'a', chain: 'b', nodes: [{ id: 'n', duration_ms: 4 }] },
    { path: 'nodes[0].duration_ms', message: 'unknown field: did you mean durationMs?' },
  ],
  [
    'an unknown field like no other',
    openGate.input,
    { chain: 'answers', version: '1.0.0', question: 'Ship it?', colour: 'red' },
    { path: 'colour', message: 'unknown field' },
  ],
  [
    'a huge unknown field by its beginning',
    openGate.input,
    { chain: 'answers', version: '1.0.0', question: 'Ship it?', ['x'.repeat(100_000)]: 1 },
    { path: `${'x'.repeat(200)}…`, message: 'unknown field' },
  ],
  [
    'a missing field',
    openGate.input,
    { chain: 'answers', version: '1.0.0' },
    { path: 'question', message: 'is required' },
  ],
  [
    'what a field may be instead of null',
    runInput,
    { id: 'a', chain: 'b', nodes: [{ id: 'n', toolCalls: null }] },
    { path: 'nodes[0].toolCalls', message: 'Invalid input: expected array or number, received null' },
  ],
  [
    'a time without a zone once, with what is expected',
    patchRun.input,
    { runId: 'a', endedAt: '2026-03-01T12:00:00' },
    { path: 'endedAt', message: 'must be ISO 8601 with Z or an offset, such as 2026-03-01T12:00:00Z' },
  ],
])('reports %s', (_, schema, input, issue) => {
  expect(parseInput<z.ZodType>(schema, input).issues).toEqual([issue])
})

it('of a thousand unknown fields of great length reports at most 50', () => {
  const body = Object.fromEntries(Array.from({ length: 1000 }, (_, place) => [`${'question'.repeat(1000)}${place}`, 1]))
  const { issues } = parseInput(openGate.input, { ...body, chain: 'answers', version: '1.0.0', question: 'Ship it?' })
  expect(issues).toHaveLength(50)
  expect(new Set(issues?.map(({ message }) => message))).toEqual(new Set(['unknown field']))
})

const FIELDS = ['id', 'output', 'costUsd', 'requiredOutputs', 'startedAt', 'endedAt', 'sources', 'kind']

describe('nearestName', () => {
  it.each([
    ['two letters swapped', 'ouptut', 'output'],
    ['a letter missing', 'sorces', 'sources'],
    ['a letter too many', 'outputt', 'output'],
    ['a wrong letter', 'kinf', 'kind'],
    ['snake case', 'required_outputs', 'requiredOutputs'],
    ['kebab case', 'cost-usd', 'costUsd'],
    ['another case', 'STARTEDAT', 'startedAt'],
    ['the closer of two', 'ended_a', 'endedAt'],
  ])('finds the name meant by one with %s', (_, typed, name) => {
    expect(nearestName(typed, FIELDS)).toBe(name)
  })

  it.each([
    ['an unrelated name', 'colour'],
    ['a name of one letter', 'x'],
    ['two wrong letters of two', 'xy'],
    ['nothing', ''],
    ['only separators', '___'],
    ['a name far longer than any', 'output'.repeat(100_000)],
  ])('finds none for %s', (_, typed) => {
    expect(nearestName(typed, FIELDS)).toBeUndefined()
  })

  it('finds none among none', () => expect(nearestName('output', [])).toBeUndefined())
})
