import { describe, expect, it } from 'vitest'
import { verifiedGitHubEmail, vouchedEmail } from './vouched-email'

const listed = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified })

describe('vouchedEmail', () => {
  it.each([
    ['says so', { email_verified: true }, 'ada@example.test'],
    ['says that it is not', { email_verified: false }, null],
    ['says it in a word', { email_verified: 'true' }, null],
    ['does not say', {}, null],
  ])('is the address where the service %s', (_, claims, email) => {
    expect(vouchedEmail({ sub: '1', ...claims }, 'ada@example.test')).toBe(email)
  })

  it('is none without a profile or an address', () => {
    expect(vouchedEmail(undefined, 'ada@example.test')).toBeNull()
    expect(vouchedEmail({ sub: '1', ...{ email_verified: true } }, null)).toBeNull()
  })
})

describe('verifiedGitHubEmail', () => {
  it.each([
    [
      'the one that is shown',
      'b@x.test',
      [listed('a@x.test', true, true), listed('b@x.test', false, true)],
      'b@x.test',
    ],
    ['else the primary one', null, [listed('b@x.test', false, true), listed('a@x.test', true, true)], 'a@x.test'],
    ['never one that GitHub has not verified', 'a@x.test', [listed('a@x.test', true, false)], null],
    ['never one that is shown alone', 'a@x.test', [], null],
    ['none where the answer is no list', 'a@x.test', { message: 'bad credentials' }, null],
  ])('takes %s', (_, shown, list, email) => {
    expect(verifiedGitHubEmail(shown, list)).toBe(email)
  })
})
