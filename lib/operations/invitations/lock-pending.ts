import type { Tx } from '@/lib/db/client'
import type { Context } from '../context'
import { AppError } from '../errors'
import { countUse } from '../rate-limit/limits'
import { type InvitationRow, lockByToken, stateOf } from './invitation-row'

/** Counts one answer to any invitation, by address. @throws AppError rate_limited */
export function limitAnswers(ctx: Context): Promise<void> {
  return countUse('answerInvitation', ctx.origin?.address ?? 'unknown')
}

/**
 * The invitation of a link, held for the one who may answer it. Whoever is signed in answers for themselves alone.
 * @throws AppError conflict when it cannot be answered any more, forbidden when it is for somebody else
 */
export async function lockPending(tx: Tx, ctx: Context, token: string): Promise<InvitationRow> {
  if (ctx.actor.kind === 'key' || ctx.actor.kind === 'system')
    throw new AppError('forbidden', 'an invitation is answered by a person')
  const row = await lockByToken(tx, token)
  if (!row || stateOf(row, ctx.now()) !== 'pending')
    throw new AppError('conflict', 'this invitation was used or withdrawn, or has expired')
  if (ctx.actor.kind === 'user' && ctx.actor.email !== row.email)
    throw new AppError('forbidden', 'this invitation is for somebody else: sign in with the invited e-mail')
  return row
}
