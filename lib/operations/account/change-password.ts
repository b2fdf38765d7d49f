import * as contracts from '@/lib/contracts/setup'
import { inTransaction, personOf } from '../context'
import { AppError, invalidInput } from '../errors'
import { operation } from '../operation'
import { forgetUses } from '../rate-limit/limits'
import { auditAccount } from './audit-account'
import { hashPassword, verifyPassword } from './password-hash'

/**
 * Every session of the person ends with it, this one included. A person who has signed in only through another service
 * has no current password to give. The log says that it was done, and nothing of either password.
 */
export const changePassword = operation(contracts.changePassword, async (ctx, { current, next }) => {
  const userId = personOf(ctx.actor)?.userId ?? ''
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } })
  if (user.passwordHash !== null && !(await verifyPassword(user.passwordHash, current)))
    throw invalidInput([{ path: 'current', message: 'this is not the current password' }])
  const passwordHash = await hashPassword(next)
  await inTransaction(ctx, async (tx) => {
    const where = { id: userId, passwordHash: user.passwordHash }
    const changed = await tx.user.updateMany({ where, data: { passwordHash } })
    if (changed.count === 0) throw new AppError('conflict', 'the password was changed elsewhere a moment ago')
    await auditAccount(tx, ctx, 'account.password', userId, null, null)
  })
  await forgetUses('password', userId)
  return { changed: true as const }
})
