import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { ErrorCode } from '@/lib/contracts/error-codes'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { loadSystemContext, type ProjectContext } from '../context'
import { endLostLease, lease, type Outcome, settle } from '../dead-letters/lease'
import { RetryFailure } from '../dead-letters/retry-failure'
import { DESK_OPERATIONS, isDeskOperation, type StoredDeadLetter } from '../dead-letters/store'
import type { WorkItem } from '../queue/enqueue'
import { toAppError } from '../to-app-error'
import { processDue, processEach } from '../work/process-each'
import { execute } from './handlers'

const DESK = 'Veritas'

const categories: Partial<Record<ErrorCode, DeadLetterCategory>> = {
  invalid_input: 'VALIDATION',
  malformed_body: 'VALIDATION',
  too_large: 'VALIDATION',
  rate_limited: 'RATE_LIMITED',
  unavailable: 'TRANSIENT',
  internal: 'INTERNAL',
}

/** Retries these items, each on its own. */
export async function processDeadLetters(db: Db, items: readonly WorkItem[], now: () => Date): Promise<void> {
  await processEach({ db, kind: 'dead_letter', now: now() }, items, (item) => processDeadLetter(db, item, now))
}

/** Retries everything whose hour has come, in every project: at start, and for what a lost job left. */
export async function sweepDeadLetters(db: Db, now: () => Date): Promise<void> {
  const due = Prisma.sql`
    SELECT project_id, id, coalesce(lease_until, next_at) AS at FROM dead_letter
    WHERE (status = 'retrying' AND lease_until <= ${now()})
      OR (status = 'pending' AND next_at <= ${now()} AND operation = ANY(${DESK_OPERATIONS}::text[]))`
  await processDue({ db, kind: 'dead_letter', now: now() }, due, (item) => processDeadLetter(db, item, now))
}

/**
 * Looks after one item whose hour has come: takes back a lease that ran out, and retries what is due and the desk can do.
 * Safe to repeat, and by any number of instances at once: the lease goes to one of them.
 */
export async function processDeadLetter(db: Db, { projectId, id }: WorkItem, now: () => Date): Promise<void> {
  const where = Prisma.sql`w.id = ${id}::uuid AND w.operation = ANY(${DESK_OPERATIONS}::text[])`
  const [item] = await inTransaction({ db }, async (tx: Tx) => {
    await endLostLease(tx, { projectId, id }, now())
    return lease(tx, { projectId, where, limit: 1, by: DESK, now: now() })
  })
  if (item) await retry(db, item, now)
}

async function retry(db: Db, item: StoredDeadLetter, now: () => Date): Promise<void> {
  const outcome = await tryOnce(await loadSystemContext(db, item.projectId, 'Dead letters', now), item)
  const settled = await inTransaction({ db }, (tx) => settle(tx, item, { by: DESK, outcome, now: now() }))
  if (!settled) log.warn({ deadLetter: item.id, attempt: item.attempts }, 'a retry took longer than its lease')
}

async function tryOnce(ctx: ProjectContext, { operation, args }: StoredDeadLetter): Promise<Outcome> {
  if (!isDeskOperation(operation)) throw new Error(`${operation} is no operation of the desk`)
  try {
    return { isSuccess: true, note: await execute(ctx, operation, args) }
  } catch (error) {
    if (error instanceof RetryFailure) return { isSuccess: false, error: error.message, category: error.category }
    const { code, message } = toAppError(error)
    if (code === 'internal') log.error({ err: error, operation }, 'a retry failed')
    return { isSuccess: false, error: message, category: categories[code] ?? 'PERMANENT' }
  }
}
