import { byEvaluator, type Evaluator, evaluators } from '@/lib/contracts/evaluators'
import { isRecord } from '@/lib/contracts/is-record'
import { band, grade, type Profile } from '@/lib/contracts/primitives'
import type { RunState } from '@/lib/contracts/reviews'
import type { Db, Tx } from '@/lib/db/client'
import { insertRows, jsonRecordset, setFrom } from '@/lib/db/rows'
import { CONFIDENCE_WEIGHTS } from '@/lib/engine/confidence/score-confidence'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import type { CountedRun, TraceFacts } from '@/lib/engine/scoring/rollup'
import type { EffectiveSignals, RunDecision } from '@/lib/engine/scoring/scored-run'
import { CONFORMANT_MIN } from '@/lib/engine/trace/score-trace'
import { log } from '@/lib/log'
import { applyRollups, type RollupChange } from '../rollups/runs'
import { type ExecutionResult, executionId, scoresBefore, withAttempt, writeExecutions } from './executions'
import type { VerdictChange } from './item-endings'
import { executionOf, type LockedRun, lockRuns } from './lock'
import { findOverriddenKeys } from './overrides'
import { refreshReviewItems } from './review-items'
import { toScoreRow } from './rows'
import { effectiveValues, isDisputed, type SignalFact } from './signals'

type RecomputeInput = {
  projectId: string
  runIds: readonly string[]
  now: Date
  cause: string
  /** Runs with a new `likelyBad` flag. */
  likelyBad?: ReadonlyMap<string, boolean>
  /** The user of a decision that causes the recomputation and is not stored yet. */
  decider?: { decisionId: string; userId: string } | undefined
  /** The change of verdicts that causes the recomputation. */
  verdict?: VerdictChange
  /** The caller refreshes the review items of `runIds` itself: it knows more, or stores more that they count. */
  leavesItems?: boolean
}
export type RecomputedRun = { runId: string; before: RunState; after: RunState }

type Derived = {
  run: LockedRun
  decided: RunDecision
  values: EffectiveSignals
  humanOrigin: string | null
  isOverridden: boolean
  disputed: boolean
}

/**
 * Recomputes confidence, decision and flag of these runs from their signals and overrides, and of later attempts that depend
 * on them. Writes summaries, a new revision of each changed confidence, executions and rollups. Returns before and after of
 * the given runs.
 */
export async function recomputeRuns(tx: Tx, input: RecomputeInput): Promise<RecomputedRun[]> {
  const { projectId, runIds, now } = input
  const locked = await lockRuns(tx, projectId, await withLaterAttempts(tx, projectId, runIds), now)
  const ids = locked.runs.map((run) => run.id)
  const clientIds = locked.runs.map((run) => run.clientId)
  const [signals, overridden, policyOf] = await Promise.all([
    tx.signal.findMany({ where: { projectId, runId: { in: ids } } }),
    findOverriddenKeys(tx, projectId, clientIds),
    loadRecordedPolicies(tx, projectId, ids),
  ])
  const signalsOf = Map.groupBy(signals, (signal) => signal.runId)
  const personOf = await loadDeciders(tx, input, signals)
  const executions = new Map<string, ExecutionResult>()
  const derived: Derived[] = []
  const runs = locked.runs.map((run) => ({ ...run, likelyBad: input.likelyBad?.get(run.id) ?? run.likelyBad }))
  for (const run of runs.sort((a, b) => a.attempt - b.attempt || (a.id < b.id ? -1 : 1))) {
    const state = executionOf(locked, run)
    const id = state ? executionId(state) : null
    const former = (id === null ? undefined : executions.get(id)) ?? state
    const { values, humanOrigin } = effectiveValues(signalsOf.get(run.id) ?? [])
    const isOverridden = overridden.has(run.clientId)
    const disputed = isDisputed(signalsOf.get(run.id) ?? [], personOf)
    const earlier = scoresBefore(run.attempt, former?.scores)
    const decided = decideRun({
      ...run,
      ...policyOf(run.id),
      signals: values,
      humanOrigin,
      isOverridden,
      disputed,
      earlier,
    })
    derived.push({ run, decided, values, humanOrigin, isOverridden, disputed })
    if (!former || id === null) continue
    executions.set(id, withAttempt(former, { ...run, runId: run.id, decided }))
  }
  await write(tx, projectId, derived, now)
  await writeExecutions(tx, projectId, [...executions.values()])
  await applyRollups(tx, projectId, derived.flatMap(toChanges))
  const asked = new Set(runIds)
  const items = derived.map(({ run }) => ({ runId: run.id }))
  const toRefresh = input.leavesItems ? items.filter(({ runId }) => !asked.has(runId)) : items
  await refreshReviewItems(tx, projectId, toRefresh, input.verdict)
  log.debug({ runs: derived.length, cause: input.cause }, 'recomputed')
  return derived
    .filter(({ run }) => asked.has(run.id))
    .map((item) => ({ runId: item.run.id, before: toRunState(item.run), after: after(item) }))
}

