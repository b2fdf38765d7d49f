import { expect, it } from 'vitest'
import { openGate } from '@/lib/contracts/gates'
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
])('reports %s', (_, schema, input, issue) => {
  const result = schema.safeParse(input)
  expect(result.success ? [] : toInputIssues(result.error)).toEqual([issue])
})
