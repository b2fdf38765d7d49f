import { v7 as uuid } from 'uuid'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { GateEffect } from '@/lib/contracts/gates'
import type { Db, Tx } from '@/lib/db/client'
import { insertRows, type Row } from '@/lib/db/rows'
import { enqueueLearning } from '../queue/enqueue'
import { lockRuns, refuseUnseen } from '../runs/lock'
import { type RecomputedRun, recomputeRuns } from '../runs/recompute'
import { findDrawn } from '../runs/review-items'
import type { Evidence } from './evidence'

type Cause = {
  projectId: string
  decisionId: string
  by: string
  userId: string | null
  comment: string | null
  now: Date
}
export type MovedRuns = { runs: GateEffect['runs']; recomputed: RecomputedRun[] }

/** Value of the human signal for each verdict. */
export const VERDICT_VALUE = { approved: 1, rejected: 0 }

const OWN_REVIEW = 'has a review of its own'

/**
 * Appends the verdict as a human signal to the runs of the evidence, and recomputes them. A run with its own review in force is
 * skipped, since the review of the run outweighs a decision on the version.
 * @throws stale_evidence if a run was replaced after the evidence was read, before it was locked here
 */
export async function addSignals(
  tx: Tx,
  { evidence, read }: Evidence,
  value: number,
  cause: Cause,
): Promise<MovedRuns> {
  const runIds = evidence.current.dots.map((dot) => dot.runId)
  // One that is being deleted is gone afterwards.
  const { runs } = await lockRuns(tx, cause.projectId, runIds, cause.now)
  const held = new Set(runs.map(({ id }) => id))
  await refuseUnseen(tx, cause.projectId, new Map([...read].filter(([id]) => held.has(id))))
  const found = await findRuns(tx, cause.projectId, runIds)
  const moved = found.filter(isMoved)
  const drawn = await findDrawn(
    tx,
    cause.projectId,
    moved.map((run) => run.id),
  )
  const rows = moved.map((run) => ({
    ...toSignal(run.id, cause, { value }),
    probability: drawn.get(run.id) ?? null,
  }))
  if (rows.length > 0) await tx.$executeRaw(insertRows('signal', rows))
  const recomputed = await recomputeRuns(tx, {
    projectId: cause.projectId,
    runIds: moved.map((run) => run.id),
    now: cause.now,
    cause: 'gate',
    verdict: { inForce: cause.decisionId, takenBack: null },
    ...(cause.userId && { decider: { decisionId: cause.decisionId, userId: cause.userId } }),
  })
  if (moved.length > 0) await enqueueLearning(tx, cause.projectId)
  return { runs: found.map((run) => toEffect(run, recomputed)), recomputed }
}

const isMoved = ({ humanOrigin }: Pick<FoundRun, 'humanOrigin'>) => humanOrigin !== 'review'

/** Counts the runs of the evidence that a verdict would enter by {@link addSignals}. */
export async function countMoved(db: Db, projectId: string, { current }: GateEvidence): Promise<number> {
  const found = await findRuns(
    db,
    projectId,
    current.dots.map(({ runId }) => runId),
  )
  return found.filter(isMoved).length
}

/** Retracts every signal that the decision gave, and recomputes the runs. */
export async function revokeSignals(
  tx: Tx,
  decisionId: string,
  runIds: readonly string[],
  cause: Cause,
): Promise<MovedRuns> {
  await lockRuns(tx, cause.projectId, runIds, cause.now)
  const given = await tx.signal.findMany({
    where: { projectId: cause.projectId, runId: { in: [...runIds] }, decisionId },
    select: { id: true, runId: true },
  })
  const rows = given.map((signal) => toSignal(signal.runId, cause, { value: null, retracts: signal.id }))
  if (rows.length > 0) await tx.$executeRaw(insertRows('signal', rows))
  const moved = given.map((signal) => signal.runId)
  const recomputed = await recomputeRuns(tx, {
    projectId: cause.projectId,
    runIds: moved,
    now: cause.now,
    cause: 'gate undone',
    verdict: { inForce: null, takenBack: decisionId },
  })
  if (moved.length > 0) await enqueueLearning(tx, cause.projectId)
  const found = await findRuns(tx, cause.projectId, moved)
  return { runs: found.map((run) => toEffect({ ...run, humanOrigin: null }, recomputed)), recomputed }
}

type FoundRun = {
  id: string
  clientId: string
  title: string | null
  confidence: number | null
  humanOrigin: string | null
}

function findRuns(tx: Db | Tx, projectId: string, runIds: readonly string[]): Promise<FoundRun[]> {
  return tx.$queryRaw<FoundRun[]>`
    SELECT s.id, s.client_id AS "clientId", s.title, s.confidence, s.human_origin AS "humanOrigin"
    FROM unnest(${runIds}::uuid[]) AS x(id)
    JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = x.id
    ORDER BY s.occurred_at DESC, s.id DESC`
}

function toSignal(
  runId: string,
  { projectId, decisionId, by, comment, now }: Cause,
  given: { value: number | null; retracts?: string },
): Row<'signal'> {
  const common = { projectId, runId, decisionId, by, comment, recordedAt: now }
  return { ...common, ...given, id: uuid(), evaluator: 'human', origin: 'gate' }
}

function toEffect(run: FoundRun, recomputed: readonly RecomputedRun[]): GateEffect['runs'][number] {
  const change = recomputed.find((item) => item.runId === run.id)
  return {
    runId: run.id,
    clientId: run.clientId,
    title: run.title,
    before: change ? change.before.confidence : run.confidence,
    after: change ? change.after.confidence : run.confidence,
    skipped: run.humanOrigin === 'review' ? OWN_REVIEW : null,
  }
}