/** Adds the later attempts of the same executions, whose decisions depend on these runs' scores. */
async function withLaterAttempts(tx: Tx, projectId: string, runIds: readonly string[]): Promise<string[]> {
  const later = await tx.$queryRaw<{ id: string }[]>`
    SELECT later.id FROM unnest(${runIds}::uuid[]) AS x(id)
    JOIN run_summary run ON run.project_id = ${projectId}::uuid AND run.id = x.id AND run.execution IS NOT NULL
    JOIN run_summary later ON later.project_id = run.project_id AND later.chain_id = run.chain_id AND later.execution = run.execution
      AND later.attempt > run.attempt`
  return [...new Set([...runIds, ...later.map((row) => row.id)])]
}

/** Returns a lookup from a signal to the user whose decision gave it. */
async function loadDeciders(
  tx: Tx,
  { projectId, decider }: RecomputeInput,
  signals: readonly SignalFact[],
): Promise<(signal: SignalFact) => string | null> {
  const ids = signals.flatMap(({ decisionId }) => decisionId ?? [])
  // A dispute needs two decisions.
  if (ids.length < 2) return () => null
  const rows = await tx.decision.findMany({ where: { projectId, id: { in: ids } }, select: { id: true, userId: true } })
  const users = new Map(rows.map(({ id, userId }) => [id, userId]))
  if (decider) users.set(decider.decisionId, decider.userId)
  return ({ decisionId }) => (decisionId ? (users.get(decisionId) ?? null) : null)
}

/** Summary columns that are recomputed. */
const DERIVED = [
  'quality',
  'confidence',
  'coverage',
  ...evaluators,
  'humanOrigin',
  'decision',
  'decisionKind',
  'basis',
  'reason',
  'flag',
  'isOverridden',
  'disputed',
  'likelyBad',
  'revision',
] as const

async function write(tx: Tx, projectId: string, derived: readonly Derived[], now: Date): Promise<void> {
  if (derived.length === 0) return
  const rows = derived.map(({ run, decided, values, humanOrigin, isOverridden, disputed }) => ({
    id: run.id,
    quality: decided.quality,
    confidence: decided.confidence.value,
    coverage: decided.coverage,
    ...values,
    humanOrigin,
    decision: decided.decision,
    decisionKind: decided.decisionKind,
    basis: decided.basis,
    reason: decided.reason,
    flag: decided.flag,
    isOverridden,
    disputed,
    likelyBad: run.likelyBad,
    revision: run.revision + (isMoved(run, decided) ? 1 : 0),
  }))
  await tx.$executeRaw`
    UPDATE run_summary s SET ${setFrom('runSummary', DERIVED)}
    FROM ${jsonRecordset('runSummary', ['id', ...DERIVED], rows)} WHERE s.project_id = ${projectId}::uuid AND s.id = x.id`
  const moved = derived.filter(({ run, decided }) => isMoved(run, decided))
  const scores = moved.map(({ run, decided }) =>
    toScoreRow({ projectId, runId: run.id, series: 'confidence', revision: run.revision + 1 }, decided.confidence, now),
  )
  if (scores.length > 0) await tx.$executeRaw(insertRows('score', scores))
}

