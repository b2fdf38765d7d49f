import { claimDeadLetters as contract } from '@/lib/contracts/dead-letters'
import { Prisma } from '@/lib/db/generated/client'
import { leaseEnd } from '@/lib/engine/dead-letters/next-retry'
import { actorName, inTransaction } from '../context'
import { operation } from '../operation'
import { toView } from './dead-letter-row'
import { endLostLeases, lease } from './lease'

/** A worker takes what it knows how to do. Two workers never get the same item. */
export const claimDeadLetters = operation(contract, async (ctx, { operation: prefix, limit, worker }) => {
  const now = ctx.now()
  const projectId = ctx.project.id
  const by = holderName(actorName(ctx.actor), worker)
  await endLostLeases(ctx.db, projectId, now)
  const where = Prisma.sql`starts_with(d.operation, ${prefix})`
  const items = await inTransaction(ctx, (tx) => lease(tx, { projectId, where, limit, by, now }))
  return {
    claimed: items.map((item) => ({ ...toView(item, now), attempt: item.retryCount })),
    leaseUntil: leaseEnd(now).toISOString(),
  }
})

/** Who holds a lease: the actor, and which of its workers. */
function holderName(actor: string, worker: string | undefined): string {
  return worker === undefined ? actor : `${actor}, ${worker}`
}
