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
    'the key of a record by what is wrong with it',
    publishVersion.input,
    executor({ host: 'a' }),
    { path: 'executor.headers.host', message: 'is set by the desk' },
  ],
  [
    'an empty text',
    openGate.input,
    { chain: 'answers', version: '1.0.0', question: ' ' },
    { path: 'question', message: 'must not be empty' },
  ],
  [
    'what was left out',
    openGate.input,
    { chain: 'answers', version: '1.0.0' },
    { path: 'question', message: 'is required' },
  ],
])('names %s', (_, schema, input, issue) => {
  const result = schema.safeParse(input)
  expect(result.success ? [] : toInputIssues(result.error)).toEqual([issue])
})
