import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path'

describe('returnPath', () => {
  it.each([
    ['keeps a path of this site', '/p/default/runs?grade=poor', '/p/default/runs?grade=poor'],
    ['returns / if nothing is given', undefined, '/'],
    ['uses the first of several values', ['/p/a', '/p/b'], '/p/a'],
  ])('%s', (_, from, expected) => {
    expect(returnPath(from)).toBe(expected)
  })

  it.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    'p/default',
    '/a\\b',
  ])('rejects %j, which could lead to another site', (from) => {
    expect(returnPath(from)).toBe('/')
  })

  it('rejects the sign-in page and API paths', () => {
    expect(returnPath('/signin?from=/signin')).toBe('/')
    expect(returnPath('/api/auth/signout')).toBe('/')
  })
})
