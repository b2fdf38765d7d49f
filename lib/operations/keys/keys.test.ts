import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { personOf } from '../context'
import { removeMember } from '../members/members'
import { makeProject } from '../testing/factories'
import { createKey, findKeyActor, listKeys, revokeKey } from './keys'

describe('API keys', () => {
  it('show their secret once, and are stored as a hash', async () => {
    const { project, as } = await makeProject()
    const admin = await as('admin')
    const { key, secret } = await createKey.run(admin, { name: 'staging' })
    expect(secret.startsWith(key.prefix)).toBe(true)
    expect(key.scopes).toEqual(['read', 'write'])
    const kept = await getDb().apiKey.findFirstOrThrow({ where: { projectId: project.id } })
    const audit = await getDb().auditEvent.findMany({ where: { projectId: project.id } })
    const shown = JSON.stringify([await listKeys.run(admin, {}), kept, audit])
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain(secret.slice(12))
  })

  it('belong to one project', async () => {
    const { project, as } = await makeProject()
    const { secret } = await createKey.run(await as('admin'), { name: 'staging', scopes: ['write'] })
    expect(await findKeyActor(secret)).toMatchObject({ scopes: ['write'], project: { id: project.id } })
    expect(await findKeyActor(`${secret}x`)).toBeNull()
  })

  it('say who made them, and that this person has left; they go on working', async () => {
    const { as } = await makeProject()
    const [admin, leaving] = [await as('admin'), await as('admin')]
    const { key, secret } = await createKey.run(leaving, { name: 'staging' })
    const madeBy = { userId: personOf(leaving.actor)?.userId, name: personOf(leaving.actor)?.name, isMember: true }
    expect(key).toMatchObject({ madeBy })
    await removeMember.run(admin, { userId: madeBy.userId ?? '' })
    expect((await listKeys.run(admin, {})).keys).toMatchObject([{ madeBy: { ...madeBy, isMember: false } }])
    expect(await findKeyActor(secret)).not.toBeNull()
  })

  it('stop working permanently when revoked, audited', async () => {
    const { project, as } = await makeProject()
    const admin = await as('admin')
    const { key, secret } = await createKey.run(admin, { name: 'staging' })
    const first = await revokeKey.run(admin, { keyId: key.id })
    expect(await findKeyActor(secret)).toBeNull()
    expect((await revokeKey.run(admin, { keyId: key.id })).key.revokedAt).toBe(first.key.revokedAt)
    const events = await getDb().auditEvent.findMany({ where: { projectId: project.id, action: 'key.revoke' } })
    expect(events).toHaveLength(1)
  })

  it('stop working when they expire', async () => {
    const { as } = await makeProject()
    const admin = await as('admin')
    const DAY_MS = 86_400_000
    const daysAgo = (days: number) => ({ ...admin, now: () => new Date(Date.now() - days * DAY_MS) })
    const old = await createKey.run(daysAgo(8), { name: 'a week, long ago', expiresInDays: 7 })
    const recent = await createKey.run(daysAgo(6), { name: 'a week', expiresInDays: 7 })
    expect(Date.parse(old.key.expiresAt ?? '') - Date.parse(old.key.createdAt)).toBe(7 * DAY_MS)
    expect(await findKeyActor(old.secret)).toBeNull()
    expect(await findKeyActor(recent.secret)).toMatchObject({ name: 'a week' })
    expect((await listKeys.run(admin, {})).keys.map((key) => key.isExpired)).toEqual([false, true])
    expect((await listKeys.run(daysAgo(8), {})).keys.map((key) => key.isExpired)).toEqual([false, false])
  })

  it('of another project are not found', async () => {
    const { key } = await createKey.run(await (await makeProject()).as('admin'), { name: 'theirs' })
    const admin = await (await makeProject()).as('admin')
    await expect(revokeKey.run(admin, { keyId: key.id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await listKeys.run(admin, {})).keys).toEqual([])
  })

  it.each(['viewer', 'reviewer'] as const)('cannot be managed by a %s', async (role) => {
    const { as } = await makeProject()
    const { key } = await createKey.run(await as('admin'), { name: 'staging' })
    const member = await as(role)
    const forbidden = { code: 'forbidden' }
    await expect(listKeys.run(member, {})).rejects.toMatchObject(forbidden)
    await expect(createKey.run(member, { name: 'mine' })).rejects.toMatchObject(forbidden)
    await expect(revokeKey.run(member, { keyId: key.id })).rejects.toMatchObject(forbidden)
  })

  it('cannot create keys', async () => {
    const { key } = await makeProject()
    await expect(createKey.run(key, { name: 'another' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
