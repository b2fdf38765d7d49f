import type { OutputOf } from '@/lib/contracts/contract'
import {
  actOnDeadLetter as actOnDeadLetterContract,
  actOnDeadLetters as actOnDeadLettersContract,
  type DeadLetterAction,
} from '@/lib/contracts/dead-letters'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { afterMove } from '@/lib/engine/dead-letters/lifecycle'
import { auditAll } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { AppError, notFound } from '../errors'
import { operation } from '../operation'
import { enqueue } from '../queue/enqueue'
import { addEvents, isDeskOperation, loadDeadLetter, type StoredDeadLetter, toStored, toView } from './store'

export const actOnDeadLetter = operation(actOnDeadLetterContract, async (ctx, { deadLetterId, action, reason }) => {
  const [result] = await moveDeadLetters(ctx, { action, ids: [deadLetterId], reason })
  if (!result || result.status === null) throw notFound('dead letter')
  if (!result.ok) throw new AppError('conflict', result.error ?? 'it cannot be moved')
  return { item: toView(await loadDeadLetter(ctx.db, ctx.project.id, deadLetterId), ctx.now()) }
})

export const actOnDeadLetters = operation(actOnDeadLettersContract, async (ctx, input) => {
  const results = await moveDeadLetters(ctx, input)
  const done = results.filter((result) => result.ok).length
  return { done, refused: results.length - done, results }
})

type MoveInput = { action: DeadLetterAction; ids: readonly string[]; reason?: string | undefined }

/** The outcome for one item; `error` is why it was not moved. */
type Moved = OutputOf<typeof actOnDeadLettersContract>['results'][number]

const kinds = { retry: 'asked', resolve: 'resolved', abandon: 'abandoned' } as const
const actions = {
  retry: 'dead_letter.retry',
  resolve: 'dead_letter.resolved',
  abandon: 'dead_letter.abandoned',
} as const

/**
 * Applies a person's action to all items that can be moved, in one transaction; the others get an error each. A retry makes an item due
 * immediately, whatever its category and number of attempts.
 */
function moveDeadLetters(ctx: ProjectContext, input: MoveInput): Promise<Moved[]> {
  const ids = [...new Set(input.ids)]
  return inTransaction(ctx, async (tx) => {
    const items = await lockItems(tx, ctx.project.id, ids)
    const results = ids.map((id) => judge(items.get(id), id, input.action))
    const moved = results.flatMap(({ ok, id }) => (ok ? (items.get(id) ?? []) : []))
    await write(tx, ctx, input, moved)
    return results
  })
}

async function lockItems(tx: Tx, projectId: string, ids: readonly string[]): Promise<Map<string, StoredDeadLetter>> {
  await tx.$queryRaw`
    SELECT 1 FROM dead_letter WHERE project_id = ${projectId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`
  const rows = await tx.deadLetter.findMany({ where: { projectId, id: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.id, toStored(row)]))
}

function judge(item: StoredDeadLetter | undefined, id: string, action: DeadLetterAction): Moved {
  if (!item) return { id, ok: false, status: null, error: 'not found' }
  const status = afterMove(item.status, action)
  return status ? { id, ok: true, status, error: null } : { id, ok: false, status: item.status, error: refusal(item) }
}

function refusal({ status, leasedBy, leaseUntil }: StoredDeadLetter): string {
  if (status !== 'retrying') return `it is ${status} already`
  return `it is being retried by ${leasedBy}, until ${leaseUntil?.toISOString()} at the latest`
}

async function write(
  tx: Tx,
  ctx: ProjectContext,
  { action, reason }: MoveInput,
  items: readonly StoredDeadLetter[],
): Promise<void> {
  if (items.length === 0) return
  const projectId = ctx.project.id
  const now = ctx.now()
  const by = actorName(ctx.actor)
  const after = { status: afterMove('pending', action) ?? 'pending' }
  await tx.deadLetter.updateMany({
    where: { projectId, id: { in: items.map((item) => item.id) } },
    data: { ...after, nextAt: action === 'retry' ? now : null, updatedAt: now },
  })
  const events = items.map(({ id }) => ({ deadLetterId: id, kind: kinds[action], by, note: reason ?? null }))
  await addEvents(tx, projectId, now, events)
  const entries = items.map(({ id, status }) => ({
    subject: `dead-letter:${id}`,
    before: { status },
    after: { ...after, ...(reason && { reason }) },
  }))
  await auditAll(tx, ctx, actions[action], entries)
  const due = action === 'retry' ? items.filter((item) => isDeskOperation(item.operation)) : []
  await enqueue(
    tx,
    due.map(({ id }) => ({ name: 'dead-letter-retry', data: { projectId, id }, at: now })),
  )
}
