import {
  claimDeadLetters as claimDeadLettersContract,
  reportDeadLetter as reportDeadLetterContract,
} from '@/lib/contracts/dead-letters'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { leaseEnd } from '@/lib/engine/dead-letters/lifecycle'
import { actorName, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { endLostLeases, lease, type Outcome, settle } from './lease'
import { loadDeadLetter, type StoredDeadLetter, toView } from './store'

/** Leases due items whose operation has the given prefix. Two workers never get the same item. */
export const claimDeadLetters = operation(
  claimDeadLettersContract,
  async (ctx, { operation: prefix, limit, worker }) => {
    const now = ctx.now()
    const projectId = ctx.project.id
    const by = holderName(actorName(ctx.actor), worker)
    await endLostLeases(ctx.db, projectId, now)
    const where = Prisma.sql`starts_with(w.operation, ${prefix})`
    const items = await inTransaction(ctx, (tx) => lease(tx, { projectId, where, limit, by, now }))
    return {
      claimed: items.map((item) => ({ ...toView(item, now), attempt: item.attempts })),
      leaseUntil: leaseEnd(now).toISOString(),
    }
  },
)

/** The lease holder's name: the actor, and which of its workers. */
function holderName(actor: string, worker: string | undefined): string {
  return worker === undefined ? actor : `${actor}, ${worker}`
}

/** Records the outcome of a claimed item, from the actor that claimed it. An expired lease is refused: the item waits again. */
export const reportDeadLetter = operation(
  reportDeadLetterContract,
  async (ctx, { deadLetterId, attempt, ...report }) => {
    const { outcome, error = '', category, note } = report
    const reported: Outcome =
      outcome === 'success' ? { isSuccess: true, note } : { isSuccess: false, error, category, note }
    const projectId = ctx.project.id
    const item = await inTransaction(ctx, async (tx) => {
      const known = await loadDeadLetter(tx, projectId, deadLetterId)
      refuseUnlessHeld(ctx, known, attempt)
      const by = known.leasedBy ?? actorName(ctx.actor)
      const settled = await settle(tx, known, { by, outcome: reported, now: ctx.now() })
      if (!settled) throw leaseIsOver(attempt)
      return settled
    })
    return { item: toView(item, ctx.now()) }
  },
)

function refuseUnlessHeld(ctx: ProjectContext, item: StoredDeadLetter, attempt: number): void {
  const actor = actorName(ctx.actor)
  if (item.status !== 'retrying' || item.attempts !== attempt) throw leaseIsOver(attempt)
  if (item.leasedBy !== actor && !item.leasedBy?.startsWith(`${actor}, `))
    throw new AppError('conflict', `this item is claimed by ${item.leasedBy}`)
}

function leaseIsOver(attempt: number): AppError {
  return new AppError(
    'conflict',
    `attempt ${attempt} no longer holds this item: its lease ended, or its outcome is known`,
    [{ path: 'attempt', message: 'no longer holds the item; claim it again' }],
  )
}
