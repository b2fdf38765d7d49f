import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { changePassword } from '../account/account'
import { hashPassword } from '../account/password-hash'
import { beginSession, findSession } from '../account/sessions'
import { findUserByEmail, findUserByPassword } from '../account/users'
import type { Context } from '../context'
import { makeProject } from '../testing/factories'
import { type FakeSmtp, startSmtp } from '../testing/fake-smtp'
import { isResetOpen, makeResetLink, requestPasswordReset, resetPassword } from './reset'

const OLD = 'correct horse battery'
const NEW = 'another long password'
const DAY_MS = 86_400_000

let smtp: FakeSmtp

beforeAll(async () => {
  smtp = await startSmtp()
  process.env.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`
  process.env.SMTP_FROM = 'desk@example.test'
  return () => smtp.close()
})

const visitor = (now = new Date()): Context => ({
  actor: { kind: 'anonymous' },
  origin: { address: uuid(), via: 'browser' },
  db: getDb(),
  now: () => now,
  requestId: uuid(),
})

async function makePerson() {
  const { actor } = await (await makeProject()).as('viewer')
  if (actor.kind !== 'user') throw new Error('expected a person')
  const { userId, email } = actor
  await getDb().user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(OLD) } })
  const mint = async (by: 'mail' | 'machine' = 'mail', now = new Date()) =>
    (await makeResetLink(getDb(), email, by, now))?.address.split('/').at(-1) ?? ''
  const mails = () => smtp.mails.filter(({ raw }) => raw.includes(email)).map(({ raw }) => raw.replaceAll('=\r\n', ''))
  return { userId, email, mint, mails }
}

describe('requesting a link', () => {
  it('mails one to the person with the e-mail, ignoring case, which sets a new password', async () => {
    const { email, mails } = await makePerson()
    expect(await requestPasswordReset.run(visitor(), { email: email.toUpperCase() })).toEqual({ asked: true })
    const token = await vi.waitUntil(() => /\/reset\/([\w-]+)/.exec(mails()[0] ?? '')?.[1], { timeout: 20_000 })
    expect(await resetPassword.run(visitor(), { token, password: NEW })).toEqual({ email })
    expect(await findUserByPassword(getDb(), email, NEW)).not.toBeNull()
    expect(await findUserByPassword(getDb(), email, OLD)).toBeNull()
  })

  it('gives the same answer for unknown and disabled accounts, and creates no link', async () => {
    const { userId, email } = await makePerson()
    await getDb().user.update({ where: { id: userId }, data: { disabledAt: new Date() } })
    for (const asked of [email, `nobody-${uuid()}@example.test`]) {
      expect(await requestPasswordReset.run(visitor(), { email: asked })).toEqual({ asked: true })
      expect(await makeResetLink(getDb(), asked, 'mail', new Date())).toBeNull()
    }
    expect(await getDb().passwordReset.count({ where: { userId } })).toBe(0)
  })

  it('is limited by e-mail, regardless of the client address', async () => {
    const email = `nobody-${uuid()}@example.test`
    for (let times = 0; times < 3; times++) await requestPasswordReset.run(visitor(), { email })
    await expect(requestPasswordReset.run(visitor(), { email })).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('a link', () => {
  it('ends all sessions and other links of the person, audited', async () => {
    const { userId, email, mint } = await makePerson()
    const stamp = (await findUserByEmail(getDb(), email))?.stamp ?? ''
    const place = { address: null, device: null }
    const sessionId = (await beginSession(getDb(), { userId, stamp }, place, new Date())) ?? ''
    const [first, second] = [await mint(), await mint('machine')]
    await resetPassword.run(visitor(), { token: second, password: NEW })
    expect(await findSession(getDb(), { userId, sessionId }, place, new Date())).toBeNull()
    expect(await isResetOpen(first)).toBe(false)
    const events = await getDb().auditEvent.findMany({ where: { subject: `user:${userId}` }, orderBy: { id: 'asc' } })
    expect(events.map(({ action, after }) => [action, after])).toEqual([
      ['account.reset_link', { by: 'mail' }],
      ['account.reset_link', { by: 'machine' }],
      ['account.password_reset', { by: 'machine' }],
    ])
    expect(JSON.stringify(events)).not.toContain(email)
  })

  it('ends when the person changes their password: who may have read it can no longer undo that', async () => {
    const { userId, email, mint } = await makePerson()
    const token = await mint()
    const actor = { kind: 'user', userId, name: 'Ada', email } as const
    await changePassword.run({ ...visitor(), actor }, { current: OLD, next: NEW })
    expect(await isResetOpen(token)).toBe(false)
    const use = resetPassword.run(visitor(), { token, password: 'a password of somebody else' })
    await expect(use).rejects.toMatchObject({ code: 'conflict' })
    expect(await findUserByPassword(getDb(), email, NEW)).not.toBeNull()
  })

  it('works once, also with concurrent uses', async () => {
    const { mint } = await makePerson()
    const token = await mint()
    expect(await isResetOpen(token)).toBe(true)
    const use = () => resetPassword.run(visitor(), { token, password: NEW })
    const outcomes = await Promise.allSettled([use(), use()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(use()).rejects.toMatchObject({ code: 'conflict' })
  })

  it.each([
    ['mail', 3_600_000],
    ['machine', DAY_MS],
  ] as const)('by %s is valid for %i ms', async (by, lifetimeMs) => {
    const { mint } = await makePerson()
    const now = new Date()
    const token = await mint(by, now)
    const late = resetPassword.run(visitor(new Date(now.getTime() + lifetimeMs)), { token, password: NEW })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    await resetPassword.run(visitor(new Date(now.getTime() + lifetimeMs - 1)), { token, password: NEW })
  })

  it.each([
    ['mail', true],
    ['machine', false],
  ] as const)('by %s verifies the address: %s', async (by, proves) => {
    const { userId, mint } = await makePerson()
    await getDb().user.update({ where: { id: userId }, data: { emailVerifiedAt: null } })
    await resetPassword.run(visitor(), { token: await mint(by), password: NEW })
    const user = await getDb().user.findUniqueOrThrow({ where: { id: userId } })
    expect(user.emailVerifiedAt !== null).toBe(proves)
  })

  it('rejects a disabled account, an unknown token and a short password', async () => {
    const { userId, mint } = await makePerson()
    const token = await mint()
    const use = (given: string, password = NEW) => resetPassword.run(visitor(), { token: given, password })
    await expect(use(token, 'short')).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'password' }] })
    await expect(use('made-up')).rejects.toMatchObject({ code: 'conflict' })
    await getDb().user.update({ where: { id: userId }, data: { disabledAt: new Date() } })
    await expect(use(token)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is stored as a hash only', async () => {
    const { userId, mint } = await makePerson()
    const token = await mint()
    expect(JSON.stringify(await getDb().passwordReset.findMany({ where: { userId } }))).not.toContain(token)
  })
})
