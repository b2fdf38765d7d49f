import { v7 as uuid } from 'uuid'
import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { ErrorCode } from '@/lib/contracts/error-codes'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { log } from '@/lib/log'
import { inTransaction, type ProjectContext } from '../context'
import { endLostLease, lease, type Outcome, settle } from '../dead-letters/lease'
import { RetryFailure } from '../dead-letters/retry-failure'
import { DESK_OPERATIONS, isDeskOperation, type StoredDeadLetter } from '../dead-letters/store'
import type { DeadLetterJob } from '../queue/boss'
import { toAppError } from '../to-app-error'
import { isNotHeldBack } from '../work/failing-work'
import { processEach } from '../work/process-each'
import { execute } from './handlers'

const DESK = 'Veritas'
const SWEEP_LIMIT = 200
const SWEEP_ROUNDS = 50

const categories: Partial<Record<ErrorCode, DeadLetterCategory>> = {
  invalid_input: 'VALIDATION',
  malformed_body: 'VALIDATION',
  too_large: 'VALIDATION',
  rate_limited: 'RATE_LIMITED',
  unavailable: 'TRANSIENT',
  internal: 'INTERNAL',
}

/** Looks after these items, each on its own. */
export async function attendDeadLetters(db: Db, jobs: readonly DeadLetterJob[], now: () => Date): Promise<void> {
  const items = jobs.map(({ projectId, deadLetterId }) => ({ projectId, id: deadLetterId }))
  await processEach({ db, kind: 'dead_letter', now: now() }, items, ({ projectId, id }) =>
    processDeadLetter(db, { projectId, deadLetterId: id }, now),
  )
}

/**
 * Looks after one item whose hour has come: takes back a lease that ran out, and retries what is due and the desk can do.
 * Safe to repeat, and by any number of instances at once: the lease goes to one of them.
 */
export async function processDeadLetter(
  db: Db,
  { projectId, deadLetterId }: DeadLetterJob,
  now: () => Date,
): Promise<void> {
  const where = Prisma.sql`d.id = ${deadLetterId}::uuid AND d.operation = ANY(${DESK_OPERATIONS}::text[])`
  const [item] = await inTransaction({ db }, async (tx: Tx) => {
    await endLostLease(tx, { projectId, id: deadLetterId }, now())
    return lease(tx, { projectId, where, limit: 1, by: DESK, now: now() })
  })
  if (item) await retry(db, item, now)
}

/** Looks after everything whose hour has come, in every project: at start, and for what an alarm missed. */
export async function sweepDeadLetters(db: Db, now: () => Date): Promise<void> {
  for (let round = 0; round < SWEEP_ROUNDS; round++) {
    const due = await findDue(db, now())
    await attendDeadLetters(db, due, now)
    if (due.length < SWEEP_LIMIT) return
  }
}

function findDue(db: Db, now: Date): Promise<DeadLetterJob[]> {
  return db.$queryRaw`
    SELECT project_id AS "projectId", id AS "deadLetterId" FROM dead_letter
    WHERE ((status = 'retrying' AND lease_until <= ${now})
      OR (status = 'pending' AND next_retry_at <= ${now} AND operation = ANY(${DESK_OPERATIONS}::text[])))
      AND ${isNotHeldBack('dead_letter', Prisma.sql`dead_letter.project_id`, Prisma.sql`dead_letter.id`, now)}
    ORDER BY coalesce(lease_until, next_retry_at) LIMIT ${SWEEP_LIMIT}`
}

async function retry(db: Db, item: StoredDeadLetter, now: () => Date): Promise<void> {
  const { projectId, id, retryCount: attempt } = item
  const outcome = await tryOnce(await contextOf(db, projectId, now), item)
  const settled = await inTransaction({ db }, (tx) => settle(tx, { projectId, id, attempt, by: DESK }, outcome, now()))
  if (!settled) log.warn({ deadLetter: id, attempt }, 'a retry took longer than its lease')
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

async function contextOf(db: Db, projectId: string, now: () => Date): Promise<ProjectContext> {
  const project = await db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  const actor = { kind: 'system', name: 'Dead letters', project } as const
  return { actor, db, now, requestId: uuid(), project, role: null }
}
