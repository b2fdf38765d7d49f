import { describe, expect, it } from 'vitest'
import { verifiedGitHubEmail, vouchedEmail } from './options'

const listed = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified })

describe('vouchedEmail', () => {
  it.each([
    ['verified it', { email_verified: true }, 'ada@example.test'],
    ['did not verify it', { email_verified: false }, null],
    ['sends a string instead of a boolean', { email_verified: 'true' }, null],
    ['does not state it', {}, null],
  ])('returns the address only if the service %s', (_, claims, email) => {
    expect(vouchedEmail({ sub: '1', ...claims }, 'ada@example.test')).toBe(email)
  })

  it('returns null without a profile or an address', () => {
    expect(vouchedEmail(undefined, 'ada@example.test')).toBeNull()
    expect(vouchedEmail({ sub: '1', ...{ email_verified: true } }, null)).toBeNull()
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
