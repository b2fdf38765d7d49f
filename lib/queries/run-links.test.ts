import { describe, expect, it } from 'vitest'
import { runsHref } from '@/lib/presentation/links'
import { loadRunSearch } from './run-search'

describe('a link to runs', () => {
  it.each([
    [{ chain: ['plain', 'with, comma', '#&?='] }],
    [{ chain: ['a'], version: ['1,2'], tag: ['x y', 'é'] }],
    [{ scenario: 'first, then' }],
  ])('is read as the filters it was made from: %j', (filters) => {
    const url = new URL(runsHref('p', filters), 'http://desk.test')
    expect(loadRunSearch(url.searchParams)).toMatchObject(filters)
  })
})
