import { claimTrials as claimTrialsContract, reportTrial as reportTrialContract } from '@/lib/contracts/trials'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import type { TrialFailure } from '@/lib/engine/trials/trials'
import { actorName, type ProjectContext } from '../context'
import { AppError, notFound } from '../errors'
import { operation } from '../operation'
import { readExecutor } from '../versions/executor'
import { loadVersion } from '../versions/store'
import { ingestAnswer } from './ingest-answer'
import { leaseTrials, loadTrials, settleTrial, toOrder } from './lease'

const LEASE_MS = 10 * 60_000

/** Leases trials of a locally executed version to a worker. No trial is leased twice. */
export const claimTrials = operation(claimTrialsContract, async (ctx, { chain, version: name, limit, worker }) => {
  const projectId = ctx.project.id
  const version = await loadVersion(ctx.db, projectId, chain, name)
  if (readExecutor(version.executor)?.kind !== 'local')
    throw new AppError('conflict', `${name} is not run locally: publish a version whose executor is {"kind": "local"}`)
  const now = ctx.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const by = worker === undefined ? actorName(ctx.actor) : `${actorName(ctx.actor)}, ${worker}`
  const where = Prisma.sql`w.version_id = ${version.id}::uuid`
  const held = await inTransaction(ctx, (tx) => leaseTrials(tx, { projectId, where, limit, by, now, until }))
  return {
    claimed: held.map((trial) => ({ ...toOrder(trial), attempt: trial.attempt })),
    queued: await ctx.db.trial.count({ where: { projectId, versionId: version.id, status: 'queued' } }),
    leaseUntil: until.toISOString(),
  }
})

/** Reports the outcome of a claimed trial. A run is ingested like any other; an error is ingested as a failed run. */
export const reportTrial = operation(reportTrialContract, async (ctx, { trialId, attempt, run, error, durationMs }) => {
  const startedAt = await refuseUnlessHeld(ctx, trialId, attempt)
  const [trial] = await loadTrials(ctx.db, ctx.project.id, [trialId])
  if (!trial) throw notFound('trial')
  const answer = run ? { run } : { failure: toFailure(error) }
  const took = { startedAt, durationMs: durationMs ?? ctx.now().getTime() - startedAt.getTime() }
  const settled = await ingestAnswer(ctx, trial, answer, took)
  const isSettled = await inTransaction(ctx, (tx) => settleTrial(tx, trial, settled, ctx.now()))
  if (isSettled) return settled
  const why = await endCancelled(ctx, trialId)
  if (why === null) throw isOver(attempt)
  return { status: 'cancelled' as const, runId: settled.runId, error: why }
})

/** Checks that the caller holds this attempt; resolves to its start time. */
async function refuseUnlessHeld(ctx: ProjectContext, trialId: string, attempt: number): Promise<Date> {
  const row = await findTrial(ctx, trialId)
  if (!row) throw notFound('trial')
  const isHeld = row.status === 'running' || (row.status === 'cancelled' && row.leaseUntil !== null)
  if (!isHeld || row.attempts !== attempt) throw isOver(attempt)
  const actor = actorName(ctx.actor)
  if (row.leasedBy !== actor && !row.leasedBy?.startsWith(`${actor}, `))
    throw new AppError('conflict', `this trial is claimed by ${row.leasedBy}`)
  return row.startedAt ?? ctx.now()
}

/** Ends the lease of a trial that was cancelled while it ran. Resolves to the reason, or null if it was not cancelled. */
async function endCancelled(ctx: ProjectContext, trialId: string): Promise<string | null> {
  const [row] = await ctx.db.trial.updateManyAndReturn({
    where: { projectId: ctx.project.id, id: trialId, status: 'cancelled' },
    data: { leaseUntil: null },
  })
  return row ? (row.error ?? 'it was cancelled') : null
}

function findTrial(ctx: ProjectContext, id: string) {
  return ctx.db.trial.findUnique({ where: { projectId_id: { projectId: ctx.project.id, id } } })
}

function isOver(attempt: number): AppError {
  const message = 'holds the trial no longer: its lease ended, or its outcome is known'
  return new AppError('conflict', `attempt ${attempt} ${message}`, [{ path: 'attempt', message }])
}

function toFailure(
  error: string | { message: string; code?: string | number | undefined; httpStatus?: number | undefined } | undefined,
): TrialFailure {
  if (typeof error !== 'object') return { message: error || 'the command gave no run and no reason' }
  const { message, code, httpStatus } = error
  return {
    message,
    ...(code !== undefined && { code: String(code) }),
    ...(httpStatus !== undefined && { httpStatus }),
  }
}
