import { describe, expect, it } from 'vitest'
import { authorizePassword, verifiedGitHubEmail, vouchedEmail, withoutDetails } from './options'

const listed = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified })

describe('vouchedEmail', () => {
  it.each([
    ['verified it', { email_verified: true }, 'ada@example.test'],
    ['did not verify it', { email_verified: false }, null],
    ['sends a string instead of a boolean', { email_verified: 'true' }, null],
    ['does not state it', {}, null],
  ])('returns the address only if the service %s', (_, claims, email) => {
    expect(vouchedEmail({ sub: '1', email: 'ada@example.test', ...claims })).toBe(email)
  })

  it('returns null without a profile or an address', () => {
    expect(vouchedEmail(undefined)).toBeNull()
    expect(vouchedEmail({ sub: '1', ...{ email_verified: true } })).toBeNull()
  })
})

describe('an address that an external service vouches for', () => {
  const vouched = (email: string) => vouchedEmail({ sub: '1', email, ...{ email_verified: true } })

  it.each(['ada@example.test', 'Ada+desk@sub.Example.test', "o'neil@example.test", 'ada@example.xn--p1ai'])(
    'is %s',
    (email) => {
      expect(vouched(email)).toBe(email)
    },
  )

  it.each([
    ['of two hosts', 'ada@evil.test@example.test'],
    ['with a quoted one in it', '"ada@evil.test"@example.test'],
    ['that becomes the address of another person in lower case', '\u212aim@example.test'],
    ['without anybody', '@example.test'],
    ['that is a domain only', 'example.test'],
    ['with a space', 'a da@example.test'],
    ['with a line break', 'ada\n@example.test'],
    ['with a zero', 'ada@example.test\0'],
    ['in letters of another alphabet', 'ada@ex\u0430mple.test'],
    ['that is too long', `${'a'.repeat(400)}@example.test`],
  ])('is none %s', (_, email) => {
    expect(vouched(email)).toBeNull()
  })
})

describe('what a failed sign-in answers', () => {
  it('contains no message of the database', async () => {
    await expect(withoutDetails(Promise.reject(new Error('cannot reach 10.0.0.7')))).rejects.toThrow(/^Unavailable$/)
  })

  it('is that nobody has an e-mail that cannot be stored, without asking the database', async () => {
    expect(await authorizePassword({ email: 'ada\0@example.test', password: 'x' })).toBeNull()
  })
})

describe('verifiedGitHubEmail', () => {
  it.each([
    ['the public one', 'b@x.test', [listed('a@x.test', true, true), listed('b@x.test', false, true)], 'b@x.test'],
    ['else the primary one', null, [listed('b@x.test', false, true), listed('a@x.test', true, true)], 'a@x.test'],
    ['never an unverified one', 'a@x.test', [listed('a@x.test', true, false)], null],
    ['never one missing from the list', 'a@x.test', [], null],
    ['null if the answer is not a list', 'a@x.test', { message: 'bad credentials' }, null],
  ])('takes %s', (_, shown, list, email) => {
    expect(verifiedGitHubEmail(shown, list)).toBe(email)
  })
})
