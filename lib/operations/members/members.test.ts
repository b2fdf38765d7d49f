import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { makeProject } from '../testing/factories'
import { listMembers } from './list'
import { removeMember, updateMember } from './members'

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

describe('a list of members with a limit', () => {
  const named = async (ctx: Context, input: Parameters<typeof listMembers.run>[1]) => {
    const { members, count } = await listMembers.run(ctx, input)
    return [members.map(({ name }) => name), count]
  }

  it('has the caller and the first by name, and counts the others', async () => {
    const { key, as } = await makeProject()
    for (const name of ['Person 10', 'Person 2', 'Émile', 'alice']) await as('viewer', name)
    const zoe = await as('viewer', 'Zoe')
    expect(await named(zoe, { limit: 3 })).toEqual([['alice', 'Émile', 'Zoe'], 5])
    expect(await named(key, { limit: 3 })).toEqual([['alice', 'Émile', 'Person 2'], 5])
    expect(await named(zoe, { limit: 5 })).toEqual([['alice', 'Émile', 'Person 2', 'Person 10', 'Zoe'], 5])
  })

  it('finds others by words of names and e-mails in any order, case and accent, and names that begin so first', async () => {
    const { key, as } = await makeProject()
    for (const name of ['Annabel Émile', 'Bea Anton', 'Émile Zola', 'Zoe']) await as('viewer', name)
    expect(await named(key, { text: 'emile ann', limit: 5 })).toEqual([['Annabel Émile'], 1])
    expect(await named(key, { text: 'emile', limit: 1 })).toEqual([['Émile Zola'], 2])
    const [zoe] = (await listMembers.run(key, { text: 'zoe' })).members
    expect(await named(key, { text: zoe?.email?.toUpperCase() ?? '-', limit: 5 })).toEqual([['Zoe'], 1])
    expect(await named(key, { text: '100%', limit: 5 })).toEqual([[], 0])
  })

  it('continues behind its last member, and has everyone once', async () => {
    const { key, as } = await makeProject()
    const names = ['Person 10', 'Person 2', 'Émile', 'alice', 'Émile', 'Bo']
    for (const name of names) await as('viewer', name)
    const zoe = await as('viewer', 'Zoe')
    const pages: unknown[] = []
    const seen = new Set<string>()
    let cursor: string | null | undefined
    while (cursor !== null) {
      const answer = await listMembers.run(zoe, { limit: 3, ...(cursor && { cursor }) })
      pages.push(answer.members.map(({ name }) => name))
      for (const { userId } of answer.members) seen.add(userId)
      expect(answer.count).toBe(7)
      cursor = answer.next
    }
    expect(pages).toEqual([['alice', 'Bo', 'Zoe'], ['Émile', 'Émile', 'Person 2'], ['Person 10']])
    expect(seen.size).toBe(7)
    const { next } = await listMembers.run(key, { text: 'person', limit: 1 })
    expect((await listMembers.run(key, { text: 'person', cursor: next ?? '' })).members).toMatchObject([
      { name: 'Person 10' },
    ])
  })

  it('has only those who may decide, or those who are named, of this project', async () => {
    const { key, as } = await makeProject()
    const stranger = userOf(await (await makeProject()).as('admin', 'Stranger'))
    const [ada, bob, cai] = [await as('admin', 'Ada'), await as('reviewer', 'Bob'), await as('viewer', 'Cai')]
    const gone = userOf(await as('reviewer', 'Gone'))
    await getDb().user.update({ where: { id: gone.userId }, data: { disabledAt: new Date() } })
    expect(await named(ada, { deciders: true, limit: 5 })).toEqual([['Ada', 'Bob'], 2])
    const userIds = [userOf(bob), userOf(cai), stranger].map(({ userId }) => userId)
    expect(await named(key, { userIds, limit: 5 })).toEqual([['Bob', 'Cai'], 2])
    expect(await named(key, { userIds, deciders: true })).toEqual([['Bob'], 1])
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
