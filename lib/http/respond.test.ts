import { expect, it } from 'vitest'
import { prefersMarkdown } from './respond'

it.each([
  [null, false],
  ['*/*', false],
  ['application/json', false],
  ['text/markdown', true],
  ['Text/Markdown; charset=utf-8', true],
  ['text/markdown, */*', true],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0.5, application/json', false],
  ['application/json;q=0.5, text/markdown', true],
  ['application/json, text/markdown', false],
  ['text/markdown, application/json', true],
])('prefersMarkdown(%j) is %j', (accept, isPreferred) => {
  expect(prefersMarkdown(accept)).toBe(isPreferred)
})
