import { expect, it } from 'vitest'
import { nextAttemptAt } from '../work/retry-schedule'
import { MAIL_RETRIES, MAX_MAIL_AGE_MS, readMailFailure } from './mail-rules'

const start = new Date('2026-03-01T12:00:00.000Z')

it('tries eight times within a day, each later than the one before, and then gives up', () => {
  let at = start
  for (let attempts = 1; attempts < 8; attempts++) {
    const next = nextAttemptAt(MAIL_RETRIES, attempts, at, { random: 0.999 })
    expect(next?.getTime()).toBeGreaterThan(at.getTime())
    at = next ?? at
  }
  expect(at.getTime() - start.getTime()).toBeLessThan(MAX_MAIL_AGE_MS)
  expect(nextAttemptAt(MAIL_RETRIES, 8, at)).toBeNull()
})

it.each([
  [
    'an unknown recipient',
    { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', message: 'no such user' },
    'refused',
  ],
  [
    'a rejected message',
    { code: 'EMESSAGE', responseCode: 554, command: 'DATA', message: 'looks like spam' },
    'refused',
  ],
  ['a full mailbox', { code: 'EENVELOPE', responseCode: 452, command: 'RCPT TO', message: 'full' }, 'later'],
  ['greylisting', { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO', message: 'later' }, 'later'],
  ['a sender it does not take', { code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM', message: 'no' }, 'down'],
  ['a wrong password', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN', message: 'no' }, 'down'],
  ['a server that goes away', { code: 'ECONNECTION', responseCode: 421, command: 'CONN', message: 'bye' }, 'down'],
  ['no server', { code: 'ECONNECTION', message: 'connect ECONNREFUSED' }, 'down'],
  ['silence', { code: 'ETIMEDOUT', command: 'CONN', message: 'Greeting never received' }, 'down'],
] as const)('reads %s', (_, problem, kind) => {
  expect(readMailFailure(problem).kind).toBe(kind)
})

it('limits the error to one line of bounded length', () => {
  const { error } = readMailFailure({ message: `a\r\nb${'x'.repeat(1000)}` })
  expect(error).toMatch(/^a bx+…$/)
  expect(error).toHaveLength(300)
})
