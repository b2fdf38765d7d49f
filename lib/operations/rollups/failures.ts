import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows, type Row } from '@/lib/db/rows'
import { NODE_NAME_MAX } from '@/lib/engine/scoring/measure-failures'
import type { ScoredFailure } from '@/lib/engine/scoring/scored-run'
import { type Grain, grains, inOrder, startOf } from './runs'

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
  await addToRollups(tx, projectId, failed)
  await addToGroups(tx, projectId, failed)
}

const countOf = (failure: ScoredFailure) => ({
  roots: failure.role === 'root' ? 1 : 0,
  cascades: failure.role === 'cascade' ? 1 : 0,
})

// What a node is counted under, as nodeName of the engine says it.
const COUNTED_NODE = Prisma.raw(`left(coalesce(n.name, f.node_id), ${NODE_NAME_MAX})`)
const FAILURE_TABLES = { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_failure_day') }

/** Adds a row of counts to the one that is there. */
const addTo = (table: string, key: string) =>
  `ON CONFLICT (${key}) DO UPDATE SET roots = ${table}.roots + EXCLUDED.roots, cascades = ${table}.cascades + EXCLUDED.cascades`

const ADD_TO_HOUR = addTo('rollup_failure', 'project_id, hour, chain_id, version_id, failure_class, node, fingerprint')
const ADD_TO_DAY = addTo(
  'rollup_failure_day',
  'project_id, day, chain_id, version_id, failure_class, node, fingerprint',
)

async function addToRollups(tx: Tx, projectId: string, runs: readonly FailedRun[]): Promise<void> {
  const hours = countBy('hour', runs).map(({ start, ...row }) => ({ projectId, hour: start, ...row }))
  await tx.$executeRaw(insertRows('rollupFailure', hours, ADD_TO_HOUR))
  const days = countBy('day', runs).map(({ start, ...row }) => ({ projectId, day: start, ...row }))
  await tx.$executeRaw(insertRows('rollupFailureDay', days, ADD_TO_DAY))
}

type Counted = Omit<Row<'rollupFailure'>, 'projectId' | 'hour'> & { start: string }

function countBy(grain: Grain, runs: readonly FailedRun[]): Counted[] {
  const rows = new Map<string, Counted>()
  for (const { occurredAt, settings, measured } of runs)
    for (const failure of measured.failures) {
      const { failureClass, node, fingerprint } = failure
      const { chainId, versionId } = settings
      const key = { start: startOf(grain, occurredAt), chainId, versionId, failureClass, node, fingerprint }
      const count = countOf(failure)
      const row = rows.get(JSON.stringify(key)) ?? { ...key, roots: 0, cascades: 0 }
      rows.set(JSON.stringify(key), { ...row, roots: row.roots + count.roots, cascades: row.cascades + count.cascades })
    }
  return inOrder(rows)
}

const ADD_TO_GROUP = `${addTo('failure_group', 'project_id, fingerprint')},
  first_seen_at = LEAST(failure_group.first_seen_at, EXCLUDED.first_seen_at),
  last_seen_at = GREATEST(failure_group.last_seen_at, EXCLUDED.last_seen_at),
  last_run_id = CASE WHEN EXCLUDED.last_seen_at >= failure_group.last_seen_at THEN EXCLUDED.last_run_id ELSE failure_group.last_run_id END`

async function addToGroups(tx: Tx, projectId: string, runs: readonly FailedRun[]): Promise<void> {
  const rows = new Map<string, Row<'failureGroup'> & { firstSeenAt: Date; lastSeenAt: Date }>()
  for (const run of runs)
    for (const failure of run.measured.failures) {
      const { fingerprint, failureClass, node, template, leaf } = failure
      const count = countOf(failure)
      const row = rows.get(fingerprint) ?? {
        ...{ projectId, fingerprint, failureClass, node, template, leaf, roots: 0, cascades: 0 },
        firstSeenAt: run.occurredAt,
        lastSeenAt: run.occurredAt,
        lastRunId: run.runId,
      }
      const isLater = run.occurredAt >= row.lastSeenAt
      const isEarlier = run.occurredAt < row.firstSeenAt
      rows.set(fingerprint, {
        ...row,
        roots: row.roots + count.roots,
        cascades: row.cascades + count.cascades,
        firstSeenAt: isEarlier ? run.occurredAt : row.firstSeenAt,
        lastSeenAt: isLater ? run.occurredAt : row.lastSeenAt,
        lastRunId: isLater ? run.runId : row.lastRunId,
      })
    }
  await tx.$executeRaw(insertRows('failureGroup', inOrder(rows), ADD_TO_GROUP))
}

/** Takes the stored failures of these runs out of their hours, days and groups again. */
export async function decrementFailureRollups(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  const ids = Prisma.sql`unnest(${runIds}::uuid[]) AS x(id)`
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
