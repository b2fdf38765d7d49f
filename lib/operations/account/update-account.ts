import * as contracts from '@/lib/contracts/setup'
import { inTransaction, personOf } from '../context'
import { operation } from '../operation'
import { auditAccount } from './audit-account'

/** Decisions already made keep the name they were made under. */
export const updateAccount = operation(contracts.updateAccount, (ctx, { name }) =>
  inTransaction(ctx, async (tx) => {
    const id = personOf(ctx.actor)?.userId ?? ''
    await tx.$queryRaw`SELECT 1 FROM "user" WHERE id = ${id}::uuid FOR NO KEY UPDATE`
    const before = await tx.user.findUniqueOrThrow({ where: { id }, select: { name: true } })
    if (before.name === name) return before
    const after = await tx.user.update({ where: { id }, data: { name }, select: { name: true } })
    await auditAccount(tx, ctx, 'account.update', id, before, after)
    return after
  }),
)
