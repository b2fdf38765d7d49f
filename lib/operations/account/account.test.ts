import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { makeProject } from '../testing/factories'
import { changePassword, updateAccount } from './account'
import { hashPassword, verifyPassword } from './password-hash'
import { findUserByEmail, findUserByPassword } from './users'

const PASSWORD = 'correct horse battery'

async function makePerson(
  password: string | null = PASSWORD,
): Promise<{ ctx: Context; userId: string; email: string }> {
  const ctx = await (await makeProject()).as('viewer')
  if (ctx.actor.kind !== 'user') throw new Error('expected a person')
  const { userId, email } = ctx.actor
  const passwordHash = password === null ? null : await hashPassword(password)
  await getDb().user.update({ where: { id: userId }, data: { passwordHash } })
  return { ctx, userId, email }
}

describe('signing in', () => {
  it('only accepts the right password of an enabled account', async () => {
    const { userId, email } = await makePerson()
    expect((await findUserByPassword(getDb(), ` ${email.toUpperCase()} `, PASSWORD))?.userId).toBe(userId)
    expect(await findUserByPassword(getDb(), email, `${PASSWORD} `)).toBeNull()
    expect(await findUserByPassword(getDb(), 'nobody@example.test', PASSWORD)).toBeNull()
    await getDb().user.update({ where: { id: userId }, data: { disabledAt: new Date() } })
    expect(await findUserByPassword(getDb(), email, PASSWORD)).toBeNull()
    expect(await findUserByEmail(getDb(), email)).toBeNull()
  })

  it('rejects every password for an account without one', async () => {
    const { email } = await makePerson(null)
    expect(await findUserByPassword(getDb(), email, '')).toBeNull()
    expect(await verifyPassword(null, '')).toBe(false)
  })
})

describe('changePassword', () => {
  it('requires the current password, and names the wrong field', async () => {
    const { ctx, email } = await makePerson()
    const wrong = changePassword.run(ctx, { current: 'wrong', next: 'another long password' })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'current' }] })
    expect(await findUserByPassword(getDb(), email, PASSWORD)).not.toBeNull()
  })

  it('rejects a short password', async () => {
    const { ctx } = await makePerson()
    const short = changePassword.run(ctx, { current: PASSWORD, next: 'short' })
    await expect(short).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'next' }] })
  })

  it('rejects the current password as the new one', async () => {
    const { ctx } = await makePerson()
    const same = changePassword.run(ctx, { current: PASSWORD, next: PASSWORD })
    await expect(same).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'next' }] })
  })

  it('applies one of two concurrent changes', async () => {
    const { ctx, email } = await makePerson()
    const change = (next: string) => changePassword.run(ctx, { current: PASSWORD, next }).then(() => next)
    const results = await Promise.allSettled([change('the first new password'), change('the second new password')])
    const done = results.filter((result) => result.status === 'fulfilled').map((result) => result.value)
    expect(done).toHaveLength(1)
    expect(await findUserByPassword(getDb(), email, done[0] ?? '')).not.toBeNull()
  })

  it('limits guesses', async () => {
    const { ctx } = await makePerson()
    for (let guess = 0; guess < 10; guess++)
      await changePassword.run(ctx, { current: `guess ${guess}`, next: 'another long password' }).catch(() => {})
    const next = changePassword.run(ctx, { current: PASSWORD, next: 'another long password' })
    await expect(next).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('updateAccount', () => {
  it('is audited in every project of the person, without the password', async () => {
    const { ctx, userId } = await makePerson()
    const second = await makeProject()
    await getDb().membership.create({ data: { projectId: second.project.id, userId, role: 'viewer' } })
    await updateAccount.run(ctx, { name: 'Ada' })
    await updateAccount.run(ctx, { name: 'Ada' })
    await changePassword.run(ctx, { current: PASSWORD, next: 'another long password' })
    const events = await getDb().auditEvent.findMany({ where: { actorId: userId }, orderBy: { id: 'asc' } })
    const renamed = { action: 'account.update', subject: `user:${userId}`, after: { name: 'Ada' } }
    const sealed = { action: 'account.password', subject: `user:${userId}`, before: null, after: null }
    expect(events).toMatchObject([renamed, renamed, sealed, sealed])
    expect(new Set(events.map(({ projectId }) => projectId))).toContain(second.project.id)
    for (const { projectId, seq } of events) expect({ projectId, seq }).toEqual({ projectId, seq: expect.any(Number) })
  })

  it("changes the caller's name and rejects keys", async () => {
    const { ctx } = await makePerson()
    expect(await updateAccount.run(ctx, { name: 'Ada' })).toEqual({ name: 'Ada' })
    const { key } = await makeProject()
    await expect(updateAccount.run(key, { name: 'Ada' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
