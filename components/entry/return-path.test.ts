import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path'

describe('returnPath', () => {
  it.each([
    ['a path of this site is kept', '/p/default/runs?grade=poor', '/p/default/runs?grade=poor'],
    ['nothing means the start', undefined, '/'],
    ['the first of several counts', ['/p/a', '/p/b'], '/p/a'],
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
  ])('never leads elsewhere: %j', (from) => {
    expect(returnPath(from)).toBe('/')
  })

  it('never leads back into signing in', () => {
    expect(returnPath('/signin?from=/signin')).toBe('/')
    expect(returnPath('/api/auth/signout')).toBe('/')
  })
})
