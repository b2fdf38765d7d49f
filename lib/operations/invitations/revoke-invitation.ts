import { revokeInvitation as contract } from '@/lib/contracts/invitations'
import type { Tx } from '@/lib/db/client'
import { auditAll } from '../audit'
import { inTransaction, type ProjectContext } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { findOfProject, stateOf, toInvitationView } from './invitation-row'

export const revokeInvitation = operation(contract, (ctx, { invitationId: id }) =>
  inTransaction(ctx, async (tx) => {
    const closed = await closeInvitations(tx, ctx, { id })
    const [row] = await findOfProject(tx, ctx.project.id, id)
    if (!row) throw notFound('invitation')
    if (closed === 0 && stateOf(row, ctx.now()) !== 'revoked')
      throw new AppError('conflict', 'this invitation was answered already, or has expired')
    return { invitation: toInvitationView(row, ctx.now()) }
  }),
)

/** Withdraws those of the project that nobody has answered, on record. Resolves to how many they were. */
export async function closeInvitations(
  tx: Tx,
  ctx: ProjectContext,
  which: { id: string } | { email: string },
): Promise<number> {
  const closed = await tx.invitation.updateManyAndReturn({
    where: {
      projectId: ctx.project.id,
      ...which,
      acceptedAt: null,
      declinedAt: null,
      revokedAt: null,
      expiresAt: { gt: ctx.now() },
    },
    data: { revokedAt: ctx.now() },
    select: { id: true, role: true },
  })
  const entries = closed.map(({ id, role }) => ({ subject: `invitation:${id}`, before: { role }, after: null }))
  await auditAll(tx, ctx, 'member.invite_revoked', entries)
  if (closed.length > 0) await announce(tx, { project: ctx.project.id, topic: 'members' })
  return closed.length
}
