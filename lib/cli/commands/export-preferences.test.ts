import { expect, it } from 'vitest'
import { deskTerminal } from '../testing/desk-terminal'
import { ownFolder } from '../testing/own-folder'

const folder = ownFolder()

const lines = '{"prompt":"a","chosen":"b","rejected":"c"}\n'

it('passes the options to the desk, and the lines to a file, whose count is told', async () => {
  const { run, out, asked } = deskTerminal(() => new Response(lines))
  const file = folder.at('preferences.jsonl')
  const options = ['--chain', 'answers', '--seed', '7', '--out', file, '--json']
  expect(await run('export-preferences', ...options)).toBe(0)
  expect(asked[0]?.pathname).toBe('/api/v1/export/preferences')
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({ chain: 'answers', seed: '7' })
  expect(out.map((line) => JSON.parse(line))).toEqual([{ file, preferences: 1 }])
})
