import { hash } from 'node:crypto'
import { independentEvaluators } from '@/lib/contracts/evaluators'
import { FAR_APART } from '@/lib/contracts/thresholds'
import { type ReviewReason, reviewReasons } from '@/lib/contracts/vocabulary'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { columnOf, typedRecordset } from '@/lib/db/rows'
import { areFarApart } from '@/lib/engine/scoring/decide-run'
import { CONTRADICTED, type EffectiveSignals, RUNNING } from '@/lib/engine/scoring/scored-run'
import { EPSILON } from '@/lib/engine/tolerance'
import { endingOf, isFree, uuidText, type VerdictChange } from './item-endings'

/**
 * Rank of each reason to wait for review; the review queue hands out the highest first. Runs that only the draw brings to a person stand in
 * random order among those of the ranks below {@link DRAWN_BELOW}.
 */
const RANKS: Record<ReviewReason, number> = {
  gate: 9,
  // Two people have spent their time on it, and one more verdict ends what they wait for: before any run that nobody has judged.
  disputed: 8,
  escalated: 7,
  asked: 6,
  apart: 6,
  contradicted: 5,
  forecast: 4,
  new_failure: 3,
  flagged: 2,
  second: 2,
  audit: 1,
}

const DRAWN_BELOW = RANKS.contradicted

/** The reasons that leave a drawn run in its random place. A forecast moves only others: what it says must not decide which are judged. */
const DRAWN_REASONS: readonly ReviewReason[] = ['audit', 'forecast']

/** Facts about a run that are not stored with it. */
export type ReviewNews = {
  runId: string
  /** For a new run: the share of runs drawn for the audit. */
  auditShare?: number
  /** For a reviewed run: the share of reviewed runs that get a second review. */
  secondShare?: number
  /** The forecast is undecided whether a person would approve it. */
  nearEdge?: boolean
}

/** What is known of a run when it is first stored. */
type Arrival = {
  runId: string
  kind: string
  status: string
  failedNodes: number
  decision: string
  flag: string | null
  blockers: readonly unknown[]
  signals: EffectiveSignals
}

/** Whether a new run can need review at all. False for most runs, which then need no query. */
export function mayWait(run: Arrival, auditShare: number): boolean {
  if (run.kind !== 'live' || run.status === RUNNING) return false
  return reviewReasons.some((reason) => mayHold[reason](run, auditShare))
}

const never = () => false

/** For each reason of {@link conditionsOf} the minimum a new run, without any review yet, must fulfil. */
const mayHold: Record<ReviewReason, (run: Arrival, auditShare: number) => boolean> = {
  gate: ({ decision }) => decision === 'escalate',
  escalated: ({ decision }) => decision === 'escalate',
  asked: never,
  disputed: never,
  apart: ({ signals }) => areFarApart(signals),
  contradicted: ({ blockers }) => blockers.length > 0,
  forecast: never,
  new_failure: ({ failedNodes }) => failedNodes > 0,
  flagged: ({ flag }) => flag !== null,
  second: never,
  audit: ({ runId }, auditShare) => drawnNumber(runId, 'audit') < auditShare,
}

/**
 * Recomputes whether these runs wait for review and why, in the transaction that changed their facts. A claim, assignment or hold
 * is kept while the item waits. The audit draw uses the random part of the run's id: once per run, and independent of everything
 * else.
 */
