import * as contracts from '@/lib/contracts/sign-in-sessions'
import { inTransaction } from '@/lib/db/transaction'
import { type Context, personOf } from '../context'
import { notFound } from '../errors'
import { operation } from '../operation'
import { auditAccount } from './account'
import { endSessions } from './sessions'

const LISTED = 100

export const listSignInSessions = operation(contracts.listSignInSessions, async (ctx) => {
  const { userId, sessionId } = signedIn(ctx)
  const rows = await ctx.db.signInSession.findMany({
    where: { userId, expiresAt: { gt: ctx.now() } },
    orderBy: [{ seenAt: 'desc' }, { id: 'asc' }],
    take: LISTED,
  })
  const sessions = rows.map(({ id, device, address, createdAt, seenAt }) => ({
    id,
    isThisOne: id === sessionId,
    device,
    address,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }))
  return { sessions: sessions.toSorted((left, right) => Number(right.isThisOne) - Number(left.isThisOne)) }
})

export const endSignInSession = operation(contracts.endSignInSession, (ctx, { sessionId: id }) =>
  inTransaction(ctx, async (tx) => {
    const { userId } = signedIn(ctx)
    const { count } = await tx.signInSession.deleteMany({ where: { id, userId } })
    if (count === 0) throw notFound('session')
    await auditAccount(tx, ctx, 'account.sessions_ended', userId, null, { count })
    return { ended: true as const }
  }),
)

export const endOtherSignInSessions = operation(contracts.endOtherSignInSessions, (ctx) =>
  inTransaction(ctx, async (tx) => {
    const { userId, sessionId } = signedIn(ctx)
    const count = await endSessions(tx, userId, sessionId)
    if (count > 0) await auditAccount(tx, ctx, 'account.sessions_ended', userId, null, { count })
    return { ended: count }
  }),
)

function signedIn({ actor }: Context): { userId: string; sessionId: string | undefined } {
  return { userId: personOf(actor)?.userId ?? '', sessionId: actor.kind === 'user' ? actor.sessionId : undefined }
}
