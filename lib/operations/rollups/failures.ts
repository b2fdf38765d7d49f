import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { recordset } from '@/lib/db/rows'
import { NODE_NAME_MAX } from '@/lib/engine/scoring/measure-failures'
import type { ScoredFailure } from '@/lib/engine/scoring/scored-run'
import { type Grain, grains, startOf } from './runs'

/** What is counted of a run: its failures, and where and when they were. */
type FailedRun = {
  runId: string
  occurredAt: Date
  settings: { chainId: string; versionId: string }
  measured: { failures: readonly ScoredFailure[] }
}

/** Adds the failures of these runs to their hours, days and groups, keys in order so that concurrent batches cannot deadlock. */
export async function countFailures(tx: Tx, projectId: string, runs: readonly FailedRun[]): Promise<void> {
  const failed = runs.filter((run) => run.measured.failures.length > 0)
  if (failed.length === 0) return
  for (const grain of grains) await addToRollup(tx, projectId, grain, failed)
  await addToGroups(tx, projectId, failed)
}

const countOf = (failure: ScoredFailure) => ({
  roots: failure.role === 'root' ? 1 : 0,
  cascades: failure.role === 'cascade' ? 1 : 0,
})

// What a node is counted under, as nodeName of the engine says it.
const COUNTED_NODE = Prisma.raw(`left(coalesce(n.name, f.node_id), ${NODE_NAME_MAX})`)
const FAILURE_TABLES = { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_failure_day') }

async function addToRollup(tx: Tx, projectId: string, grain: Grain, runs: readonly FailedRun[]): Promise<void> {
  const rows = new Map<string, { roots: number; cascades: number }>()
  for (const run of runs)
    for (const failure of run.measured.failures) {
      const key = {
        project_id: projectId,
        [grain]: startOf(grain, run.occurredAt),
        chain_id: run.settings.chainId,
        version_id: run.settings.versionId,
        failure_class: failure.failureClass,
        node: failure.node,
        fingerprint: failure.fingerprint,
      }
      const count = countOf(failure)
      const row = rows.get(JSON.stringify(key)) ?? { ...key, roots: 0, cascades: 0 }
      rows.set(JSON.stringify(key), { ...row, roots: row.roots + count.roots, cascades: row.cascades + count.cascades })
    }
  const columns = {
    project_id: 'uuid',
    [grain]: 'timestamptz',
    chain_id: 'uuid',
    version_id: 'uuid',
    failure_class: 'text',
    node: 'text',
    fingerprint: 'text',
    roots: 'int',
    cascades: 'int',
  }
  const key = Prisma.raw(`project_id, ${grain}, chain_id, version_id, failure_class, node, fingerprint`)
  await tx.$executeRaw`
    INSERT INTO ${FAILURE_TABLES[grain]} AS r (${key}, roots, cascades)
    SELECT ${key}, roots, cascades FROM ${recordset(columns, inOrder(rows))}
    ON CONFLICT (${key})
    DO UPDATE SET roots = r.roots + EXCLUDED.roots, cascades = r.cascades + EXCLUDED.cascades`
}

async function addToGroups(tx: Tx, projectId: string, runs: readonly FailedRun[]): Promise<void> {
  const rows = new Map<
    string,
    { roots: number; cascades: number; first_seen_at: Date; last_seen_at: Date; last_run_id: string }
  >()
  for (const run of runs)
    for (const failure of run.measured.failures) {
      const count = countOf(failure)
      const row = rows.get(failure.fingerprint) ?? {
        project_id: projectId,
        fingerprint: failure.fingerprint,
        failure_class: failure.failureClass,
        node: failure.node,
        template: failure.template,
        roots: 0,
        cascades: 0,
        first_seen_at: run.occurredAt,
        last_seen_at: run.occurredAt,
        last_run_id: run.runId,
      }
      const isLater = run.occurredAt >= row.last_seen_at
      const isEarlier = run.occurredAt < row.first_seen_at
      rows.set(failure.fingerprint, {
        ...row,
        roots: row.roots + count.roots,
        cascades: row.cascades + count.cascades,
        first_seen_at: isEarlier ? run.occurredAt : row.first_seen_at,
        last_seen_at: isLater ? run.occurredAt : row.last_seen_at,
        last_run_id: isLater ? run.runId : row.last_run_id,
      })
    }
  const columns = {
    project_id: 'uuid',
    fingerprint: 'text',
    failure_class: 'text',
    node: 'text',
    template: 'text',
    roots: 'int',
    cascades: 'int',
    first_seen_at: 'timestamptz',
    last_seen_at: 'timestamptz',
    last_run_id: 'uuid',
  }
  await tx.$executeRaw`
    INSERT INTO failure_group AS g (project_id, fingerprint, failure_class, node, template, roots, cascades, first_seen_at, last_seen_at, last_run_id)
    SELECT project_id, fingerprint, failure_class, node, template, roots, cascades, first_seen_at, last_seen_at, last_run_id
    FROM ${recordset(columns, inOrder(rows))}
    ON CONFLICT (project_id, fingerprint) DO UPDATE SET roots = g.roots + EXCLUDED.roots, cascades = g.cascades + EXCLUDED.cascades,
      first_seen_at = LEAST(g.first_seen_at, EXCLUDED.first_seen_at), last_seen_at = GREATEST(g.last_seen_at, EXCLUDED.last_seen_at),
      last_run_id = CASE WHEN EXCLUDED.last_seen_at >= g.last_seen_at THEN EXCLUDED.last_run_id ELSE g.last_run_id END`
}

/** Takes the stored failures of these runs out of their hours, days and groups again. */
export async function decrementFailureRollups(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  const ids = recordset(
    { id: 'uuid' },
    runIds.map((id) => ({ id })),
  )
  for (const grain of grains)
    await tx.$executeRaw`
    UPDATE ${FAILURE_TABLES[grain]} r SET roots = r.roots - c.roots, cascades = r.cascades - c.cascades FROM (
      SELECT date_trunc(${grain}, f.occurred_at, 'UTC') AS since, s.chain_id, s.version_id, f.failure_class, ${COUNTED_NODE} AS node,
        f.fingerprint, count(*) FILTER (WHERE f.role = 'root') AS roots, count(*) FILTER (WHERE f.role = 'cascade') AS cascades
      FROM ${ids} JOIN failure f ON f.project_id = ${projectId}::uuid AND f.run_id = x.id
      JOIN run_summary s ON s.project_id = f.project_id AND s.id = f.run_id
      LEFT JOIN node_run n ON n.project_id = f.project_id AND n.run_id = f.run_id AND n.node_id = f.node_id
      GROUP BY 1, 2, 3, 4, 5, 6) c
    WHERE r.project_id = ${projectId}::uuid AND r.${Prisma.raw(grain)} = c.since AND r.chain_id = c.chain_id AND r.version_id = c.version_id
      AND r.failure_class = c.failure_class AND r.node = c.node AND r.fingerprint = c.fingerprint`
  await tx.$executeRaw`
    UPDATE failure_group g SET roots = g.roots - c.roots, cascades = g.cascades - c.cascades FROM (
      SELECT f.fingerprint, count(*) FILTER (WHERE f.role = 'root') AS roots, count(*) FILTER (WHERE f.role = 'cascade') AS cascades
      FROM ${ids} JOIN failure f ON f.project_id = ${projectId}::uuid AND f.run_id = x.id GROUP BY 1) c
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = c.fingerprint`
}

const inOrder = <T>(rows: Map<string, T>): T[] =>
  [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