function isMoved(run: LockedRun, decided: RunDecision): boolean {
  return run.confidence !== decided.confidence.value || run.coverage !== decided.coverage
}

function after({ decided, values }: Derived): RunState {
  return {
    confidence: decided.confidence.value,
    coverage: decided.coverage,
    decision: decided.decision,
    human: values.human,
    quality: decided.quality,
  }
}

function toChanges({ run, decided, humanOrigin }: Derived): RollupChange[] {
  const common = { chainId: run.chainId, versionId: run.versionId, occurredAt: run.occurredAt }
  const before = toCounted(run)
  const now = {
    ...before,
    quality: decided.quality,
    confidence: decided.confidence.value,
    decision: decided.decision,
    humanOrigin,
    flag: decided.flag,
  }
  return [
    { ...common, run: before, times: -1 },
    { ...common, run: now, times: 1 },
  ]
}

/** The numbers of a stored run that a decision can change. */
function toRunState(run: Pick<LockedRun, 'confidence' | 'coverage' | 'decision' | 'human' | 'quality'>): RunState {
  return {
    confidence: run.confidence,
    coverage: run.coverage,
    decision: run.decision,
    human: run.human,
    quality: run.quality,
  }
}

/** What a `stratt` run was measured on; null for another profile, or when nothing was measured. */
export function toTraceFacts(profile: Profile, factors: unknown): TraceFacts | null {
  if (profile !== 'stratt' || !isRecord(factors)) return null
  return {
    isConformant: typeof factors.conformance === 'number' ? factors.conformance >= CONFORMANT_MIN : null,
    completeness: typeof factors.completeness === 'number',
    efficiency: typeof factors.efficiency === 'number',
  }
}

/** A stored run as it was counted in its rollup. */
export function toCounted(run: LockedRun): CountedRun {
  return {
    ...run,
    trace: toTraceFacts(run.profile, run.factors),
    grade: grade.nullable().parse(run.grade),
    band: band.nullable().parse(run.band),
  }
}

/** The policy a run was decided by, as stamped on its scores at ingestion. */
type RecordedPolicy = { confidenceWeights: Record<Evaluator, number>; gaffThreshold: number | null }

type PolicyRow = {
  runId: string
  series: string
  threshold: number | null
  weights: Partial<Record<Evaluator, number>> | null
}

/**
 * Reads the weights and the threshold these runs were decided by off the newest revision of their series, so that a later
 * verdict is weighed by the policy of the run's ingestion and not by the current configuration.
 */
export async function loadRecordedPolicies(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<(runId: string) => RecordedPolicy> {
  const rows = await db.$queryRaw<PolicyRow[]>`
    SELECT DISTINCT ON (run_id, series) run_id AS "runId", series, (breakdown ->> 'threshold')::float8 AS threshold,
      CASE WHEN series = 'confidence' THEN (
        SELECT jsonb_object_agg(f ->> 'name', f -> 'weight') FROM jsonb_array_elements(breakdown -> 'factors') f) END AS weights
    FROM score WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[]) AND series IN ('confidence', 'gaff')
    ORDER BY run_id, series, revision DESC`
  const found = new Map(rows.map((row) => [`${row.runId} ${row.series}`, row]))
  return (runId) => {
    const weights = found.get(`${runId} confidence`)?.weights ?? {}
    const confidenceWeights = byEvaluator((evaluator) => weights[evaluator] ?? CONFIDENCE_WEIGHTS[evaluator])
    return { confidenceWeights, gaffThreshold: found.get(`${runId} gaff`)?.threshold ?? null }
  }
}
