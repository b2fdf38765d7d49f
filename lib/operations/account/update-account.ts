import * as contracts from '@/lib/contracts/setup'
import { personOf } from '../context'
import { operation } from '../operation'

/** Decisions already made keep the name they were made under. */
export const updateAccount = operation(contracts.updateAccount, (ctx, { name }) =>
  ctx.db.user.update({
    where: { id: personOf(ctx.actor)?.userId ?? '' },
    data: { name },
    select: { name: true },
  }),
)
