import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { makeProject } from '../testing/factories'
import { listMembers, removeMember, updateMember } from './members'

function userOf(ctx: Context) {
  if (ctx.actor.kind !== 'user') throw new Error('expected a person')
  return ctx.actor
}

describe('listMembers', () => {
  it('says which of them is the caller; a key is none of them', async () => {
    const { key, as } = await makeProject()
    const admin = await as('admin')
    const reviewer = await as('reviewer')
    const { members } = await listMembers.run(reviewer, {})
    expect(members.map(({ userId, isYou }) => [userId, isYou]).sort()).toEqual(
      [
        [userOf(admin).userId, false],
        [userOf(reviewer).userId, true],
      ].sort(),
    )
    expect((await listMembers.run(key, {})).members.some(({ isYou }) => isYou)).toBe(false)
  })

  it('is in the order people look for a name in', async () => {
    const { key, as } = await makeProject()
    for (const name of ['Person 10', 'Zoe', 'Person 2', 'Émile', 'alice']) await as('viewer', name)
    const { members } = await listMembers.run(key, {})
    expect(members.map(({ name }) => name)).toEqual(['alice', 'Émile', 'Person 2', 'Person 10', 'Zoe'])
  })
})

const rolesOf = async (ctx: Context) => (await listMembers.run(ctx, {})).members.map((member) => member.role).sort()

describe('updateMember', () => {
  it('changes the role of a member, audited', async () => {
    const { project, as } = await makeProject()
    const [admin, viewer] = [await as('admin'), userOf(await as('viewer'))]
    const { member } = await updateMember.run(admin, { userId: viewer.userId, role: 'reviewer' })
    expect(member).toMatchObject({ userId: viewer.userId, role: 'reviewer' })
    expect(await rolesOf(admin)).toEqual(['admin', 'reviewer'])
    const events = await getDb().auditEvent.findMany({ where: { projectId: project.id } })
    expect(events).toMatchObject([{ action: 'member.change', before: { role: 'viewer' }, after: { role: 'reviewer' } }])
  })

  it('does not add members', async () => {
    const { userId } = userOf(await (await makeProject()).as('viewer'))
    const admin = await (await makeProject()).as('admin')
    await expect(updateMember.run(admin, { userId, role: 'viewer' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await rolesOf(admin)).toEqual(['admin'])
  })

  it.each(['viewer', 'reviewer'] as const)('is forbidden for a %s', async (role) => {
    const member = await (await makeProject()).as(role)
    const change = updateMember.run(member, { userId: userOf(member).userId, role: 'admin' })
    await expect(change).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is forbidden for keys, and not found for non-members', async () => {
    const { project, key, as } = await makeProject()
    const stranger = { ...(await (await makeProject()).as('admin')), projectSlug: project.slug }
    const input = { userId: userOf(await as('viewer')).userId, role: 'admin' } as const
    await expect(updateMember.run(key, input)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(updateMember.run(stranger, input)).rejects.toMatchObject({ code: 'not_found' })
    await expect(listMembers.run(stranger, {})).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the last admin', () => {
  it('cannot be removed or demoted', async () => {
    const { as } = await makeProject()
    const admin = await as('admin')
    await as('reviewer')
    const { userId } = userOf(admin)
    await expect(removeMember.run(admin, { userId })).rejects.toMatchObject({ code: 'conflict' })
    await expect(updateMember.run(admin, { userId, role: 'viewer' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await rolesOf(admin)).toEqual(['admin', 'reviewer'])
  })

  it('cannot be removed when two admins remove each other concurrently', async () => {
    const { project, as } = await makeProject()
    const [one, two] = [await as('admin'), await as('admin')]
    const attempts = [
      removeMember.run(one, { userId: userOf(two).userId }),
      removeMember.run(two, { userId: userOf(one).userId }),
    ]
    await Promise.allSettled(attempts)
    expect(await getDb().membership.count({ where: { projectId: project.id, role: 'admin' } })).toBe(1)
  })

  it('is determined without disabled admins', async () => {
    const { as } = await makeProject()
    const [admin, other] = [await as('admin'), userOf(await as('admin'))]
    await getDb().user.update({ where: { id: other.userId }, data: { disabledAt: new Date() } })
    await expect(removeMember.run(admin, { userId: userOf(admin).userId })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('removeMember', () => {
  it('takes effect with the next request', async () => {
    const { as } = await makeProject()
    const [admin, viewer] = [await as('admin'), await as('viewer')]
    await removeMember.run(admin, { userId: userOf(viewer).userId })
    await expect(listMembers.run(viewer, {})).rejects.toMatchObject({ code: 'not_found' })
  })

  it('does not find people of another project', async () => {
    const admin = await (await makeProject()).as('admin')
    const { userId } = userOf(await (await makeProject()).as('viewer'))
    await expect(removeMember.run(admin, { userId })).rejects.toMatchObject({ code: 'not_found' })
  })
})
