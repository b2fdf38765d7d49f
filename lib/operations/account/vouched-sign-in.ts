import { type Context, inTransaction, personOf } from '../context'
import { confirmEmail } from './confirm-email'
import { findUserByEmail, normalEmail } from './find-user'

/**
 * Whether another service's word for an e-mail lets somebody in. It opens the account with that e-mail only where its owner
 * has proven the address, since else the account may have been made by somebody who waits for the owner to use it. Who is signed
 * in with that account already and comes back with the service's word has hereby proven it.
 */
export async function admitVouched(ctx: Context, email: string): Promise<'in' | 'unknown' | 'unproven'> {
  const user = await findUserByEmail(ctx.db, normalEmail(email))
  if (!user) return 'unknown'
  if (user.isEmailVerified) return 'in'
  if (personOf(ctx.actor)?.userId !== user.userId) return 'unproven'
  await inTransaction(ctx, (tx) => confirmEmail(tx, ctx, user.userId))
  return 'in'
}
