import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { type Context, personOf } from '../context'
import { makeProject } from '../testing/factories'
import { changePassword, endOtherSignInSessions, endSignInSession, listSignInSessions } from './account'
import { hashPassword } from './password-hash'
import { beginSession, endSession, findSession, type SessionPlace } from './sessions'
import { findUserByEmail } from './users'

const NOW = new Date('2026-03-02T10:00:00Z')
const PASSWORD = 'correct horse battery'
const HOUR_MS = 3_600_000
const later = (ms: number) => new Date(NOW.getTime() + ms)
const home = { address: '192.0.2.7', device: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }
const away = { address: '198.51.100.7', device: null }

/** Creates a person with a password and one session, which the context uses. */
async function makePerson() {
  const ctx: Context = { ...(await (await makeProject()).as('viewer')), now: () => NOW }
  const { actor } = ctx
  if (actor.kind !== 'user') throw new Error('expected a person')
  const { userId, email } = actor
  await getDb().user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(PASSWORD) } })
  const stamp = (await findUserByEmail(getDb(), email))?.stamp ?? ''
  const begin = async (place: SessionPlace = home) => (await beginSession(getDb(), { userId, stamp }, place, NOW)) ?? ''
  const find = (sessionId: string, now = NOW) => findSession(getDb(), { userId, sessionId }, away, now)
  const sessionId = await begin()
  return { ctx: { ...ctx, actor: { ...actor, sessionId } }, userId, stamp, sessionId, begin, find }
}

describe('a session', () => {
  it('opens the account of its person only', async () => {
    const { userId, sessionId, find } = await makePerson()
    const other = await makePerson()
    expect(await find(sessionId)).toMatchObject({ userId, sessionId, isEmailVerified: true })
    expect(await other.find(sessionId)).toBeNull()
  })

  it('is invalid after sign-out, even with its cookie', async () => {
    const { sessionId, find } = await makePerson()
    await endSession(getDb(), sessionId)
    expect(await find(sessionId)).toBeNull()
  })

  it('is invalid once its person is disabled', async () => {
    const { userId, sessionId, find } = await makePerson()
    await getDb().user.update({ where: { id: userId }, data: { disabledAt: NOW } })
    expect(await find(sessionId)).toBeNull()
  })

  it('expires 12 hours after its last use', async () => {
    const { sessionId, find } = await makePerson()
    expect(await find(sessionId, later(11 * HOUR_MS))).not.toBeNull()
    expect(await find(sessionId, later(22 * HOUR_MS))).not.toBeNull()
    expect(await find(sessionId, later(35 * HOUR_MS))).toBeNull()
  })

  it('records its use at most once a minute', async () => {
    const { sessionId, find } = await makePerson()
    const seen = () => getDb().signInSession.findUniqueOrThrow({ where: { id: sessionId } })
    await find(sessionId, later(30_000))
    expect(await seen()).toMatchObject({ seenAt: NOW, address: home.address })
    await find(sessionId, later(61_000))
    expect(await seen()).toMatchObject({ seenAt: later(61_000), address: away.address, device: home.device })
  })

  it('does not start with a password that was changed while it was checked', async () => {
    const { ctx, begin } = await makePerson()
    await changePassword.run(ctx, { current: PASSWORD, next: 'another long password' })
    expect(await begin()).toBe('')
  })
})

describe('a changed password', () => {
  it('ends all sessions but the one that changed it', async () => {
    const { ctx, sessionId, begin, find } = await makePerson()
    const other = await begin(away)
    await changePassword.run(ctx, { current: PASSWORD, next: 'another long password' })
    expect(await find(sessionId)).not.toBeNull()
    expect(await find(other)).toBeNull()
  })

  it('also ends sessions that start concurrently', async () => {
    const { ctx, userId, sessionId, begin } = await makePerson()
    const change = changePassword.run(ctx, { current: PASSWORD, next: 'another long password' })
    const begun = await Promise.all([...Array.from({ length: 8 }, () => begin()), change])
    expect(begun).toContainEqual({ changed: true })
    expect(await getDb().signInSession.findMany({ where: { userId }, select: { id: true } })).toEqual([
      { id: sessionId },
    ])
  })
})

describe("the caller's sessions", () => {
  it('are listed with device, address and last use, the current one first', async () => {
    const { ctx, sessionId, begin } = await makePerson()
    const other = await begin(away)
    expect((await listSignInSessions.run(ctx, {})).sessions).toEqual([
      { id: sessionId, isThisOne: true, ...home, createdAt: NOW.toISOString(), seenAt: NOW.toISOString() },
      { id: other, isThisOne: false, ...away, createdAt: NOW.toISOString(), seenAt: NOW.toISOString() },
    ])
  })

  it('are listed up to a hundred, and all of them counted', async () => {
    const { ctx, userId } = await makePerson()
    const times = { createdAt: NOW, seenAt: NOW, expiresAt: later(HOUR_MS) }
    const data = Array.from({ length: 119 }, () => ({ ...times, ...home, id: randomUUID(), userId }))
    await getDb().signInSession.createMany({ data })
    const { sessions, count } = await listSignInSessions.run(ctx, {})
    expect([sessions.length, count]).toEqual([100, 120])
  })

  it('can be ended one by one by their person only, audited', async () => {
    const { ctx, userId, begin, find } = await makePerson()
    const other = await begin()
    const stranger = await makePerson()
    await expect(endSignInSession.run(stranger.ctx, { sessionId: other })).rejects.toMatchObject({ code: 'not_found' })
    expect(await find(other)).not.toBeNull()
    await endSignInSession.run(ctx, { sessionId: other })
    expect(await find(other)).toBeNull()
    await expect(endSignInSession.run(ctx, { sessionId: other })).rejects.toMatchObject({ code: 'not_found' })
    const events = await getDb().auditEvent.findMany({ where: { actorId: userId } })
    expect(events).toMatchObject([{ action: 'account.sessions_ended', after: { count: 1 } }])
  })

  it('can all be ended except the current one', async () => {
    const { ctx, sessionId, begin, find } = await makePerson()
    const others = [await begin(), await begin(away)]
    expect(await endOtherSignInSessions.run(ctx, {})).toEqual({ ended: 2 })
    expect(await endOtherSignInSessions.run(ctx, {})).toEqual({ ended: 0 })
    for (const other of others) expect(await find(other)).toBeNull()
    expect(await find(sessionId)).not.toBeNull()
  })

  it('cannot be listed by a key', async () => {
    const { key } = await makeProject()
    expect(personOf(key.actor)).toBeNull()
    await expect(listSignInSessions.run(key, {})).rejects.toMatchObject({ code: 'forbidden' })
  })
})
