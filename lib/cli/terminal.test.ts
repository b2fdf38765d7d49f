import { expect, it, vi } from 'vitest'
import { processTerminal } from './terminal'

it('shows control characters of others as escapes, and keeps its own colours', () => {
  const written: string[] = []
  const take = (text: string | Uint8Array) => written.push(String(text)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(take)
  vi.spyOn(process.stderr, 'write').mockImplementation(take)
  const terminal = processTerminal(new AbortController().signal)
  terminal.out('title \u001b]0;mine\u0007 \u009b2J \u202egpj.exe\rover\r\nnext\tcell \u001b[31mred\u001b[39m')
  terminal.note('the server answered \u001b[2J')
  vi.restoreAllMocks()
  expect(written).toEqual([
    'title \\u001b]0;mine\\u0007 \\u009b2J \\u202egpj.exe\\u000dover\nnext\tcell \u001b[31mred\u001b[39m\n',
    'the server answered \\u001b[2J\n',
  ])
})
