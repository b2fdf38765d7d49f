import { v7 as uuid } from 'uuid'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type ReadAnswer, readHttpAnswer } from '@/lib/engine/trials/trial-answer'
import { inTransaction, type ProjectContext } from '../context'
import { AppError, notFound } from '../errors'
import { enqueueTrials } from '../jobs/enqueue-trials'
import { parseJsonText } from '../parse-json'
import { findRunId } from '../runs/read/find-run-id'
import { openExecutor, type StoredExecutor } from '../versions/executor'
import { guardedFetch } from '../webhooks/guarded-fetch'
import { OutboundError } from '../webhooks/outbound-error'
import { signatureHeaders } from '../webhooks/sign'
import { leaseTrials } from './lease-trials'
import { URGENT } from './queue-trials'
import { settleTrial } from './settle-trial'
import { takeInAnswer } from './take-in-answer'
import { type HeldTrial, type Settled, type TrialKey, toOrder } from './trial-row'

const MAX_TIMEOUT_MS = 300_000
/** Longer than any executor may take and its answer needs to be stored. */
const LEASE_MS = MAX_TIMEOUT_MS + 60_000
const RETRY_AFTER_MS = 2000

type HttpExecutor = Extract<StoredExecutor, { kind: 'http' }>

/**
 * Runs one queued trial by its HTTP executor, once over all instances: who does not get the lease does nothing. Whatever the
 * executor does is a result; a connection that fails is tried once more. A run that is there already ends the trial.
 */
export async function runTrial(db: Db, { projectId, trialId }: TrialKey, clock: () => Date): Promise<void> {
  const ctx = await trialContext(db, projectId, clock)
  const now = clock()
  const lease = { projectId, limit: 1, by: 'desk', now, until: new Date(now.getTime() + LEASE_MS) }
  const [trial] = await inTransaction(ctx, (tx) =>
    leaseTrials(tx, { ...lease, where: Prisma.sql`t.id = ${trialId}::uuid` }),
  )
  if (trial?.executor?.kind !== 'http') return
  const known = await findRunId(db, projectId, trial.runKey)
  const settled = known ? done(known) : await callAndTakeIn(ctx, trial, trial.executor)
  await inTransaction(ctx, async (tx) => {
    if (settled) await settleTrial(tx, trial, settled, clock())
    else await tryOnceMore(ctx, tx, trial)
  })
}

const done = (runId: string): Settled => ({ status: 'done', runId, error: null })

/** Null when the connection failed for the first time. */
async function callAndTakeIn(ctx: ProjectContext, trial: HeldTrial, executor: HttpExecutor): Promise<Settled | null> {
  const startedAt = ctx.now()
  const started = performance.now()
  const answer = await callExecutor(trial, executor, startedAt).catch((error: unknown) => {
    if (error instanceof OutboundError || error instanceof AppError) return error
    throw error
  })
  if (answer instanceof AppError) return notCalled(answer)
  const took = { startedAt, durationMs: Math.round(performance.now() - started) }
  if (!(answer instanceof OutboundError)) return takeInAnswer(ctx, trial, answer, took)
  // Nobody was asked, so this says nothing about the version: no run.
  if (answer.code === 'refused_address') return notCalled(answer)
  if (answer.code === 'unreachable' && trial.attempt === 1) return null
  const failure =
    answer.code === 'timeout'
      ? { message: `the executor gave ${answer.message}`, code: 'ETIMEDOUT' }
      : { message: `the executor cannot be reached: ${answer.message}`, code: 'UNAVAILABLE' }
  return takeInAnswer(ctx, trial, { failure }, took)
}

function notCalled({ message }: Error): Settled {
  return { status: 'failed', runId: null, error: `the executor was not called: ${message}` }
}

async function callExecutor(trial: HeldTrial, sealed: HttpExecutor, at: Date): Promise<ReadAnswer> {
  const executor = openExecutor(sealed, trial)
  const body = JSON.stringify(toOrder(trial))
  const {
    status,
    body: text,
    isCut,
  } = await guardedFetch(executor.url, {
    headers: {
      'user-agent': 'veritas',
      accept: 'application/json',
      ...executor.headers,
      'content-type': 'application/json',
      ...signatureHeaders([executor.secret], { id: trial.trialId, at, body }),
    },
    body,
    timeoutMs: executor.timeoutMs,
    maxBytes: MAX_BODY_BYTES,
  })
  if (isCut) return { failure: { message: `the answer of the executor is larger than ${MAX_BODY_BYTES} bytes` } }
  return readHttpAnswer(status, text, parseJsonText)
}

async function tryOnceMore(
  ctx: ProjectContext,
  tx: Parameters<typeof settleTrial>[0],
  trial: HeldTrial,
): Promise<void> {
  const { projectId, trialId, attempt, kind } = trial
  const { count } = await tx.trial.updateMany({
    where: { projectId, id: trialId, status: 'running', attempts: attempt },
    data: { status: 'queued', leaseUntil: null, error: 'the executor could not be reached; trying once more' },
  })
  const at = new Date(ctx.now().getTime() + RETRY_AFTER_MS)
  if (count > 0) await enqueueTrials(tx, [{ projectId, trialId, isUrgent: kind === URGENT, at }])
}

/** On nobody's behalf. @throws not_found when the project is gone */
async function trialContext(db: Db, projectId: string, clock: () => Date): Promise<ProjectContext> {
  const project = await db.project.findUnique({
    where: { id: projectId },
    select: { id: true, slug: true, name: true },
  })
  if (!project) throw notFound('project')
  const actor = { kind: 'system', name: 'Trials', project } as const
  return { actor, db, now: clock, requestId: uuid(), project, role: null }
}
