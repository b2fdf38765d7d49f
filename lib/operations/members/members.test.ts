import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { findUserByPassword } from '../account/find-user'
import type { Context } from '../context'
import { makeProject } from '../testing/factories'
import { addMember } from './add-member'
import { listMembers } from './list-members'
import { removeMember } from './remove-member'

const PASSWORD = 'correct horse battery'

function userOf(ctx: Context) {
  if (ctx.actor.kind !== 'user') throw new Error('expected a person')
  return ctx.actor
}

const rolesOf = async (ctx: Context) => (await listMembers.run(ctx, {})).members.map((member) => member.role).sort()

describe('addMember', () => {
  it('adds somebody the desk does not know, with a first password', async () => {
    const admin = await (await makeProject()).as('admin')
    const email = `${uuid()}@Example.test`
    const { member } = await addMember.run(admin, { email, name: 'Ada', role: 'reviewer', password: PASSWORD })
    expect(member).toMatchObject({ email: email.toLowerCase(), name: 'Ada', role: 'reviewer' })
    expect(await findUserByPassword(getDb(), email, PASSWORD)).not.toBeNull()
  })

  it('asks for that password where it is missing', async () => {
    const admin = await (await makeProject()).as('admin')
    const added = addMember.run(admin, { email: `${uuid()}@example.test`, role: 'viewer' })
    await expect(added).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'password' }] })
  })

  it('never changes name or password of a person who is known', async () => {
    const known = userOf(await (await makeProject()).as('viewer', 'Ada'))
    const admin = await (await makeProject()).as('admin')
    const { member } = await addMember.run(admin, {
      email: known.email,
      name: 'Eve',
      role: 'admin',
      password: PASSWORD,
    })
    expect(member).toMatchObject({ userId: known.userId, name: 'Ada', role: 'admin' })
    expect(await findUserByPassword(getDb(), known.email, PASSWORD)).toBeNull()
  })

  it('changes the role of somebody who is a member, on record', async () => {
    const { project, as } = await makeProject()
    const [admin, viewer] = [await as('admin'), userOf(await as('viewer'))]
    await addMember.run(admin, { email: viewer.email, role: 'reviewer' })
    expect(await rolesOf(admin)).toEqual(['admin', 'reviewer'])
    const events = await getDb().auditEvent.findMany({ where: { projectId: project.id } })
    expect(events).toMatchObject([{ action: 'member.change', before: { role: 'viewer' }, after: { role: 'reviewer' } }])
  })

  it.each(['viewer', 'reviewer'] as const)('is refused to a %s', async (role) => {
    const member = await (await makeProject()).as(role)
    const added = addMember.run(member, { email: userOf(member).email, role: 'admin' })
    await expect(added).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is refused to keys, and to strangers does not exist', async () => {
    const { project, key } = await makeProject()
    const stranger = { ...(await (await makeProject()).as('admin')), projectSlug: project.slug }
    const input = { email: 'eve@example.test', role: 'admin', password: PASSWORD } as const
    await expect(addMember.run(key, input)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(addMember.run(stranger, input)).rejects.toMatchObject({ code: 'not_found' })
    await expect(listMembers.run(stranger, {})).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the last admin', () => {
  it('stays', async () => {
    const { as } = await makeProject()
    const admin = await as('admin')
    await as('reviewer')
    const { userId, email } = userOf(admin)
    await expect(removeMember.run(admin, { userId })).rejects.toMatchObject({ code: 'conflict' })
    await expect(addMember.run(admin, { email, role: 'viewer' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await rolesOf(admin)).toEqual(['admin', 'reviewer'])
  })

  it('stays, also when two admins take each other out at once', async () => {
    const { project, as } = await makeProject()
    const [one, two] = [await as('admin'), await as('admin')]
    const attempts = [
      removeMember.run(one, { userId: userOf(two).userId }),
      removeMember.run(two, { userId: userOf(one).userId }),
    ]
    await Promise.allSettled(attempts)
    expect(await getDb().membership.count({ where: { projectId: project.id, role: 'admin' } })).toBe(1)
  })

  it('does not count when disabled', async () => {
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

  it('knows nobody from another project', async () => {
    const admin = await (await makeProject()).as('admin')
    const { userId } = userOf(await (await makeProject()).as('viewer'))
    await expect(removeMember.run(admin, { userId })).rejects.toMatchObject({ code: 'not_found' })
  })
})
