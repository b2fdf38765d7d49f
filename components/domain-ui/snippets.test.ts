import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { curlSnippet, mcpSnippets, otlpSnippet, pythonSnippet } from './snippets'

const target = { origin: 'https://desk.test', key: 'vrt_abc-DEF_1' }

describe('snippets', () => {
  it('contain a run that passes the contract', () => {
    const body = /-d '([\s\S]*)'$/.exec(curlSnippet(target))?.[1] ?? ''
    expect(runInput.safeParse(JSON.parse(body)).error?.issues).toBeUndefined()
  })

  const mcpCommand = (to: typeof target) => mcpSnippets(to).command
  const mcpJson = (to: typeof target) => mcpSnippets(to).json

  it.each([curlSnippet, otlpSnippet, pythonSnippet, mcpCommand, mcpJson])(
    'contain the origin and the API key, with no placeholder left: %o',
    (snippet) => {
      const text = snippet(target)
      expect(text).toContain('https://desk.test')
      expect(text).toContain('vrt_abc-DEF_1')
      expect(text).not.toMatch(/[<>]your/)
    },
  )

  it('contain no single quote that would end the shell string', () => {
    const body = /-d '([\s\S]*)'$/.exec(curlSnippet(target))?.[1] ?? ''
    expect(body).not.toContain("'")
  })
})
