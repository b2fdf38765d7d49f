import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/contracts/projects'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { listMembers } from '../members/list'
import { removeMember, updateMember } from '../members/members'
import { actorOf } from '../testing/change-scene'
import { makeProject, type TestProject } from '../testing/factories'
import { eventsOf, linkBy, look, someEmail, statesOf } from '../testing/invitation-links'
import { acceptInvitation } from './answer'
import { invite, listInvitations, revokeInvitation } from './invite'

const db = getDb()

let test: TestProject
let admin: Context

beforeEach(async () => {
  test = await makeProject()
  admin = await test.as('admin', 'Ada')
})

const linkFor = (email: string, role?: Role, by = admin) => linkBy(by, email, role)

it('an invitation that is open is listed before hundreds of newer ones that were answered, and all are counted', async () => {
  await linkFor('waits@example.test')
  const ended = { projectId: test.project.id, email: 'b@example.test', role: 'viewer', provesEmail: false }
  const times = {
    createdAt: new Date(Date.now() + 1000),
    expiresAt: new Date(Date.now() + 9_000_000),
    acceptedAt: new Date(),
  }
  const data = Array.from({ length: 230 }, () => ({
    ...{ ...ended, ...times, tokenHash: uuid(), invitedById: actorOf(admin).userId },
  }))
  await db.invitation.createMany({ data })
  const { invitations, count } = await listInvitations.run(admin, {})
  expect([invitations.length, count]).toEqual([200, 231])
  expect(invitations[0]).toMatchObject({ email: 'waits@example.test', state: 'pending' })
})

describe('inviting', () => {
  it('replaces an earlier one for the same person', async () => {
    const email = someEmail()
    const [first, second] = [await linkFor(email), await linkFor(email, 'viewer')]
    expect(await look(first)).toEqual({ kind: 'closed' })
    expect(await look(second)).toMatchObject({ role: 'viewer' })
  })

  it('is stored as a hash only', async () => {
    const token = await linkFor(someEmail())
    expect(token).toMatch(/^[\w-]{32}$/)
    const [row] = await db.invitation.findMany({ where: { projectId: test.project.id } })
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it('cannot be revoked from another project', async () => {
    const { invitation } = await invite.run(admin, { email: someEmail(), role: 'viewer' })
    const other = await (await makeProject()).as('admin')
    const revoked = revokeInvitation.run(other, { invitationId: invitation.id })
    await expect(revoked).rejects.toMatchObject({ code: 'not_found' })
    expect(await statesOf(admin)).toEqual(['pending'])
  })

  it.each(['viewer', 'reviewer'] as const)('can be neither created nor listed by a %s', async (role) => {
    const member = await test.as(role)
    const made = invite.run(member, { email: someEmail(), role: 'viewer' })
    await expect(made).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listInvitations.run(member, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('gives the same answer and audit event for known, unknown, disabled and member addresses', async () => {
    const known = actorOf(await (await makeProject()).as('viewer'))
    const disabled = actorOf(await (await makeProject()).as('viewer'))
    await db.user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } })
    const member = actorOf(await test.as('viewer'))
    const answers = []
    for (const email of [someEmail(), known.email, disabled.email, member.email]) {
      const { invitation, link } = await invite.run(admin, { email, role: 'reviewer' })
      const { id: _, createdAt: __, expiresAt: ___, ...rest } = invitation
      answers.push({
        ...rest,
        email: 'same',
        hasLink: link !== null,
        page: await look(link?.split('/invite/')[1] ?? ''),
      })
    }
    const alike = answers.map((answer) => ({ ...answer, page: { ...answer.page, email: 'same' } }))
    for (const answer of alike) expect(answer).toEqual(alike[0])
    const events = (await eventsOf(test.project.id)).map(({ action, actor, before, after }) => ({
      action,
      actor,
      before,
      after,
    }))
    expect(events).toHaveLength(4)
    for (const event of events) expect(event).toEqual(events[0])
  })

  it('does not change an existing member, and the link shows the membership', async () => {
    const member = await test.as('viewer')
    const token = await linkFor(actorOf(member).email, 'admin')
    expect(await look(token, member)).toEqual({
      kind: 'member',
      slug: test.project.slug,
      project: test.project.name,
      role: 'viewer',
    })
    await acceptInvitation.run(member, { token })
    expect((await listMembers.run(member, {})).members.map(({ role }) => role).toSorted()).toEqual(['admin', 'viewer'])
    expect((await eventsOf(test.project.id)).map(({ action }) => action)).toEqual(['member.invite'])
  })

  it('is limited to fifty per hour and person, across projects', async () => {
    const other = { ...admin, projectSlug: (await makeProjectOf(admin)).slug }
    for (let n = 0; n < 50; n++) await invite.run(n % 2 ? admin : other, { email: someEmail(), role: 'viewer' })
    const more = invite.run(admin, { email: someEmail(), role: 'viewer' })
    await expect(more).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('the link of a person who is removed', () => {
  it('that they had not used, as a member, does not let them in again', async () => {
    const member = await test.as('viewer')
    const token = await linkFor(actorOf(member).email, 'admin')
    await linkFor(someEmail())
    await removeMember.run(admin, { userId: actorOf(member).userId })
    await expect(acceptInvitation.run(member, { token })).rejects.toMatchObject({ code: 'conflict' })
    expect(await look(token, member)).toEqual({ kind: 'closed' })
    expect((await listMembers.run(admin, {})).members.map(({ role }) => role)).toEqual(['admin'])
    expect(await statesOf(admin)).toEqual(['pending', 'revoked'])
    expect((await eventsOf(test.project.id)).map(({ action }) => action)).toContain('member.invite_revoked')
  })

  it('is used at the same moment without a deadlock, and does not let them stay', async () => {
    const member = await test.as('viewer')
    const { userId, email } = actorOf(member)
    const token = await linkFor(email, 'admin')
    await Promise.all([removeMember.run(admin, { userId }), acceptInvitation.run(member, { token }).catch(() => null)])
    await acceptInvitation.run(member, { token }).catch(() => null)
    expect((await listMembers.run(admin, {})).members.map(({ role }) => role)).toEqual(['admin'])
  })

  it.each([
    ['removed', (userId: string) => removeMember.run(admin, { userId })],
    ['no admin any more', (userId: string) => updateMember.run(admin, { userId, role: 'viewer' })],
  ])('who made links as an admin does not work again once they, %s, are an admin again', async (_, leave) => {
    const bob = await test.as('admin', 'Bob')
    const { userId } = actorOf(bob)
    const token = await linkFor(someEmail(), 'admin', bob)
    await leave(userId)
    const where = { projectId: test.project.id, userId }
    await db.membership.deleteMany({ where })
    await db.membership.create({ data: { ...where, role: 'admin' } })
    expect(await look(token)).toEqual({ kind: 'closed' })
  })
})

async function makeProjectOf(person: Context) {
  const { project } = await makeProject()
  await db.membership.create({ data: { projectId: project.id, userId: actorOf(person).userId, role: 'admin' } })
  return project
}
