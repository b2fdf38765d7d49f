import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { ErrorCode } from '@/lib/contracts/error-codes'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { loadSystemContext, type ProjectContext } from '../context'
import { endLostLease, lease, type Outcome, settle } from '../dead-letters/lease'
import {
  DESK_OPERATIONS,
  type DeskOperation,
  isDeskOperation,
  RetryFailure,
  type StoredDeadLetter,
} from '../dead-letters/store'
import { AppError } from '../errors'
import { ingestBatch } from '../ingest/ingest-batch'
import { retryQualityGate } from '../quality/tools'
import type { WorkItem } from '../queue/enqueue'
import { toAppError } from '../to-app-error'
import { processDue, processEach } from '../work/process-each'

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

/** Retries every due dead letter of all projects, at startup and after lost jobs. */
export async function sweepDeadLetters(db: Db, now: () => Date): Promise<void> {
  const due = Prisma.sql`
    SELECT project_id, id, coalesce(lease_until, next_at) AS at FROM dead_letter
    WHERE (status = 'retrying' AND lease_until <= ${now()})
      OR (status = 'pending' AND next_at <= ${now()} AND operation = ANY(${DESK_OPERATIONS}::text[]))`
  await processDue({ db, kind: 'dead_letter', now: now() }, due, (item) => processDeadLetter(db, item, now))
}

/**
 * Processes one due item: ends an expired lease, and retries it if it is due and one of the server's own operations.
 * Idempotent, also across instances: only one gets the lease.
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

/** Repeats an operation with its stored arguments; resolves to a note on the result, throws when it fails again. */
type Handler = (ctx: ProjectContext, args: unknown) => Promise<string>

const handlers: Record<DeskOperation, Handler> = {
  'run:submit': submitRun,
  'judge:evaluate_quality_gate': judgeAgain,
}

/** Executes an operation; arguments stored as JSON text are parsed first. */
function execute(ctx: ProjectContext, operation: DeskOperation, args: unknown): Promise<string> {
  return handlers[operation](ctx, typeof args === 'string' ? readArgs(args) : args)
}

async function submitRun(ctx: ProjectContext, args: unknown): Promise<string> {
  const { accepted, rejected } = await ingestBatch(ctx, [args], 'dead letters')
  const [refused] = rejected
  if (refused) throw new AppError(refused.code, refused.path ? `${refused.path}: ${refused.reason}` : refused.reason)
  return `Run ${accepted[0]?.id} was ingested.`
}

async function judgeAgain(ctx: ProjectContext, args: unknown): Promise<string> {
  await retryQualityGate(ctx, args)
  return 'The judge answered.'
}

function readArgs(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', 'args: is not valid JSON')
  }
}
