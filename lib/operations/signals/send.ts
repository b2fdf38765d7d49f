import { v7 as uuid } from 'uuid'
import { type Evaluator, signalNumber } from '@/lib/contracts/evaluators'
import { type SentSignal, sendSignals as sendContract } from '@/lib/contracts/sent-signals'
import type { Tx } from '@/lib/db/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { insertRows, type Row } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { type Redactor, redactValue } from '@/lib/engine/redaction/redact-run'
import { isTooLittleMeasured } from '@/lib/engine/scoring/scored-run'
import { runData } from '@/lib/engine/webhooks/event-data'
import { resolveRun } from '../checks/record'
import { actorName, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { enqueueLearning } from '../queue/enqueue'
import { loadRedactor } from '../redaction/load-redactor'
import { type LockedRun, lockIngestExclusive, lockRuns } from '../runs/lock'
import { removePredictions } from '../runs/predictions'
import { recomputeRuns } from '../runs/recompute'
import { findRunRows } from '../runs/rows'
import { emitAll } from '../webhooks/emit'
import { toSignalRow } from './sent-before'

/** A signal with the id under which a repeat is recognized. A human one is a label of another tool. */
export type Identified = Omit<SentSignal, 'evaluator'> & { evaluator: Evaluator; id: string }

/**
 * Stores signals of evaluators and recomputes the run immediately. For a run that has not arrived they are stored until then: ingestion
 * takes the same lock and finds them.
 */
export const sendSignals = operation(sendContract, (ctx, { runId: name, signals }) => {
  const named = signals.map((signal) => ({ ...signal, id: signal.id ?? uuid() }))
  return withPreparedStatements(() =>
    inTransaction(ctx, async (tx) => addSignals(tx, ctx, name, named, await loadRedactor(tx, ctx.project.id))),
  )
})

/** Like {@link sendSignals}, in the caller's transaction, with the redaction rules of the project. */
export async function addSignals(
  tx: Tx,
  ctx: ProjectContext,
  name: string,
  sent: readonly Identified[],
  redactor: Redactor | null,
) {
  const projectId = ctx.project.id
  const signals = sent.map(({ comment, ...signal }) => ({
    ...signal,
    comment: redactor && comment ? redactValue(redactor, comment, 'comment') : comment,
  }))
  let { runKey, runId } = await resolveRun(tx, projectId, name)
  if (runId === null) {
    await lockIngestExclusive(tx, projectId)
    ;({ runKey, runId } = await resolveRun(tx, projectId, name))
  }
  const run = runId === null ? undefined : (await lockRuns(tx, projectId, [runId], ctx.now())).runs[0]
  const fresh = await insertSent(tx, ctx, runKey, signals)
  const counts = { accepted: fresh.length, duplicates: signals.length - fresh.length }
  if (!run) return { runId: null, ...counts, confidence: null, coverage: 0, decision: null }
  const state = fresh.length > 0 ? await applySignals(tx, ctx, run, fresh) : run
  const { confidence, coverage, decision } = state
  return { runId: run.id, ...counts, confidence, coverage, decision }
}

async function applySignals(tx: Tx, ctx: ProjectContext, run: LockedRun, fresh: readonly Row<'sentSignal'>[]) {
  const projectId = ctx.project.id
  await tx.$executeRaw(
    insertRows(
      'signal',
      fresh.map((row) => toSignalRow(row, run.id)),
    ),
  )
  await removePredictions(tx, projectId, [run], 'confidence')
  const [moved] = await recomputeRuns(tx, { projectId, runIds: [run.id], now: ctx.now(), cause: 'signals' })
  if (!moved) throw new Error(`the run ${run.id} is locked and not there`)
  if (run.flag === null) await emitFlagged(tx, ctx, run)
  await enqueueLearning(tx, projectId)
  await announce(tx, { project: projectId, topic: 'run', id: run.id })
  return moved.after
}

/** Inserts signals and returns the new ones. @throws AppError conflict if one was sent before with another value */
async function insertSent(
  tx: Tx,
  ctx: ProjectContext,
  runKey: string,
  signals: readonly Identified[],
): Promise<Row<'sentSignal'>[]> {
  const own = new Map<string, Row<'sentSignal'>>()
  for (const [index, signal] of signals.entries()) {
    const row = toSentRow(ctx, runKey, signal)
    const other = own.get(signal.id)
    if (other && !isSame(other, row)) throw conflict(index, signal.id)
    if (!other) own.set(signal.id, row)
  }
  // In id order, so that two senders of the same signals do not deadlock.
  const rows = [...own.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const added = await tx.$queryRaw<{ id: string }[]>(
    insertRows('sentSignal', rows, 'ON CONFLICT (project_id, run_key, id) DO NOTHING RETURNING id'),
  )
  const isNew = new Set(added.map(({ id }) => id))
  if (isNew.size === rows.length) return rows
  const before = await tx.sentSignal.findMany({
    where: { projectId: ctx.project.id, runKey, id: { in: rows.flatMap(({ id }) => (isNew.has(id) ? [] : [id])) } },
  })
  for (const known of before) {
    const index = signals.findIndex(({ id }) => id === known.id)
    const row = own.get(known.id)
    if (row && !isSame(known, row)) throw conflict(index, known.id)
  }
  return rows.filter(({ id }) => isNew.has(id))
}

type SignalValue = { evaluator: string; value: number }
const isSame = (a: SignalValue, b: SignalValue) => a.evaluator === b.evaluator && a.value === b.value

function conflict(index: number, id: string): AppError {
  const message = `another signal with the id "${id}" and another value exists`
  return new AppError('conflict', message, [{ path: `signals[${index}].id`, message }])
}

function toSentRow(ctx: ProjectContext, runKey: string, signal: Identified): Row<'sentSignal'> {
  const { id, evaluator, value, source, comment, at } = signal
  const receivedAt = ctx.now()
  return {
    projectId: ctx.project.id,
    runKey,
    id,
    signalId: uuid(),
    evaluator,
    value: signalNumber(evaluator, value) ?? 0,
    raw: value,
    by: source ?? actorName(ctx.actor),
    comment,
    at: at ? new Date(at) : receivedAt,
    receivedAt,
  }
}

async function emitFlagged(tx: Tx, ctx: ProjectContext, before: LockedRun): Promise<void> {
  const make = async () => {
    const [row] = before.kind === 'live' ? await findRunRows(tx, ctx.project.id, [before.id]) : []
    if (!row || row.flag === null) return []
    const { revision } = await tx.runSummary.findUniqueOrThrow({
      where: { projectId_id: { projectId: ctx.project.id, id: row.id } },
      select: { revision: true },
    })
    return [
      {
        type: 'run.needs_review' as const,
        data: runData({ ...row, runId: row.id, tooLittleMeasured: isTooLittleMeasured(row), revision }),
      },
    ]
  }
  await emitAll(tx, ctx.project.id, ['run.needs_review'], make, ctx.now())
}
