import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text'

afterEach(() => vi.unstubAllGlobals())

it('tells whether the browser copied the text', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } })
  await expect(copyText('a key')).resolves.toBe(true)
  expect(copied).toEqual(['a key'])
})

it.each([
  ['has no clipboard for pages over plain HTTP', {}],
  ['refuses it', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } }],
])('does not fail where the browser %s', async (_, browser) => {
  vi.stubGlobal('navigator', browser)
  await expect(copyText('a key')).resolves.toBe(false)
})
