import type { OutputOf } from '@/lib/contracts/contract'
import {
  acceptInvitation as acceptInvitationContract,
  declineInvitation as declineInvitationContract,
  type Offer,
  type OpenedInvitation,
} from '@/lib/contracts/invitations'
import { role } from '@/lib/contracts/projects'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { confirmEmail, isReleasable, lockDependents, releaseEmail } from '../account/users'
import { audit } from '../audit'
import { assertWritable } from '../authorize'
import type { Actor, Context } from '../context'
import { AppError, invalidInput } from '../errors'
import { announce } from '../live/changes'
import { announceProjects, lockProject } from '../members/members'
import { operation } from '../operation'
import { createUser } from '../setup/first-run'
import { findByToken, type InvitationRow, limitAnswers, lockPending, stateOf } from './store'

type Viewer = { userId: string; email: string } | null

/** Looks up an invitation link for its visitor. Read-only, since mail scanners open links too. */
export async function openInvitation(db: Db, token: string, viewer: Viewer, now: Date): Promise<OpenedInvitation> {
  const row = await findByToken(db, token)
  if (!row) return { kind: 'closed' }
  if (viewer?.email === row.email) {
    const { projectId, slug, project } = row
    const where = { projectId_userId: { projectId, userId: viewer.userId } }
    const membership = await db.membership.findUnique({ where, select: { role: true } })
    if (membership) return { kind: 'member', slug, project, role: role.parse(membership.role) }
  }
  if (stateOf(row, now) !== 'pending') return { kind: 'closed' }
  if (viewer)
    return viewer.email === row.email ? { kind: 'answer', ...toOffer(row) } : { kind: 'other', email: row.email }
  if (!row.provesEmail) return { kind: 'join', mayHaveAccount: true, ...toOffer(row) }
  const holder = await db.user.findUnique({ where: { email: row.email } })
  if (!holder) return { kind: 'join', mayHaveAccount: false, ...toOffer(row) }
  return { kind: 'sign_in', isProven: !isReleasable(holder), ...toOffer(row) }
}

function toOffer(row: InvitationRow): Offer {
  return { email: row.email, project: row.project, role: role.parse(row.role), invitedBy: row.invitedBy ?? 'An admin' }
}

/** `openInvitation` for the page of the link. */
export function openLink(token: string, viewer: Viewer): Promise<OpenedInvitation> {
  return openInvitation(getDb(), token, viewer, new Date())
}

type Account = { name: string; password: string; takesAddress: boolean }
type Person = Extract<Actor, { kind: 'user' }>

/**
 * Makes the invited person a member: someone signed in with the invited address, or someone who creates an account for it here. Besides the
 * first-run setup this is the only way to an account. An address that already has an account cannot be taken, unless the link was mailed to
 * it and the account never verified it: then the account loses the address, and the new account inherits nothing.
 */
export const acceptInvitation = operation(acceptInvitationContract, async (ctx, { token, account }) => {
  await limitAnswers(ctx)
  return inTransaction(ctx, async (tx): Promise<OutputOf<typeof acceptInvitationContract>> => {
    const invitation = await lockPending(tx, ctx, token)
    assertWritable(invitation)
    const person = await findOrMakePerson(tx, ctx, invitation, account)
    if (invitation.provesEmail) await confirmEmail(tx, { ...ctx, actor: person }, person.userId)
    await join(tx, { ...ctx, actor: person }, invitation, person)
    return { project: invitation.slug, email: invitation.email }
  })
})

async function findOrMakePerson(tx: Tx, ctx: Context, { email, provesEmail }: InvitationRow, account?: Account) {
  if (ctx.actor.kind === 'user') {
    if (account) throw invalidInput([{ path: 'account', message: 'you are signed in, and have one' }])
    return ctx.actor
  }
  if (!account) throw new AppError('unauthorized', 'sign in with the invited e-mail, or choose a name and a password')
  if (provesEmail && account.takesAddress) {
    const holder = await tx.user.findUnique({ where: { email } })
    if (holder && isReleasable(holder)) await takeAddress(tx, holder.id, ctx.now())
  }
  const emailVerifiedAt = provesEmail ? ctx.now() : null
  const userId = await createUser(tx, { ...account, email, emailVerifiedAt })
  return { kind: 'user', userId, name: account.name, email } satisfies Person
}

async function takeAddress(tx: Tx, holderId: string, now: Date): Promise<void> {
  if ((await lockDependents(tx, holderId)).length > 0)
    throw new AppError(
      'conflict',
      'the account with this e-mail is the only admin of a project with others: sign in with it',
    )
  await releaseEmail(tx, holderId, now)
}

/** An existing member keeps their role, and the link stays valid. */
async function join(tx: Tx, ctx: Context, { projectId, id, role }: InvitationRow, { userId }: Person): Promise<void> {
  await lockProject(tx, projectId)
  const made = await tx.membership.createMany({ data: { projectId, userId, role }, skipDuplicates: true })
  if (made.count === 0) return
  const data = { acceptedAt: ctx.now(), acceptedById: userId }
  await tx.invitation.update({ where: { projectId_id: { projectId, id } }, data })
  const recorder = { ...ctx, project: { id: projectId } }
  await audit(tx, recorder, 'member.add', { subject: `user:${userId}`, after: { role, invitation: id } })
  await announce(tx, { project: projectId, topic: 'members' })
  await announceProjects(tx, userId)
}

/** Anyone with the link may decline, even without an account. The audit log does not record who declined or from where. */
export const declineInvitation = operation(declineInvitationContract, async (ctx, { token }) => {
  await limitAnswers(ctx)
  return inTransaction(ctx, async (tx) => {
    const { projectId, id, role } = await lockPending(tx, ctx, token)
    await tx.invitation.update({ where: { projectId_id: { projectId, id } }, data: { declinedAt: ctx.now() } })
    const recorder = {
      actor: { kind: 'anonymous' },
      origin: undefined,
      now: ctx.now,
      project: { id: projectId },
    } as const
    await audit(tx, recorder, 'member.invite_declined', { subject: `invitation:${id}`, before: { role } })
    await announce(tx, { project: projectId, topic: 'members' })
    return { declined: true as const }
  })
})
