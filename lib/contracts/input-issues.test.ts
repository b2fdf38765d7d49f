import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { getBrief } from '@/lib/contracts/briefs'
import { deleteRuns } from '@/lib/contracts/data'
import { reportDeadLetter } from '@/lib/contracts/dead-letters'
import { openGate } from '@/lib/contracts/gates'
import { scoreTrace } from '@/lib/contracts/quality/scoring'
import { patchRun } from '@/lib/contracts/run-changes'
import { runInput } from '@/lib/contracts/run-input'
import { listRuns } from '@/lib/contracts/runs'
import { sendSignals } from '@/lib/contracts/sent-signals'
import { publishVersion } from '@/lib/contracts/versions'
import { nearestName, parseInput } from './input-issues'

const gateFields = new Intl.ListFormat('en').format(Object.keys(openGate.input.shape))

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
    'the form that comes closest, of two',
    deleteRuns.input,
    { chain: 'answers' },
    { path: 'version', message: 'is required' },
  ],
  [
    'a yes or no of a query',
    listRuns.input,
    { flagged: 'maybe' },
    { path: 'flagged', message: 'must be true or false' },
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
    { path: 'colour', message: `unknown field: the fields here are ${gateFields}` },
  ],
  [
    'a huge unknown field by its beginning',
    openGate.input,
    { chain: 'answers', version: '1.0.0', question: 'Ship it?', ['x'.repeat(100_000)]: 1 },
    { path: `${'x'.repeat(200)}…`, message: `unknown field: the fields here are ${gateFields}` },
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
    { path: 'nodes[0].toolCalls', message: 'expected array or number, received null' },
  ],
  [
    'a value of another type',
    openGate.input,
    { chain: 'answers', version: '1.0.0', question: 4 },
    { path: 'question', message: 'expected string, received number' },
  ],
  ['a number that is too large', listRuns.input, { limit: 1000 }, { path: 'limit', message: 'must be at most 200' }],
  [
    'a whole number that is far too large once',
    scoreTrace.input,
    { tokens: { input: 1e300 } },
    { path: 'tokens.input', message: 'must be at most 9007199254740991' },
  ],
  [
    'a number that is not whole',
    scoreTrace.input,
    { tokens: { input: 1.5 } },
    { path: 'tokens.input', message: 'must be a whole number' },
  ],
  [
    'a number that is too small',
    openGate.input,
    { chain: 'answers', version: '1.0.0', question: 'Ship it?', deadlineHours: 0 },
    { path: 'deadlineHours', message: 'must be more than 0' },
  ],
  [
    'a text that is too long',
    openGate.input,
    { chain: 'answers', version: '1.0.0', question: 'a'.repeat(6000) },
    { path: 'question', message: 'must have at most 5000 characters' },
  ],
  [
    'a list that is too short',
    sendSignals.input,
    { runId: 'a', signals: [] },
    { path: 'signals', message: 'must have at least 1 item' },
  ],
  [
    'the choices of a field',
    runInput,
    { id: 'a', chain: 'b', kind: 'real' },
    { path: 'kind', message: 'must be live or dry_run' },
  ],
  [
    'the choices of a field that is missing',
    reportDeadLetter.input,
    { deadLetterId: '0198c000-0000-7000-8000-000000000001', attempt: 1 },
    { path: 'outcome', message: 'is required and must be success or failure' },
  ],
  [
    'what an id looks like',
    openGate.input,
    { runId: 'order-1', question: 'Ship it?' },
    { path: 'runId', message: "must be the desk's id, such as 0198c000-0000-7000-8000-000000000001" },
  ],
  [
    'the form of a time in a filter',
    listRuns.input,
    { from: 'yesterday' },
    { path: 'from', message: 'must be ISO 8601 with Z or an offset, such as 2026-03-01T12:00:00Z' },
  ],
  [
    'the name meant by one with Id behind it',
    getBrief.input,
    { runId: 'order-1', run: 'order-1' },
    { path: 'runId', message: 'unknown field: did you mean run?' },
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
  expect(new Set(issues?.map(({ message }) => message))).toEqual(
    new Set([`unknown field: the fields here are ${gateFields}`]),
  )
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
    ['Id behind it', 'sources_id', 'sources'],
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
