import { byEvaluator } from '@/lib/contracts/evaluators'
import type { Standing } from '@/lib/contracts/reviews'
import type { Tx } from '@/lib/db/client'
import { type Columns, insertRows, type Row, recordset, setFrom } from '@/lib/db/rows'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import type { RunStanding, SignalsInForce } from '@/lib/engine/scoring/scored-run'
import { log } from '@/lib/log'
import { findOverriddenKeys } from '../checks/overrides'
import { type ExecutionResult, executionId, withAttempt, writeExecutions } from '../executions/write-executions'
import { applyRollups, type RollupChange } from '../rollups/apply-rollups'
import { SCORE } from './ingest/columns'
import { toScoreRow } from './ingest/to-rows'
import { executionOf, type LockedRun, lockRuns } from './lock-runs'
import { valuesInForce } from './signals-in-force'
import { loadStampedPolicies } from './stamped-policy'
import { toCounted, toStanding } from './standing'

export type RecomputeInput = { projectId: string; runIds: readonly string[]; now: Date; cause: string }
export type RecomputedRun = { runId: string; before: Standing; after: Standing }

type Derived = {
  run: LockedRun
  standing: RunStanding
  values: SignalsInForce
  humanOrigin: string | null
  isOverridden: boolean
}

/**
 * Derives confidence, decision and flag of these runs anew from their signals and overrides, and of later attempts whose
 * history moved with them; writes summaries, a new revision of each confidence that changed, executions and rollups.
 * Returns before and after of the runs asked for.
 */
export async function recomputeRuns(tx: Tx, input: RecomputeInput): Promise<RecomputedRun[]> {
  const { projectId, runIds, now } = input
  const locked = await lockRuns(tx, projectId, await withLaterAttempts(tx, projectId, runIds), now)
  const signals = await tx.signal.findMany({ where: { projectId, runId: { in: locked.runs.map((run) => run.id) } } })
  const clientIds = locked.runs.map((run) => run.clientId)
  const overridden = await findOverriddenKeys(tx, projectId, clientIds)
  const policyOf = await loadStampedPolicies(
    tx,
    projectId,
    locked.runs.map((run) => run.id),
  )
  const signalsOf = Map.groupBy(signals, (signal) => signal.runId)
  const executions = new Map<string, ExecutionResult>()
  const derived: Derived[] = []
  for (const run of [...locked.runs].sort((a, b) => a.attempt - b.attempt || (a.id < b.id ? -1 : 1))) {
    const state = executionOf(locked, run)
    const id = state ? executionId(state) : null
    const scores = (id === null ? undefined : executions.get(id))?.scores ?? state?.scores ?? []
    const { values, humanOrigin } = valuesInForce(signalsOf.get(run.id) ?? [])
    const isOverridden = overridden.has(run.clientId)
    const earlier = scores.filter((entry) => entry.attempt < run.attempt).map((entry) => entry.score)
    const standing = decideRun({
      ...run,
      ...policyOf(run.id),
      signals: values,
      humanOrigin,
      isOverridden,
      earlier,
    })
    derived.push({ run, standing, values, humanOrigin, isOverridden })
    if (!state || id === null) continue
    const attempts = withAttempt(scores, { attempt: run.attempt, runId: run.id, score: standing.decisionScore })
    const decision =
      attempts.at(-1)?.runId === run.id ? standing.decision : (executions.get(id)?.decision ?? run.decision)
    executions.set(id, { ...state, scores: attempts, decision, updatedAt: run.occurredAt })
  }
  await write(tx, projectId, derived, now)
  await writeExecutions(tx, projectId, [...executions.values()])
  await applyRollups(tx, projectId, derived.flatMap(toChanges))
  log.debug({ runs: derived.length, cause: input.cause }, 'recomputed')
  const asked = new Set(runIds)
  return derived
    .filter(({ run }) => asked.has(run.id))
    .map((item) => ({ runId: item.run.id, before: toStanding(item.run), after: after(item) }))
}

/** Later attempts of the same executions: their decisions read this run's score. */
async function withLaterAttempts(tx: Tx, projectId: string, runIds: readonly string[]): Promise<string[]> {
  const later = await tx.$queryRaw<{ id: string }[]>`
    SELECT later.id FROM ${recordset(
      { id: 'uuid' },
      runIds.map((id) => ({ id })),
    )}
    JOIN run_summary run ON run.project_id = ${projectId}::uuid AND run.id = x.id AND run.execution IS NOT NULL
    JOIN run_summary later ON later.project_id = run.project_id AND later.chain_id = run.chain_id AND later.execution = run.execution
      AND later.attempt > run.attempt`
  return [...new Set([...runIds, ...later.map((row) => row.id)])]
}

/** What of a summary is derived anew. */
const STANDING: Columns = {
  quality: 'float8',
  confidence: 'float8',
  coverage: 'float8',
  ...byEvaluator(() => 'float8'),
  human_origin: 'text',
  decision: 'text',
  decision_kind: 'text',
  basis: 'text',
  reason: 'text',
  flag: 'text',
  is_overridden: 'bool',
  revision: 'int',
}

async function write(tx: Tx, projectId: string, derived: readonly Derived[], now: Date): Promise<void> {
  if (derived.length === 0) return
  const rows = derived.map(({ run, standing, values, humanOrigin, isOverridden }) => ({
    id: run.id,
    quality: standing.quality,
    confidence: standing.confidence.value,
    coverage: standing.coverage,
    ...values,
    human_origin: humanOrigin,
    decision: standing.decision,
    decision_kind: standing.decisionKind,
    basis: standing.basis,
    reason: standing.reason,
    flag: standing.flag,
    is_overridden: isOverridden,
    revision: run.revision + (isMoved(run, standing) ? 1 : 0),
  }))
  await tx.$executeRaw`
    UPDATE run_summary s SET ${setFrom(STANDING)}
    FROM ${recordset({ id: 'uuid', ...STANDING }, rows)} WHERE s.project_id = ${projectId}::uuid AND s.id = x.id`
  const moved = derived.filter(({ run, standing }) => isMoved(run, standing))
  const scores: Row[] = moved.map(({ run, standing }) =>
    toScoreRow(projectId, run.id, 'confidence', run.revision + 1, standing.confidence, now),
  )
  if (scores.length > 0) await tx.$executeRaw(insertRows('score', SCORE, scores))
}

function isMoved(run: LockedRun, standing: RunStanding): boolean {
  return run.confidence !== standing.confidence.value || run.coverage !== standing.coverage
}

function after({ standing, values }: Derived): Standing {
  return {
    confidence: standing.confidence.value,
    coverage: standing.coverage,
    decision: standing.decision,
    human: values.human,
    quality: standing.quality,
  }
}

function toChanges({ run, standing, humanOrigin }: Derived): RollupChange[] {
  const common = { chainId: run.chainId, versionId: run.versionId, occurredAt: run.occurredAt }
  const before = toCounted(run)
  const now = {
    ...before,
    quality: standing.quality,
    confidence: standing.confidence.value,
    decision: standing.decision,
    humanOrigin,
    flag: standing.flag,
  }
  return [
    { ...common, run: before, times: -1 },
    { ...common, run: now, times: 1 },
  ]
}
