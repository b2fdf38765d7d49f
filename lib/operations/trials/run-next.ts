import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import type { Db } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { type ReadAnswer, readHttpAnswer } from '@/lib/engine/trials/trials'
import { quoteLargeIntegers } from '@/lib/ingest/exact-json'
import { loadSystemContext, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { OutboundError } from '../outbound/addresses'
import { guardedFetch } from '../outbound/guarded-fetch'
import { signatureHeaders } from '../outbound/secrets'
import { parseJsonText } from '../parse-json'
import { enqueue } from '../queue/enqueue'
import { findRunId } from '../runs/find'
import { openExecutor, type StoredExecutor } from '../versions/executor'
import { clearFailure } from '../work/failing-work'
import { reportFailure } from '../work/process-each'
import { ingestAnswer } from './ingest-answer'
import { type HeldTrial, leaseNextTrial, retryTrial, type Settled, settleTrial, toOrder, trialJobs } from './lease'

const RETRY_AFTER_MS = 2000
const RETRYING = 'the executor could not be reached; trying once more'

type HttpExecutor = Extract<StoredExecutor, { kind: 'http' }>

/** Longer rounds continue in a job of their own: pg-boss gives up a job after 15 minutes, and a trial takes up to five. */
const BUDGET_MS = 60_000

/**
 * Runs due trials one after the other, as a trial that waited for its project's others to end has used up its job. Takes no further one
 * once `signal` says that this server stops: the rest is left to a new job.
 */
export async function runTrials(db: Db, clock: () => Date, signal?: AbortSignal): Promise<void> {
  const started = performance.now()
  const isOver = () => signal?.aborted || performance.now() - started > BUDGET_MS
  while (!isOver()) if (!(await runNextTrial(db, clock))) return
  await enqueue(db, trialJobs(1, clock()))
}

/**
 * Runs the next due trial with its HTTP executor; false if none is due. Any behaviour of the executor is a result, except that
 * a failed connection is retried once. An existing run of the trial ends it.
 */
export async function runNextTrial(db: Db, clock: () => Date): Promise<boolean> {
  const trial = await leaseNextTrial(db, clock())
  if (!trial) return false
  const work = { db, kind: 'trial', now: clock() } as const
  const item = { projectId: trial.projectId, id: trial.trialId }
  try {
    await runTrial(db, trial, clock)
    if (trial.attempt > 1) await clearFailure(db, work.kind, item)
  } catch (error) {
    // The trial is retried when its lease expires, three times in all.
    await reportFailure(work, item, error)
  }
  return true
}

async function runTrial(db: Db, trial: HeldTrial, clock: () => Date): Promise<void> {
  const ctx = await loadSystemContext(db, trial.projectId, 'Trials', clock)
  const known = await findRunId(db, trial.projectId, trial.runKey)
  const settled = known ? done(known) : await callAndIngest(ctx, trial)
  await inTransaction(ctx, async (tx) => {
    if (settled) await settleTrial(tx, trial, settled, clock())
    else await retryTrial(tx, trial, RETRYING, new Date(clock().getTime() + RETRY_AFTER_MS))
  })
}

const done = (runId: string): Settled => ({ status: 'done', runId, error: null })

/** Null after the first failed connection. */
async function callAndIngest(ctx: ProjectContext, trial: HeldTrial): Promise<Settled | null> {
  const { executor } = trial
  if (executor?.kind !== 'http') return notCalled(new Error('the version has no address to call'))
  const startedAt = ctx.now()
  const started = performance.now()
  const answer = await callExecutor(trial, executor, startedAt).catch((error: unknown) => {
    if (error instanceof OutboundError || error instanceof AppError) return error
    throw error
  })
  if (answer instanceof AppError) return notCalled(answer)
  const took = { startedAt, durationMs: Math.round(performance.now() - started) }
  if (!(answer instanceof OutboundError)) return ingestAnswer(ctx, trial, answer, took)
  // The executor was not called, so there is no run to judge the version by.
  if (answer.code === 'refused_address') return notCalled(answer)
  if (answer.code === 'unreachable' && trial.attempt === 1) return null
  const failure =
    answer.code === 'timeout'
      ? { message: `the executor gave ${answer.message}`, code: 'ETIMEDOUT' }
      : { message: `the executor cannot be reached: ${answer.message}`, code: 'UNAVAILABLE' }
  return ingestAnswer(ctx, trial, { failure }, took)
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
  if (isCut) return { failure: { message: `the answer of the executor is larger than ${MAX_BODY_BYTES / 2 ** 20} MB` } }
  const isRun = status >= 200 && status < 300
  return readHttpAnswer(status, isRun ? text : withoutHeaders(text, executor.headers), (json) =>
    parseJsonText(quoteLargeIntegers(json)),
  )
}

/** Shorter values are too common to be removed wherever they occur. */
const SECRET_LENGTH = 8

/** Removes values of headers, and the credentials in them, from an error that everybody in the project can read. */
function withoutHeaders(text: string, headers: Readonly<Record<string, string>>): string {
  return Object.values(headers)
    .flatMap((value) => [value, value.split(' ').at(-1) ?? ''])
    .filter((value) => value.length >= SECRET_LENGTH)
    .reduce((shown, value) => shown.replaceAll(value, '[header]'), text)
}
