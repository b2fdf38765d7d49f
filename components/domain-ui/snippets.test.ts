import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { curlSnippet, otlpSnippet, pythonSnippet } from './snippets'

const target = { origin: 'https://desk.test', key: 'vrt_abc-DEF_1' }

describe('the snippets', () => {
  it('send a run that the desk accepts as it is', () => {
    const body = /-d '([\s\S]*)'$/.exec(curlSnippet(target))?.[1] ?? ''
    expect(runInput.safeParse(JSON.parse(body)).error?.issues).toBeUndefined()
  })

  it.each([curlSnippet, otlpSnippet, pythonSnippet])(
    'carry address and key, with nothing left to fill in: %o',
    (snippet) => {
      const text = snippet(target)
      expect(text).toContain('https://desk.test/')
      expect(text).toContain('vrt_abc-DEF_1')
      expect(text).not.toMatch(/[<>]your/)
    },
  )

  it('quote nothing that would end the quotes of the shell', () => {
    const body = /-d '([\s\S]*)'$/.exec(curlSnippet(target))?.[1] ?? ''
    expect(body).not.toContain("'")
  })
})
