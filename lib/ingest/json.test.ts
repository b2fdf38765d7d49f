import { describe, expect, it } from 'vitest'
import { asTokens, parseEmbedded, parseSerialised } from './json'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('JSON within text', () => {
  it('is read down to the depth that a run may have, and deeper stays text', () => {
    expect(parseEmbedded(nested(90))).toEqual(JSON.parse(nested(90)))
    expect(parseEmbedded(nested(91))).toBe(nested(91))
  })

  it.each(['true', '12', '"words"', '{"a":', '{"a": 1e999}', ''])('%s stays as it was sent', (text) => {
    expect(parseEmbedded(text)).toBe(text)
  })

  it('keeps all digits of whole numbers beyond 2^53', () => {
    expect(parseEmbedded('{"id": 9007199254740993}')).toEqual({ id: '9007199254740993' })
  })

  it('is also a text where an SDK serialises everything', () => {
    expect(parseSerialised('"two\\nlines"')).toBe('two\nlines')
    expect(parseSerialised('"broken')).toBe('"broken')
    expect(parseSerialised('{"a":1}')).toEqual({ a: 1 })
  })
})

it('zeros alone are no count of tokens', () => {
  expect(asTokens({ input: 0, output: 0, total: undefined })).toBeUndefined()
  expect(asTokens({ input: 0, output: 1, total: undefined })).toEqual({ input: 0, output: 1, total: undefined })
})
