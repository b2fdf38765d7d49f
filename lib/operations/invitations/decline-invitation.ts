import { declineInvitation as contract } from '@/lib/contracts/invitations'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { limitAnswers, lockPending } from './lock-pending'

/** Whoever holds the link may, also without an account. The log of a project they do not join says neither who nor from where. */
export const declineInvitation = operation(contract, async (ctx, { token }) => {
  await limitAnswers(ctx)
  return inTransaction(ctx, async (tx) => {
    const { projectId, id, role } = await lockPending(tx, ctx, token)
    await tx.invitation.update({ where: { projectId_id: { projectId, id } }, data: { declinedAt: ctx.now() } })
    const nobody = {
      actor: { kind: 'anonymous' },
      origin: undefined,
      now: ctx.now,
      project: { id: projectId },
    } as const
    await audit(tx, nobody, 'member.invite_declined', `invitation:${id}`, { role }, null)
    await announce(tx, { project: projectId, topic: 'members' })
    return { declined: true as const }
  })
})
