import { v7 as uuid } from 'uuid'
import { addDeadLetter as contract, type DeadLetterCategory } from '@/lib/contracts/dead-letters'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { toStorableJson } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { categoryOfFailure, nextRetryAt } from '@/lib/engine/dead-letters/lifecycle'
import { deadLetterData } from '@/lib/engine/webhooks/event-data'
import { checkedConfiguration, resolveRun } from '../checks/record'
import { actorName, type ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { noteGroupsOfLetter } from '../failures/arrivals'
import { operation } from '../operation'
import { enqueue } from '../queue/enqueue'
import { redact } from '../redaction/load-redactor'
import { lockIngestExclusive } from '../runs/lock'
import { emit } from '../webhooks/emit'
import { addEvents, isDeskOperation, loadDeadLetter, toView } from './store'

type NewDeadLetter = {
  /** An id chosen by the caller; an existing item is not added again. */
  id?: string | undefined
  /** The failed operation, such as `tool:bash` or `judge:evaluate_quality_gate`. */
  operation: string
  args: unknown
  error: string
  category: DeadLetterCategory
  /** The client's id of the run it belongs to. */
  runKey?: string | undefined
  sessionId?: string | undefined
  maxAttempts?: number | undefined
}

const MAX_ERROR = 20_000

/**
 * Stores a failed operation for a later retry, with secrets redacted, and schedules the retry in the same transaction. Resolves to its id.
 */
export async function addDeadLetter(ctx: ProjectContext, letter: NewDeadLetter): Promise<string> {
  return (await insertDeadLetter(ctx, letter)).id
}

/** {@link addDeadLetter} that also returns whether this call added it. */
async function insertDeadLetter(ctx: ProjectContext, letter: NewDeadLetter): Promise<{ id: string; isAdded: boolean }> {
  const id = letter.id ?? uuid()
  const given = await redact(ctx.db, ctx.project.id, { args: letter.args ?? null, error: letter.error })
  const clean = await inEngine(ctx, 'redact', given)
  const isAdded = await inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const now = ctx.now()
    const { category } = letter
    const maxAttempts = letter.maxAttempts ?? (await maxAttemptsOf(tx, projectId, letter.runKey))
    if (letter.runKey !== undefined) await awaitRun(tx, projectId, letter.runKey)
    const error = clean.error.slice(0, MAX_ERROR).replaceAll('\0', '\ufffd').toWellFormed()
    const nextAt = nextRetryAt({ category, attempts: 0, maxAttempts }, now)
    const args = toStorableJson(clean.args)
    const added = await tx.$executeRaw(Prisma.sql`
      INSERT INTO dead_letter (project_id, id, session_id, run_key, operation, args, error, category, max_attempts, next_at, created_at, updated_at)
      VALUES (${projectId}::uuid, ${id}::uuid, ${letter.sessionId ?? null}, ${letter.runKey ?? null}, ${letter.operation}, ${args}::json,
        ${error}, ${category}, ${maxAttempts}::int, ${nextAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT (project_id, id) DO NOTHING`)
    if (added === 0) return false
    if (letter.runKey !== undefined) await noteGroupsOfLetter(tx, projectId, id)
    await addEvents(tx, projectId, now, [{ deadLetterId: id, kind: 'added', by: actorName(ctx.actor), error }])
    const { operation, runKey } = letter
    const data = deadLetterData({ id, operation, category, error, runKey: runKey ?? null })
    await emit(tx, projectId, 'dlq.added', data, now)
    if (nextAt && isDeskOperation(letter.operation))
      await enqueue(tx, [{ name: 'dead-letter-retry', data: { projectId, id }, at: nextAt }])
    return true
  })
  return { id, isAdded }
}

/** Waits for a run that is stored at this moment: it notes its groups with the items that it sees. */
async function awaitRun(tx: Tx, projectId: string, runKey: string): Promise<void> {
  const { runId } = await resolveRun(tx, projectId, runKey)
  if (runId === null) await lockIngestExclusive(tx, projectId)
}

async function maxAttemptsOf(tx: Tx, projectId: string, runId: string | undefined): Promise<number> {
  return (await checkedConfiguration(tx, projectId, { runId })).dead_letters.max_attempts
}

/** Stores a failed operation reported by an agent. A known id returns the existing item. */
export const postDeadLetter = operation(contract, async (ctx, { runId, ...letter }) => {
  const projectId = ctx.project.id
  const runKey = runId === undefined ? undefined : (await resolveRun(ctx.db, projectId, runId)).runKey
  const category = letter.category ?? (await categorize(ctx, letter.error))
  const { id, isAdded } = await insertDeadLetter(ctx, { ...letter, category, runKey, args: letter.args })
  return { item: toView(await loadDeadLetter(ctx.db, projectId, id), ctx.now()), duplicate: !isAdded }
})

async function categorize(ctx: ProjectContext, error: string): Promise<DeadLetterCategory> {
  const { failureClass } = await inEngine(ctx, 'classify_failure', { message: error })
  return categoryOfFailure(failureClass, error)
}
