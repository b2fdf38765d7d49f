import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/contracts/projects'
import { getDb } from '@/lib/db/client'
import { findUserByPassword } from '../account/users'
import type { Context } from '../context'
import { deleteProject, restoreProject } from '../erasure/delete-project'
import { listMembers } from '../members/list'
import { removeMember, updateMember } from '../members/members'
import { makeProject, type TestProject } from '../testing/factories'
import { acceptInvitation, declineInvitation, openInvitation } from './answer'
import { invite, listInvitations, revokeInvitation } from './invite'

// No mail server is configured here: links are shown to the admin.
const db = getDb()
const DAY_MS = 86_400_000
const account = { name: 'Vic', password: 'the password of Vic' }
const someEmail = () => `${uuid()}@example.test`

let test: TestProject
let admin: Context

beforeEach(async () => {
  test = await makeProject()
  admin = await test.as('admin', 'Ada')
})

/** The context of an anonymous visitor of a link, each with a different address. */
const anonymous = (now = new Date()): Context => ({
  actor: { kind: 'anonymous' },
  db,
  now: () => now,
  requestId: 'test',
  origin: { address: uuid(), via: 'browser' },
})

const personOf = (ctx: Context) => {
  if (ctx.actor.kind !== 'user') throw new Error('expected a person')
  return ctx.actor
}

async function linkFor(email: string, role: Role = 'reviewer', by = admin): Promise<string> {
  const { link } = await invite.run(by, { email, role })
  return link?.split('/invite/')[1] ?? ''
}

const look = (token: string, viewer: Context | null = null, now = new Date()) =>
  openInvitation(db, token, viewer && personOf(viewer), now)
const eventsOf = (projectId = test.project.id) =>
  db.auditEvent.findMany({ where: { projectId }, orderBy: { id: 'asc' } })
const statesOf = async () => (await listInvitations.run(admin, {})).invitations.map(({ state }) => state)
const memberCount = () => db.membership.count({ where: { projectId: test.project.id } })

it('an invitation that is open is listed before hundreds of newer ones that were answered, and all are counted', async () => {
  await linkFor('waits@example.test')
  const ended = { projectId: test.project.id, email: 'b@example.test', role: 'viewer', provesEmail: false }
  const times = {
    createdAt: new Date(Date.now() + 1000),
    expiresAt: new Date(Date.now() + 9_000_000),
    acceptedAt: new Date(),
  }
  const data = Array.from({ length: 230 }, () => ({
    ...{ ...ended, ...times, tokenHash: uuid(), invitedById: personOf(admin).userId },
  }))
  await db.invitation.createMany({ data })
  const { invitations, count } = await listInvitations.run(admin, {})
  expect([invitations.length, count]).toEqual([200, 231])
  expect(invitations[0]).toMatchObject({ email: 'waits@example.test', state: 'pending' })
})

