import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { findUserByPassword } from '../account/users'
import type { Context } from '../context'
import { findKeyActor } from '../keys/keys'
import { completeSetup, isSetupOpen, prepareFirstRun } from './first-run'

const NOW = new Date('2026-11-20T12:00:00Z')
const PASSWORD = 'correct horse battery'
const person = { name: 'Ada', email: 'Ada@example.test', password: PASSWORD }

const at = (now: Date): Context => ({ actor: { kind: 'anonymous' }, db: getDb(), now: () => now, requestId: 'test' })
const prepare = (given: Partial<Parameters<typeof prepareFirstRun>[1]> = {}) =>
  prepareFirstRun(getDb(), { admin: null, apiKey: null, now: NOW, ...given })

async function mintToken(): Promise<string> {
  const { setupToken } = await prepare()
  if (setupToken === null) throw new Error('expected a set-up link')
  return setupToken
}

beforeEach(async () => {
  const db = getDb()
  await db.$transaction([
    db.membership.deleteMany(),
    db.apiKey.deleteMany(),
    db.project.deleteMany(),
    db.user.deleteMany(),
    db.setupLink.deleteMany(),
  ])
})

describe('the set-up link', () => {
  it('creates the first admin of the project "default"', async () => {
    const result = await completeSetup.run(at(NOW), { token: await mintToken(), ...person })
    expect(result).toEqual({ email: 'ada@example.test' })
    expect(await findUserByPassword(getDb(), 'ada@example.test', PASSWORD)).not.toBeNull()
    const membership = await getDb().membership.findFirstOrThrow({ include: { project: true, user: true } })
    expect([membership.role, membership.project.slug, membership.user.name]).toEqual(['admin', 'default', 'Ada'])
  })

  it('is audited under the name of the person who used it', async () => {
    await completeSetup.run(at(NOW), { token: await mintToken(), ...person })
    const { projectId, userId } = await getDb().membership.findFirstOrThrow()
    const events = await getDb().auditEvent.findMany({ where: { projectId } })
    const added = { action: 'member.add', subject: `user:${userId}`, actorKind: 'user', actorId: userId, actor: 'Ada' }
    expect(events).toMatchObject([{ ...added, before: null, after: { role: 'admin' }, seq: 1 }])
  })

  it('works once', async () => {
    const token = await mintToken()
    await completeSetup.run(at(NOW), { token, ...person })
    const again = completeSetup.run(at(NOW), { token, ...person, email: 'eve@example.test' })
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    expect(await getDb().user.count()).toBe(1)
  })

  it('admits one of two people who use it concurrently', async () => {
    const token = await mintToken()
    const attempts = ['ada', 'eve'].map((who) =>
      completeSetup.run(at(NOW), { token, ...person, email: `${who}@example.test` }),
    )
    const results = await Promise.allSettled(attempts)
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await getDb().user.count()).toBe(1)
    expect(await getDb().membership.count()).toBe(1)
  })

  it.each([
    ['can be used within a day', 24 * 60 * 60 * 1000 - 1, true],
    ['expires after a day', 24 * 60 * 60 * 1000, false],
  ])('%s', async (_, afterMs, isOpen) => {
    const token = await mintToken()
    const later = new Date(NOW.getTime() + afterMs)
    expect(await isSetupOpen(getDb(), token, later)).toBe(isOpen)
    const attempt = completeSetup.run(at(later), { token, ...person })
    if (isOpen) await expect(attempt).resolves.toBeDefined()
    else await expect(attempt).rejects.toMatchObject({ code: 'conflict' })
  })

  it('stops working when a newer one is created, and rejects guesses', async () => {
    const old = await mintToken()
    await mintToken()
    await expect(completeSetup.run(at(NOW), { token: old, ...person })).rejects.toMatchObject({ code: 'conflict' })
    await expect(completeSetup.run(at(NOW), { token: 'guess', ...person })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is stored as a hash only', async () => {
    const token = await mintToken()
    expect((await getDb().setupLink.findFirstOrThrow()).tokenHash).not.toContain(token)
  })

  it('changes nothing when the input is invalid', async () => {
    const token = await mintToken()
    const short = completeSetup.run(at(NOW), { token, ...person, password: 'short' })
    await expect(short).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'password' }] })
    expect(await getDb().user.count()).toBe(0)
    expect(await isSetupOpen(getDb(), token, NOW)).toBe(true)
  })
})

describe('prepareFirstRun', () => {
  const admin = { email: 'Root@example.test', password: PASSWORD }

  it('creates the configured admin, and then no link', async () => {
    expect(await prepare({ admin })).toEqual({ madeAdmin: true, madeKey: false, setupToken: null })
    expect(await findUserByPassword(getDb(), 'root@example.test', PASSWORD)).not.toBeNull()
  })

  it('never changes the password of an existing person', async () => {
    await prepare({ admin })
    expect(await prepare({ admin: { ...admin, password: 'another long password' } })).toMatchObject({
      madeAdmin: false,
    })
    expect(await findUserByPassword(getDb(), 'root@example.test', PASSWORD)).not.toBeNull()
  })

  describe('with another admin', () => {
    const role = async () => {
      const where = { user: { email: 'root@example.test' } }
      return (await getDb().membership.findFirst({ where }))?.role
    }

    beforeEach(async () => {
      await prepare({ admin })
      await prepare({ admin: { ...admin, email: 'ada@example.test' } })
    })

    it('leaves the configured admin the role that a person gave them since', async () => {
      await getDb().membership.updateMany({ where: { user: { email: 'root@example.test' } }, data: { role: 'viewer' } })
      expect(await prepare({ admin })).toMatchObject({ madeAdmin: false })
      expect(await role()).toBe('viewer')
    })

    it('does not bring back the configured admin when a person removed them', async () => {
      await getDb().membership.deleteMany({ where: { user: { email: 'root@example.test' } } })
      await prepare({ admin })
      expect(await role()).toBeUndefined()
    })

    it('makes them an admin again if the project has no other that can sign in', async () => {
      await getDb().membership.updateMany({ where: { user: { email: 'root@example.test' } }, data: { role: 'viewer' } })
      await getDb().user.updateMany({ where: { email: 'ada@example.test' }, data: { disabledAt: NOW } })
      await prepare({ admin })
      expect(await role()).toBe('admin')
    })
  })

  it('creates the configured key once, with read and write scopes', async () => {
    expect(await prepare({ apiKey: 'a-secret-of-ours' })).toMatchObject({ madeKey: true })
    expect(await prepare({ apiKey: 'a-secret-of-ours' })).toMatchObject({ madeKey: false })
    const actor = await findKeyActor('a-secret-of-ours')
    expect(actor).toMatchObject({ scopes: ['read', 'write'], project: { slug: 'default' } })
  })

  it('does not restore a revoked key', async () => {
    await prepare({ apiKey: 'a-secret-of-ours' })
    await getDb().apiKey.updateMany({ data: { revokedAt: NOW } })
    await prepare({ apiKey: 'a-secret-of-ours' })
    expect(await findKeyActor('a-secret-of-ours')).toBeNull()
  })

  it('may run in several processes concurrently', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => prepare({ admin, apiKey: 'a-secret-of-ours' })))
    expect(results.filter((result) => result.madeAdmin)).toHaveLength(1)
    expect(results.filter((result) => result.madeKey)).toHaveLength(1)
    expect(await getDb().user.count()).toBe(1)
  })
})
