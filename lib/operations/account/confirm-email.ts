import type { Tx } from '@/lib/db/client'
import type { Context } from '../context'
import { auditAccount } from './audit-account'

/** Notes that the person proved their address, by a link mailed to it or by a service that vouches for it. Once is enough. */
export async function confirmEmail(tx: Tx, ctx: Context, userId: string): Promise<void> {
  const where = { id: userId, emailVerifiedAt: null }
  const { count } = await tx.user.updateMany({ where, data: { emailVerifiedAt: ctx.now() } })
  if (count > 0) await auditAccount(tx, ctx, 'account.address_proven', userId, null, null)
}
