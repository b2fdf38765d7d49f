import { expect, it } from 'vitest'
import { openGate } from '@/lib/contracts/gates'
import { patchRun } from '@/lib/contracts/run-changes'
import { runInput } from '@/lib/contracts/run-input'
import { publishVersion } from '@/lib/contracts/versions'
import { toInputIssues } from './input-issues'

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
  const result = schema.safeParse(input)
  expect(result.success ? [] : toInputIssues(result.error)).toEqual([issue])
})