describe('an invitation', () => {
  it('creates the account when it is accepted, with the name and password chosen then', async () => {
    const email = someEmail()
    const token = await linkFor(email.toUpperCase())
    expect(await db.user.count({ where: { email } })).toBe(0)
    expect(await look(token)).toEqual({
      kind: 'join',
      mayHaveAccount: true,
      email,
      project: test.project.name,
      role: 'reviewer',
      invitedBy: 'Ada',
    })
    expect(await acceptInvitation.run(anonymous(), { token, account })).toEqual({ project: test.project.slug, email })
    expect(await findUserByPassword(db, email, account.password)).toMatchObject({ name: 'Vic', isEmailVerified: false })
    const { members } = await listMembers.run(admin, {})
    expect(members).toContainEqual(
      expect.objectContaining({ email, name: 'Vic', role: 'reviewer', isEmailVerified: false }),
    )
    expect(await statesOf()).toEqual(['accepted'])
  })

  it('is audited without the address, and its acceptance under the new member', async () => {
    const email = someEmail()
    const { invitation, link } = await invite.run(admin, { email, role: 'reviewer' })
    await acceptInvitation.run(anonymous(), { token: link?.split('/invite/')[1] ?? '', account })
    const user = await db.user.findUniqueOrThrow({ where: { email } })
    const events = await eventsOf()
    expect(events).toMatchObject([
      { action: 'member.invite', actor: 'Ada', subject: `invitation:${invitation.id}`, after: { role: 'reviewer' } },
      {
        action: 'member.add',
        actor: 'Vic',
        actorId: user.id,
        subject: `user:${user.id}`,
        after: { invitation: invitation.id },
      },
    ])
    expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? Number(value) : value))).not.toContain(
      email,
    )
  })

  it('is accepted by the signed-in invited person, who keeps name and password', async () => {
    const known = await (await makeProject()).as('viewer', 'Vic')
    const { userId, email } = personOf(known)
    const token = await linkFor(email)
    expect(await memberCount()).toBe(1)
    expect(await look(token, known)).toMatchObject({ kind: 'answer', project: test.project.name, role: 'reviewer' })
    await acceptInvitation.run(known, { token })
    const { members } = await listMembers.run(admin, {})
    expect(members).toContainEqual(expect.objectContaining({ userId, name: 'Vic', role: 'reviewer' }))
  })

  it('can be declined, also without an account, and the log records neither who did nor from where', async () => {
    const known = {
      ...(await (await makeProject()).as('viewer', 'Vic')),
      origin: { address: '192.0.2.7', via: 'browser' as const },
    }
    await declineInvitation.run(known, { token: await linkFor(personOf(known).email) })
    await declineInvitation.run(anonymous(), { token: await linkFor(someEmail()) })
    const declined = (await eventsOf()).filter(({ action }) => action === 'member.invite_declined')
    expect(declined).toHaveLength(2)
    for (const event of declined)
      expect(event).toMatchObject({ actor: 'anonymous', actorId: null, address: null, via: null, after: null })
    expect(await statesOf()).toEqual(['declined', 'declined'])
    expect(await memberCount()).toBe(1)
  })

  it.each<[string, (token: string, ctx: Context) => Promise<unknown>]>([
    ['accepted', (token) => acceptInvitation.run(anonymous(), { token, account })],
    ['declined', (token) => declineInvitation.run(anonymous(), { token })],
    [
      'revoked',
      async (_, ctx) => {
        const [open] = (await listInvitations.run(ctx, {})).invitations
        await revokeInvitation.run(ctx, { invitationId: open?.id ?? '' })
      },
    ],
  ])('cannot be used after it was %s', async (state, close) => {
    const token = await linkFor(someEmail())
    await close(token, admin)
    expect(await look(token)).toEqual({ kind: 'closed' })
    await expect(acceptInvitation.run(anonymous(), { token, account })).rejects.toMatchObject({ code: 'conflict' })
    await expect(declineInvitation.run(anonymous(), { token })).rejects.toMatchObject({ code: 'conflict' })
    expect(await statesOf()).toEqual([state])
  })

  it('expires after seven days', async () => {
    const token = await linkFor(someEmail())
    const at = (days: number) => new Date(Date.now() + days * DAY_MS)
    expect(await look(token, null, at(6.9))).toMatchObject({ kind: 'join' })
    expect(await look(token, null, at(7.1))).toEqual({ kind: 'closed' })
    const late = acceptInvitation.run(anonymous(at(7.1)), { token, account })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    const { invitations } = await listInvitations.run({ ...admin, now: () => at(7.1) }, {})
    expect(invitations).toMatchObject([{ state: 'expired' }])
  })

  it('accepts one of several concurrent answers', async () => {
    const token = await linkFor(someEmail())
    const answers = [1, 2, 3].map(() => acceptInvitation.run(anonymous(), { token, account }))
    const results = await Promise.allSettled(answers)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await memberCount()).toBe(2)
  })

  it('replaces an earlier one for the same person', async () => {
    const email = someEmail()
    const [first, second] = [await linkFor(email), await linkFor(email, 'viewer')]
    expect(await look(first)).toEqual({ kind: 'closed' })
    expect(await look(second)).toMatchObject({ role: 'viewer' })
  })

  it.each<[string, (inviter: Context) => Promise<unknown>]>([
    ['is removed', (inviter) => removeMember.run(admin, { userId: personOf(inviter).userId })],
    [
      'is no longer an admin',
      (inviter) => updateMember.run(admin, { userId: personOf(inviter).userId, role: 'viewer' }),
    ],
    [
      'is disabled',
      (inviter) => db.user.update({ where: { id: personOf(inviter).userId }, data: { disabledAt: new Date() } }),
    ],
  ])('ends when its inviter %s', async (_, end) => {
    const inviter = await test.as('admin', 'Eve')
    const token = await linkFor(someEmail(), 'admin', inviter)
    await end(inviter)
    expect(await look(token)).toEqual({ kind: 'closed' })
    await expect(acceptInvitation.run(anonymous(), { token, account })).rejects.toMatchObject({ code: 'conflict' })
    expect(await statesOf()).toEqual(['revoked'])
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
    expect(await statesOf()).toEqual(['pending'])
  })

  it.each(['viewer', 'reviewer'] as const)('can be neither created nor listed by a %s', async (role) => {
    const member = await test.as(role)
    const made = invite.run(member, { email: someEmail(), role: 'viewer' })
    await expect(made).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listInvitations.run(member, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('cannot be accepted while its project is scheduled for deletion, and can again when that is undone', async () => {
    const email = someEmail()
    const token = await linkFor(email)
    await deleteProject.run(admin, { name: test.project.name })
    const refusal = { code: 'forbidden', message: expect.stringContaining('is scheduled for deletion') }
    await expect(acceptInvitation.run(anonymous(), { token, account })).rejects.toMatchObject(refusal)
    expect(await db.user.count({ where: { email } })).toBe(0)
    await restoreProject.run(admin, {})
    expect(await acceptInvitation.run(anonymous(), { token, account })).toMatchObject({ email })
  })

  it('cannot be answered with an API key', async () => {
    const token = await linkFor(someEmail())
    await expect(acceptInvitation.run(test.key, { token, account })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(declineInvitation.run(test.key, { token })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('inviting', () => {
  it('gives the same answer and audit event for known, unknown, disabled and member addresses', async () => {
    const known = personOf(await (await makeProject()).as('viewer'))
    const disabled = personOf(await (await makeProject()).as('viewer'))
    await db.user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } })
    const member = personOf(await test.as('viewer'))
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
    const events = (await eventsOf()).map(({ action, actor, before, after }) => ({ action, actor, before, after }))
    expect(events).toHaveLength(4)
    for (const event of events) expect(event).toEqual(events[0])
  })

  it('does not change an existing member, and the link shows the membership', async () => {
    const member = await test.as('viewer')
    const token = await linkFor(personOf(member).email, 'admin')
    expect(await look(token, member)).toEqual({
      kind: 'member',
      slug: test.project.slug,
      project: test.project.name,
      role: 'viewer',
    })
    await acceptInvitation.run(member, { token })
    expect((await listMembers.run(member, {})).members.map(({ role }) => role).toSorted()).toEqual(['admin', 'viewer'])
    expect((await eventsOf()).map(({ action }) => action)).toEqual(['member.invite'])
  })

  it('is limited to fifty per hour and person, across projects', async () => {
    const other = { ...admin, projectSlug: (await makeProjectOf(admin)).slug }
    for (let n = 0; n < 50; n++) await invite.run(n % 2 ? admin : other, { email: someEmail(), role: 'viewer' })
    const more = invite.run(admin, { email: someEmail(), role: 'viewer' })
    await expect(more).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('answering', () => {
  it('is limited to thirty attempts per quarter of an hour and address', async () => {
    const ctx = anonymous()
    for (let n = 0; n < 30; n++)
      await expect(acceptInvitation.run(ctx, { token: 'guess' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(acceptInvitation.run(ctx, { token: 'guess' })).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(declineInvitation.run(ctx, { token: 'guess' })).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('rejects a short password and leaves the link valid', async () => {
    const token = await linkFor(someEmail())
    const short = acceptInvitation.run(anonymous(), { token, account: { name: 'Vic', password: '11 letters.' } })
    await expect(short).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'account.password' }] })
    expect(await statesOf()).toEqual(['pending'])
  })
})

async function makeProjectOf(person: Context) {
  const { project } = await makeProject()
  await db.membership.create({ data: { projectId: project.id, userId: personOf(person).userId, role: 'admin' } })
  return project
}
