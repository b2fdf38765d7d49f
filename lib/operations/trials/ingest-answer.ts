import type { RunBody } from '@/lib/contracts/run-input'
import { findMismatch, type ReadAnswer, type TrialFailure } from '@/lib/engine/trials/trials'
import type { ProjectContext } from '../context'
import { ingestBatch } from '../ingest/ingest-batch'
import { redact } from '../redaction/load-redactor'
import { findRunId } from '../runs/find'
import type { HeldTrial, Settled } from './lease'

/** When the trial ran, used where the answer has no times. */
type Span = { startedAt: Date; durationMs: number }

/**
 * Ingests an executor's answer under the trial's id, kind and scenario. An answer that cannot be ingested becomes a failed run
 * with the reason, so that a broken executor never looks like a missing run. An answer to a cancelled trial becomes a dry run,
 * which enters no mean.
 */
export async function ingestAnswer(
  ctx: ProjectContext,
  trial: HeldTrial,
  answer: ReadAnswer,
  span: Span,
): Promise<Settled> {
  const kept = (await isCancelled(ctx, trial)) ? { ...trial, kind: 'dry_run' as const } : trial
  if ('failure' in answer) return ingestFailure(ctx, kept, answer.failure, span)
  const mismatch = findMismatch(answer.run, trial)
  if (mismatch) return ingestFailure(ctx, kept, mismatch, span)
  const { result, runId } = await send(ctx, {
    ...identityOf(kept),
    ...timesOf(answer.run, span),
    ...bodyOf(trial, answer.run),
  })
  const [rejected] = result.rejected
  if (runId !== null) return { status: 'done', runId, error: null }
  const where = rejected?.path ? `${rejected.path}: ` : ''
  const message = `the run that the executor answered cannot be taken in: ${where}${rejected?.reason ?? 'invalid'}`
  return ingestFailure(ctx, kept, { message }, span)
}

async function isCancelled(ctx: ProjectContext, { projectId, trialId }: HeldTrial): Promise<boolean> {
  const row = await ctx.db.trial.findUnique({
    where: { projectId_id: { projectId, id: trialId } },
    select: { status: true },
  })
  return row?.status === 'cancelled'
}

async function ingestFailure(
  ctx: ProjectContext,
  trial: HeldTrial,
  failure: TrialFailure,
  { startedAt, durationMs }: Span,
): Promise<Settled> {
  const body: RunBody = {
    ...identityOf(trial),
    status: 'failed',
    request: trial.request,
    error: failure,
    startedAt: startedAt.toISOString(),
    durationMs,
  }
  const { runId } = await send(ctx, body)
  return { status: 'failed', runId, error: await redact(ctx.db, trial.projectId, failure.message, 'error') }
}

/** An existing run with this id is taken as the result, so that a worker that was cut off after sending it need not send it again. */
async function send(ctx: ProjectContext, body: object & { id: string }) {
  const result = await ingestBatch(ctx, [body], 'trials')
  const [accepted] = result.accepted
  const isKnown = result.rejected[0]?.code === 'conflict'
  const known = isKnown ? await findRunId(ctx.db, ctx.project.id, body.id) : null
  return { result, runId: accepted?.runId ?? known }
}

function identityOf({ runKey, chain, version, kind, scenario }: HeldTrial) {
  return { id: runKey, chain, version, kind, ...(scenario !== null && { scenario, title: scenario }) }
}

function bodyOf(trial: HeldTrial, run: Readonly<Record<string, unknown>>) {
  const { id: _, chain: _chain, version: _version, kind: _kind, scenario: _scenario, ...rest } = run
  return { ...('request' in rest ? {} : { request: trial.request }), ...rest }
}

function timesOf(run: Readonly<Record<string, unknown>>, { startedAt, durationMs }: Span) {
  if (run.startedAt !== undefined || run.endedAt !== undefined) return {}
  return { startedAt: startedAt.toISOString(), ...(run.durationMs === undefined && { durationMs }) }
}
