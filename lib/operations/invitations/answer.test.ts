import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/contracts/projects'
import { getDb } from '@/lib/db/client'
import { findUserByPassword } from '../account/users'
import type { Context } from '../context'
import { deleteProject, restoreProject } from '../erasure/delete-project'
import { listMembers } from '../members/list'
import { removeMember, updateMember } from '../members/members'
import { actorOf } from '../testing/change-scene'
import { makeProject, type TestProject } from '../testing/factories'
import { account, anonymous, eventsOf, linkBy, look, someEmail, statesOf } from '../testing/invitation-links'
import { acceptInvitation, declineInvitation } from './answer'
import { invite, listInvitations, revokeInvitation } from './invite'

const db = getDb()
const DAY_MS = 86_400_000

let test: TestProject
let admin: Context

beforeEach(async () => {
  test = await makeProject()
  admin = await test.as('admin', 'Ada')
})

const linkFor = (email: string, role?: Role, by = admin) => linkBy(by, email, role)
const memberCount = () => db.membership.count({ where: { projectId: test.project.id } })

describe('answering an invitation', () => {
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
    expect(await statesOf(admin)).toEqual(['accepted'])
  })

  it('is audited without the address, and its acceptance under the new member', async () => {
    const email = someEmail()
    const { invitation, link } = await invite.run(admin, { email, role: 'reviewer' })
    await acceptInvitation.run(anonymous(), { token: link?.split('/invite/')[1] ?? '', account })
    const user = await db.user.findUniqueOrThrow({ where: { email } })
    const events = await eventsOf(test.project.id)
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
    const { userId, email } = actorOf(known)
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
    await declineInvitation.run(known, { token: await linkFor(actorOf(known).email) })
    await declineInvitation.run(anonymous(), { token: await linkFor(someEmail()) })
    const declined = (await eventsOf(test.project.id)).filter(({ action }) => action === 'member.invite_declined')
    expect(declined).toHaveLength(2)
    for (const event of declined)
      expect(event).toMatchObject({ actor: 'anonymous', actorId: null, address: null, via: null, after: null })
    expect(await statesOf(admin)).toEqual(['declined', 'declined'])
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
    expect(await statesOf(admin)).toEqual([state])
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

  it.each<[string, (inviter: Context) => Promise<unknown>]>([
    ['is removed', (inviter) => removeMember.run(admin, { userId: actorOf(inviter).userId })],
    [
      'is no longer an admin',
      (inviter) => updateMember.run(admin, { userId: actorOf(inviter).userId, role: 'viewer' }),
    ],
    [
      'is disabled',
      (inviter) => db.user.update({ where: { id: actorOf(inviter).userId }, data: { disabledAt: new Date() } }),
    ],
  ])('ends when its inviter %s', async (_, end) => {
    const inviter = await test.as('admin', 'Eve')
    const token = await linkFor(someEmail(), 'admin', inviter)
    await end(inviter)
    expect(await look(token)).toEqual({ kind: 'closed' })
    await expect(acceptInvitation.run(anonymous(), { token, account })).rejects.toMatchObject({ code: 'conflict' })
    expect(await statesOf(admin)).toEqual(['revoked'])
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
    expect(await statesOf(admin)).toEqual(['pending'])
  })
})
