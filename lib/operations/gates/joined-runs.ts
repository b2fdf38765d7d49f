import type { Db, Tx } from '@/lib/db/client'
import { jsonRecordset } from '@/lib/db/rows'

/**
 * Waits for changes of the gates that failed runs of these versions may join, and blocks such changes until the transaction ends. Must be taken
 * before any other lock: who decides a gate changes counts, and a run that held those would wait for the gate, since each cause has one.
 */
export async function holdJoinableGates(tx: Tx, projectId: string, versionIds: readonly string[]): Promise<void> {
  if (versionIds.length === 0) return
  const pending = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM gate WHERE project_id = ${projectId}::uuid AND version_id = ANY(${versionIds}::uuid[])
      AND kind = 'escalation' AND state = 'pending' AND cause IS NOT NULL ORDER BY id`
  if (pending.length === 0) return
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock_shared(hashtextextended('gate ' || id, 0)) FROM unnest(${pending.map(({ id }) => id)}::text[]) AS id`
}

type FailedRun = { runId: string; versionId: string; cause: string }

/**
 * Adds these runs to the pending gates of their version and cause. A gate that is being changed, which {@link holdJoinableGates} did not hold,
 * takes no more runs, and joining never waits for it; closing waits for joins in progress instead. A run that has its own gate joins no other.
 * @returns the ids of the runs that joined
 */
export async function joinPendingGates(
  tx: Tx,
  projectId: string,
  runs: readonly FailedRun[],
  now: Date,
): Promise<Set<string>> {
  if (runs.length === 0) return new Set()
  const failed = jsonRecordset('gate', ['runId', 'versionId', 'cause'], runs)
  const pending = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT g.id FROM ${failed} JOIN gate g ON g.project_id = ${projectId}::uuid
      AND g.version_id = x.version_id AND g.cause = x.cause AND g.kind = 'escalation' AND g.state = 'pending'`
  if (pending.length === 0) return new Set()
  // Takes no table, so that on Citus both this lock and the one of closing a gate are taken on the coordinator.
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM unnest(${pending.map(({ id }) => id)}::text[]) AS id
    WHERE pg_try_advisory_xact_lock_shared(hashtextextended('gate ' || id, 0))`
  // Checks the state again: the gate may have been closed before it was locked.
  const joined = await tx.$queryRaw<{ runId: string }[]>`
    INSERT INTO gate_run (project_id, run_id, gate_id, joined_at)
    SELECT g.project_id, x.run_id, g.id, ${now} FROM ${failed} JOIN gate g ON g.project_id = ${projectId}::uuid
      AND g.version_id = x.version_id AND g.cause = x.cause AND g.kind = 'escalation' AND g.state = 'pending'
    WHERE g.id = ANY(${held.map(({ id }) => id)}::uuid[]) AND NOT EXISTS (
      SELECT 1 FROM gate o WHERE o.project_id = ${projectId}::uuid AND o.run_id = x.run_id AND o.kind = 'escalation')
    ORDER BY x.run_id ON CONFLICT (project_id, run_id) DO NOTHING RETURNING run_id AS "runId"`
  return new Set(joined.map(({ runId }) => runId))
}

/** Waits for joins in progress and blocks new ones until this transaction ends. Must be taken before any row lock. */
export async function blockJoins(tx: Tx, gateId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`gate ${gateId}`}, 0))`
}

/** Returns those of these runs that ever joined another run's gate. */
export async function findJoined(tx: Tx, projectId: string, runIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.gateRun.findMany({ where: { projectId, runId: { in: [...runIds] } }, select: { runId: true } })
  return new Set(rows.map(({ runId }) => runId))
}

type JoinedRun = { runId: string; score: number | null; scenario: string | null; blocked: boolean; occurredAt: Date }

/** The runs that joined a gate: their count, how many have a score, the sum of scores, and the latest of them. */
export type Joined = { count: number; scored: number; sum: number; latest: JoinedRun[] }

/** Loads the number of runs that joined a gate, the sum of their scores, and the latest `take` of them. */
export async function loadJoined(
  db: Db | Tx,
  { projectId, gateId }: { projectId: string; gateId: string },
  take: number,
): Promise<Joined> {
  const [totals] = await db.$queryRaw<Omit<Joined, 'latest'>[]>`
    SELECT count(*)::int AS count, count(s.quality)::int AS scored, coalesce(sum(s.quality), 0) AS sum
    FROM gate_run j JOIN run_summary s ON s.project_id = j.project_id AND s.id = j.run_id
    WHERE j.project_id = ${projectId}::uuid AND j.gate_id = ${gateId}::uuid`
  if (!totals || totals.count === 0) return { count: 0, scored: 0, sum: 0, latest: [] }
  const latest = await db.$queryRaw<JoinedRun[]>`
    SELECT s.id AS "runId", s.quality AS score, s.scenario, s.blocked, s.occurred_at AS "occurredAt"
    FROM gate_run j JOIN run_summary s ON s.project_id = j.project_id AND s.id = j.run_id
    WHERE j.project_id = ${projectId}::uuid AND j.gate_id = ${gateId}::uuid ORDER BY s.id DESC LIMIT ${take}`
  return { ...totals, latest }
}
