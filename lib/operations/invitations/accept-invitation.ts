import type { OutputOf } from '@/lib/contracts/contract'
import { acceptInvitation as contract } from '@/lib/contracts/invitations'
import type { Tx } from '@/lib/db/client'
import { confirmEmail } from '../account/confirm-email'
import { isReleasable, releaseEmail } from '../account/release-email'
import { audit } from '../audit'
import { type Actor, type Context, inTransaction } from '../context'
import { AppError, invalidInput } from '../errors'
import { announce } from '../live/announce'
import { lockMembers } from '../members/admins'
import { operation } from '../operation'
import { createUser } from '../setup/default-project'
import type { InvitationRow } from './invitation-row'
import { limitAnswers, lockPending } from './lock-pending'

type Account = { name: string; password: string; takesAddress: boolean }
type Person = Extract<Actor, { kind: 'user' }>

/**
 * Makes the invited person a member: who is signed in with the invited address, or who makes an account for it here. That is
 * the one way to an account beside the set-up. An address that an account has already is not to be had, unless the link was
 * mailed to it and the account never proved it: then the account loses the address, and the new one has nothing of the old.
 */
export const acceptInvitation = operation(contract, async (ctx, { token, account }) => {
  await limitAnswers(ctx)
  return inTransaction(ctx, async (tx): Promise<OutputOf<typeof contract>> => {
    const invitation = await lockPending(tx, ctx, token)
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
    if (holder && isReleasable(holder)) await releaseEmail(tx, holder.id, ctx.now())
  }
  const emailVerifiedAt = provesEmail ? ctx.now() : null
  const userId = await createUser(tx, { ...account, email, emailVerifiedAt })
  return { kind: 'user', userId, name: account.name, email } satisfies Person
}

/** Who belongs to the project already keeps their role, and the link. */
async function join(tx: Tx, ctx: Context, { projectId, id, role }: InvitationRow, { userId }: Person): Promise<void> {
  await lockMembers(tx, projectId)
  const made = await tx.membership.createMany({ data: { projectId, userId, role }, skipDuplicates: true })
  if (made.count === 0) return
  const data = { acceptedAt: ctx.now(), acceptedById: userId }
  await tx.invitation.update({ where: { projectId_id: { projectId, id } }, data })
  const recorder = { ...ctx, project: { id: projectId } }
  await audit(tx, recorder, 'member.add', `user:${userId}`, null, { role, invitation: id })
  await announce(tx, { project: projectId, topic: 'members' })
}
