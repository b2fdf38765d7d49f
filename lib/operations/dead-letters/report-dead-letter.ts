import { reportDeadLetter as contract } from '@/lib/contracts/dead-letters'
import { actorName, inTransaction, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { operation } from '../operation'
import { type StoredDeadLetter, toView } from './dead-letter-row'
import { loadDeadLetter } from './load-dead-letter'
import { type Outcome, settle } from './settle'

/** The outcome of a claimed item, from whoever claimed it. After the lease it counts no longer: the item waits again. */
export const reportDeadLetter = operation(contract, async (ctx, { deadLetterId, attempt, ...report }) => {
  const { outcome, error = '', category, note } = report
  const told: Outcome = outcome === 'success' ? { isSuccess: true, note } : { isSuccess: false, error, category, note }
  const projectId = ctx.project.id
  const item = await inTransaction(ctx, async (tx) => {
    const known = await loadDeadLetter(tx, projectId, deadLetterId)
    refuseUnlessHeld(ctx, known, attempt)
    const by = known.leasedBy ?? actorName(ctx.actor)
    const settled = await settle(tx, { projectId, id: deadLetterId, attempt, by }, told, ctx.now())
    if (!settled) throw leaseIsOver(attempt)
    return settled
  })
  return { item: toView(item, ctx.now()) }
})

function refuseUnlessHeld(ctx: ProjectContext, item: StoredDeadLetter, attempt: number): void {
  const actor = actorName(ctx.actor)
  if (item.status !== 'retrying' || item.retryCount !== attempt) throw leaseIsOver(attempt)
  if (item.leasedBy !== actor && !item.leasedBy?.startsWith(`${actor}, `))
    throw new AppError('conflict', `this item is claimed by ${item.leasedBy}`)
}

function leaseIsOver(attempt: number): AppError {
  return new AppError(
    'conflict',
    `attempt ${attempt} holds this item no longer: its lease ended, or its outcome is known`,
    [{ path: 'attempt', message: 'holds the item no longer; claim it again' }],
  )
}