export async function refreshReviewItems(
  tx: Tx,
  projectId: string,
  runs: readonly ReviewNews[],
  verdict?: VerdictChange,
): Promise<void> {
  if (runs.length === 0) return
  const ids = runs.map(({ runId }) => runId)
  // Locks the items first, so that the result is not based on rows another transaction is changing. Who reviewed is read apart: this reads a
  // monthly table, and planning the statement that stores the items together with it takes longer than running it.
  const [, said] = await Promise.all([
    tx.$queryRaw`
      SELECT 1 FROM review_item WHERE project_id = ${projectId}::uuid AND run_id = ANY(${ids}::uuid[]) ORDER BY run_id FOR UPDATE`,
    tx.$queryRaw<{ runId: string; people: string[] }[]>`
      SELECT run_id AS "runId", array_agg(DISTINCT user_id) AS people FROM (${reviewersOf(projectId, ids)}) g GROUP BY run_id`,
  ])
  const peopleOf = new Map(said.map(({ runId, people }) => [runId, people]))
  const known = runs.map((run) => ({ ...run, saidBy: peopleOf.get(run.runId) }))
  await storeItems(tx, projectId, known, itemOf(projectId), verdict)
}

/** Selects who reviewed these runs, by the verdicts in force: rows of `run_id` and `user_id`. */
export function reviewersOf(projectId: string, ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT g.run_id, d.user_id FROM signal g
    JOIN decision d ON d.project_id = g.project_id AND d.id = g.decision_id
    WHERE g.project_id = ${projectId}::uuid AND g.run_id = ANY(${ids}::uuid[]) AND g.evaluator = 'human'
      AND g.origin = 'review' AND g.value IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM signal r
        WHERE r.project_id = ${projectId}::uuid AND r.run_id = ANY(${ids}::uuid[]) AND r.run_id = g.run_id AND r.retracts = g.id)`
}

/**
 * {@link refreshReviewItems} for runs that this transaction stored for the first time: nobody else knows them, so there is nothing to lock,
 * and no review.
 */
export async function insertReviewItems(tx: Tx, projectId: string, runs: readonly ReviewNews[]): Promise<void> {
  if (runs.length > 0) await storeItems(tx, projectId, runs, NO_ITEM)
}

/**
 * @param runs `saidBy`: the people who reviewed a run, by the verdicts in force
 * @param item selects the item of run `x`, as far as there may be one
 */
async function storeItems(
  tx: Tx,
  projectId: string,
  runs: readonly (ReviewNews & { saidBy?: readonly string[] | undefined })[],
  item: Prisma.Sql,
  { inForce, takenBack }: VerdictChange = { inForce: null, takenBack: null },
): Promise<void> {
  const assignment = endingOf('assigned_to_id', 'assignment_ended_by', { inForce, takenBack })
  const hold = endingOf('held_until', 'hold_ended_by', { inForce, takenBack })
  const news = typedRecordset(
    { runId: 'uuid', auditShare: 'float8', secondShare: 'float8', nearEdge: 'boolean', saidBy: 'uuid[]' },
    runs.toSorted((a, b) => (a.runId < b.runId ? -1 : 1)),
  )
  const conditions = conditionsOf(projectId)
  // Run by run: of a project that the statistics do not know yet, the planner would read every run instead.
  await tx.$executeRaw`
    WITH known AS MATERIALIZED (
      SELECT s.*, i.run_id IS NOT NULL AS is_known, coalesce(i.asked_for, '{}') AS asked_for,
        coalesce(x."saidBy", '{}') AS said_by,
        coalesce(x."nearEdge", i.near_edge, false) AS near_edge,
        coalesce(i.probability,
          CASE WHEN s.kind = 'live' AND ${randomOf('audit')} < x."auditShare" THEN x."auditShare" END) AS probability,
        coalesce(i.urgency, 0) AS urgency, ${randomOf('order')} AS place,
        greatest((SELECT max(n) FROM unnest(i.asked_for) n), 1, CASE WHEN x."saidBy" IS NOT NULL
          THEN greatest(i.needed, CASE WHEN ${randomOf('second')} < x."secondShare" THEN 2 END) END) AS needed,
        s.kind = 'live' AND s.status <> 'running' AND (s.human_origin IS NULL OR s.human_origin = 'ingest') AS is_open
      FROM ${news}
      CROSS JOIN LATERAL (SELECT * FROM run_summary WHERE project_id = ${projectId}::uuid AND id = x."runId" OFFSET 0) s
      LEFT JOIN LATERAL (${item}) i ON true
    ), judged AS MATERIALIZED (
      SELECT *, array_remove(ARRAY[${Prisma.join(reviewReasons.map((reason) => Prisma.sql`CASE WHEN ${conditions[reason]} THEN ${reason} END`))}], NULL) AS reasons
      FROM known
    )
    INSERT INTO review_item (project_id, run_id, chain_id, state, reasons, value, urgency, probability, needed, said_by, near_edge, queued_at)
    SELECT project_id, id, chain_id, CASE WHEN reasons = '{}' THEN 'done' ELSE 'waiting' END, reasons,
      CASE WHEN 'audit' = ANY(reasons) AND ${ONLY_DRAWN} THEN ${RANKS.audit}::float8 + ${DRAWN_BELOW - RANKS.audit}::float8 * place
        ELSE coalesce(${RANK} + least(0.9, 0.1 * (cardinality(reasons) - 1)), 0) END,
      CASE WHEN said_by = '{}' AND NOT ${ONLY_DRAWN} THEN greatest(urgency, ${RANK}::int) ELSE urgency END,
      probability, needed, said_by, near_edge, now()
    FROM judged WHERE is_known OR reasons <> '{}' ORDER BY id
    ON CONFLICT (project_id, run_id) DO UPDATE SET
      chain_id = excluded.chain_id, state = excluded.state, reasons = excluded.reasons, value = excluded.value,
      urgency = excluded.urgency, probability = excluded.probability, needed = excluded.needed, said_by = excluded.said_by, near_edge = excluded.near_edge,
      queued_at = CASE WHEN review_item.state = 'done' AND excluded.state = 'waiting' AND ${uuidText(takenBack)} IS NULL THEN excluded.queued_at ELSE review_item.queued_at END,
      claimed_by_id = CASE WHEN ${isFree('claimed_by_id')} THEN NULL ELSE review_item.claimed_by_id END,
      claimed_until = CASE WHEN ${isFree('claimed_by_id')} THEN NULL ELSE review_item.claimed_until END,
      ${assignment}, ${hold}`
}

const itemOf = (projectId: string) =>
  Prisma.sql`SELECT * FROM review_item WHERE project_id = ${projectId}::uuid AND run_id = x."runId" OFFSET 0`

/** A new run has no item, or one that its gate has just made and that says nothing more. */
const NO_ITEM = Prisma.sql`SELECT NULL::uuid AS run_id, NULL::int[] AS asked_for, NULL::boolean AS near_edge, NULL::float8 AS probability,
  NULL::int AS urgency, NULL::int AS needed WHERE false`

/** Condition: nothing but the draw gives an item its place. */
const ONLY_DRAWN = Prisma.sql`reasons <@ ${DRAWN_REASONS}::text[]`

/** The highest rank of an item's reasons. */
const RANK = Prisma.sql`(
  SELECT max(CASE reason ${Prisma.raw(
    Object.entries(RANKS)
      .map(([reason, rank]) => `WHEN '${reason}' THEN ${rank}`)
      .join(' '),
  )} ELSE 0 END::float8)
  FROM unnest(reasons) AS r(reason))`

/**
 * A number in [0, 1) derived from the id of run `s`, different for each purpose. Ids are generated randomly by the server, so
 * clients cannot choose it.
 */
function randomOf(purpose: 'audit' | 'order' | 'second'): Prisma.Sql {
  return Prisma.raw(`('x' || substr(md5(s.id::text || ':${purpose}'), 1, 8))::bit(32)::bigint / 4294967296.0`)
}

/** The same number as {@link randomOf}. */
function drawnNumber(runId: string, purpose: 'audit'): number {
  return Number.parseInt(hash('md5', `${runId}:${purpose}`).slice(0, 8), 16) / 2 ** 32
}

const INDEPENDENT = Prisma.raw(independentEvaluators.map((evaluator) => columnOf('runSummary', evaluator)).join(', '))
const CONTRADICTION = `${CONTRADICTED}%`

const conditionsOf = (projectId: string): Record<ReviewReason, Prisma.Sql> => ({
  gate: Prisma.sql`is_open AND EXISTS (
    SELECT 1 FROM gate g WHERE g.project_id = ${projectId}::uuid AND g.state = 'pending' AND g.run_id = known.id)`,
  // A run that joined a pending gate is decided with that gate.
  escalated: Prisma.sql`is_open AND decision = 'escalate' AND NOT EXISTS (
    SELECT 1 FROM gate_run j JOIN gate g ON g.project_id = j.project_id AND g.id = j.gate_id
    WHERE j.project_id = ${projectId}::uuid AND j.run_id = known.id AND g.state = 'pending')`,
  asked: Prisma.sql`cardinality(said_by) < ANY(asked_for)`,
  disputed: Prisma.sql`disputed`,
  apart: Prisma.sql`is_open AND num_nonnulls(${INDEPENDENT}) > 1
    AND greatest(${INDEPENDENT}) - least(${INDEPENDENT}) >= ${FAR_APART - EPSILON}::float8`,
  contradicted: Prisma.sql`is_open AND EXISTS (SELECT 1 FROM unnest(blockers) b WHERE b LIKE ${CONTRADICTION})`,
  forecast: Prisma.sql`is_open AND (near_edge OR likely_bad)`,
  new_failure: Prisma.sql`is_open AND failed_nodes > 0 AND EXISTS (
    SELECT 1 FROM failure f JOIN failure_group n ON n.project_id = f.project_id AND n.fingerprint = f.fingerprint
    WHERE f.project_id = ${projectId}::uuid AND f.run_id = known.id AND f.role = 'root' AND f.occurred_at <= n.first_seen_at)`,
  flagged: Prisma.sql`is_open AND flag IN ('vetoed', 'failed', 'contract_unusable', 'blocked', 'overridden', 'poor')`,
  second: Prisma.sql`cardinality(said_by) BETWEEN 1 AND needed - 1`,
  // The gate of a version or of many runs is no verdict on this one, which the estimate of the share good still lacks.
  audit: Prisma.sql`probability IS NOT NULL AND (is_open OR kind = 'live' AND human_origin = 'gate' AND NOT EXISTS (
    SELECT 1 FROM decision d WHERE d.project_id = ${projectId}::uuid AND d.run_id = known.id AND d.kind IN ('gate_approved', 'gate_rejected')
      AND NOT EXISTS (SELECT 1 FROM gate_run j WHERE j.project_id = ${projectId}::uuid AND j.gate_id = d.gate_id)))`,
})

/**
 * Notes that people chose these runs before anyone judged them, so that they do not count as judged in random order. `unless` excludes runs by
 * a condition on their item `i`.
 */
export async function notePicked(
  tx: Tx,
  projectId: string,
  runIds: readonly string[],
  unless: Prisma.Sql = Prisma.sql`false`,
): Promise<void> {
  if (runIds.length === 0) return
  await tx.$executeRaw`
    UPDATE review_item i SET urgency = ${RANKS.asked} WHERE i.project_id = ${projectId}::uuid AND i.run_id = ANY(${runIds}::uuid[])
      AND i.probability IS NOT NULL AND i.urgency < ${RANKS.asked} AND i.said_by = '{}' AND NOT (${unless})`
}

/** The audit probability of each of these runs that was drawn; others are left out. */
export async function findDrawn(tx: Tx, projectId: string, runIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.reviewItem.findMany({
    where: { projectId, runId: { in: [...runIds] }, probability: { not: null } },
    select: { runId: true, probability: true },
  })
  return new Map(rows.flatMap(({ runId, probability }) => (probability === null ? [] : [[runId, probability]])))
}
