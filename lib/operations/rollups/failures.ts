import { CONTENT_REMOVED } from '@/lib/contracts/vocabulary'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { batchStatements, insertRows, type Row } from '@/lib/db/rows'
import { NODE_NAME_MAX } from '@/lib/engine/scoring/measure-node-groups'
import type { ScoredFailure } from '@/lib/engine/scoring/scored-run'
import { type Grain, grains, sortedByKey, startOf } from './runs'

/** The failures of a run, with the time and version they are counted under. */
type FailedRun = {
  runId: string
  occurredAt: Date
  settings: { chainId: string; versionId: string }
  measured: { failures: readonly ScoredFailure[] }
}

/** The groups in which failures were counted: for merged ones the group they were merged into, and the resolved ones among all of them. */
export type CountedGroups = { headOf: ReadonlyMap<string, string>; resolved: readonly string[] }

/**
 * Taken by whoever counts failures, before any count: a run that is replaced is taken out of the counts of runs before the failures that it has
 * now are counted, while others count failures first.
 */
export async function lockFailureCounts(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`failure counts ${projectId}`}, 0))`
}

/**
 * Adds the failures of these runs to their hours, days and groups, keys in order so that concurrent batches cannot deadlock.
 * @param headOf what {@link findHeads} gave for these runs
 */
export async function countFailures(
  tx: Tx,
  projectId: string,
  runs: readonly FailedRun[],
  headOf: CountedGroups['headOf'],
): Promise<CountedGroups> {
  const failed = runs.filter((run) => run.measured.failures.length > 0)
  if (failed.length === 0) return { headOf, resolved: [] }
  const locked = lockFailureCounts(tx, projectId)
  const rollups = addToRollups(tx, projectId, failed)
  const [resolved] = await Promise.all([addToGroups(tx, countByGroup(projectId, failed), headOf), rollups, locked])
  return { headOf, resolved }
}

const countOf = (failure: ScoredFailure) => ({
  roots: failure.role === 'root' ? 1 : 0,
  cascades: failure.role === 'cascade' ? 1 : 0,
})

// The name under which a node is counted; has to match the engine's nodeName.
const COUNTED_NODE = Prisma.raw(`left(coalesce(n.name, f.node_id), ${NODE_NAME_MAX})`)
const FAILURE_TABLES = { hour: Prisma.raw('rollup_failure'), day: Prisma.raw('rollup_failure_day') }
const GROUP_DAY = Prisma.raw('rollup_group_day')

/** Adds a row of counts to the existing one. */
const addTo = (table: string, key: string) =>
  `ON CONFLICT (${key}) DO UPDATE SET roots = ${table}.roots + EXCLUDED.roots, cascades = ${table}.cascades + EXCLUDED.cascades`

const ADD_TO_HOUR = addTo('rollup_failure', 'project_id, hour, chain_id, version_id, failure_class, node, fingerprint')
const ADD_TO_DAY = addTo(
  'rollup_failure_day',
  'project_id, day, chain_id, version_id, failure_class, node, fingerprint',
)
const ADD_TO_GROUP_DAY = addTo('rollup_group_day', 'project_id, day, failure_class, node, fingerprint')

/** PostgreSQL runs the last of these statements first: every writer locks the rows of the hours first. */
async function addToRollups(tx: Tx, projectId: string, runs: readonly FailedRun[]): Promise<void> {
  const hours = countBy('hour', runs).map(({ start, ...row }) => ({ projectId, hour: start, ...row }))
  const days = countBy('day', runs).map(({ start, ...row }) => ({ projectId, day: start, ...row }))
  await tx.$executeRaw(
    batchStatements([
      insertRows('rollupGroupDay', ofAllChains(days), ADD_TO_GROUP_DAY),
      insertRows('rollupFailureDay', days, ADD_TO_DAY),
      insertRows('rollupFailure', hours, ADD_TO_HOUR),
    ]),
  )
}

/** Sums the counts over chains and versions. */
function ofAllChains(days: readonly Row<'rollupFailureDay'>[]): Row<'rollupGroupDay'>[] {
  const rows = new Map<string, Row<'rollupGroupDay'>>()
  for (const { chainId: _chain, versionId: _version, roots, cascades, ...key } of days) {
    const name = JSON.stringify(key)
    const row = rows.get(name) ?? { ...key, roots: 0, cascades: 0 }
    rows.set(name, { ...row, roots: row.roots + roots, cascades: row.cascades + cascades })
  }
  return sortedByKey(rows)
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
  return sortedByKey(rows)
}

// A group whose words were removed by age takes those of the failure that comes back.
const ADD_TO_GROUP = `${addTo('failure_group', 'project_id, fingerprint')},
  template = CASE WHEN failure_group.template = '${CONTENT_REMOVED}' THEN EXCLUDED.template ELSE failure_group.template END,
  first_seen_at = LEAST(failure_group.first_seen_at, EXCLUDED.first_seen_at),
  last_seen_at = GREATEST(failure_group.last_seen_at, EXCLUDED.last_seen_at),
  last_run_id = CASE WHEN EXCLUDED.last_seen_at >= failure_group.last_seen_at THEN EXCLUDED.last_run_id ELSE failure_group.last_run_id END`

type CountedGroup = Row<'failureGroup'> & { firstSeenAt: Date; lastSeenAt: Date }

/** The groups that those of these runs were merged into. */
export async function findHeads(
  tx: Tx,
  projectId: string,
  runs: readonly Pick<FailedRun, 'measured'>[],
): Promise<Map<string, string>> {
  const met = runs.flatMap(({ measured }) => measured.failures.map(({ fingerprint }) => fingerprint))
  if (met.length === 0) return new Map()
  const merged = await tx.$queryRaw<{ fingerprint: string; head: string }[]>`
    SELECT fingerprint, merged_into AS head FROM failure_group
    WHERE project_id = ${projectId}::uuid AND fingerprint = ANY(${[...new Set(met)]}::text[]) AND merged_into IS NOT NULL`
  return new Map(merged.map(({ fingerprint, head }) => [fingerprint, head]))
}

/** @returns the fingerprints of the resolved ones */
async function addToGroups(
  tx: Tx,
  groups: ReadonlyMap<string, CountedGroup>,
  headOf: ReadonlyMap<string, string>,
): Promise<string[]> {
  const rows = new Map(groups)
  for (const [fingerprint, head] of headOf) {
    const row = rows.get(fingerprint)
    // Its template is its own: words of a merged group would stay in it when that group loses them.
    const none = { template: CONTENT_REMOVED, roots: 0, cascades: 0 }
    if (row) rows.set(head, withTimes(rows.get(head) ?? { ...row, fingerprint: head, ...none }, row))
  }
  const counted = await tx.$queryRaw<{ fingerprint: string; status: string }[]>(
    insertRows('failureGroup', sortedByKey(rows), `${ADD_TO_GROUP} RETURNING fingerprint, status`),
  )
  return counted.filter(({ status }) => status === 'resolved').map(({ fingerprint }) => fingerprint)
}

/** Widens the first and last time of a group to include another's. */
function withTimes(group: CountedGroup, other: CountedGroup): CountedGroup {
  const isLater = other.lastSeenAt >= group.lastSeenAt
  const isEarlier = other.firstSeenAt < group.firstSeenAt
  return {
    ...group,
    firstSeenAt: isEarlier ? other.firstSeenAt : group.firstSeenAt,
    lastSeenAt: isLater ? other.lastSeenAt : group.lastSeenAt,
    lastRunId: isLater ? other.lastRunId : group.lastRunId,
  }
}

function countByGroup(projectId: string, runs: readonly FailedRun[]): Map<string, CountedGroup> {
  const rows = new Map<string, CountedGroup>()
  for (const run of runs)
    for (const failure of run.measured.failures) {
      const { fingerprint, failureClass, node, template, code, leaf } = failure
      const count = countOf(failure)
      const met = {
        ...{ projectId, fingerprint, failureClass, node, template, code, leaf, roots: 0, cascades: 0 },
        firstSeenAt: run.occurredAt,
        lastSeenAt: run.occurredAt,
        lastRunId: run.runId,
      }
      const row = rows.get(fingerprint) ?? met
      const counts = { roots: row.roots + count.roots, cascades: row.cascades + count.cascades }
      rows.set(fingerprint, { ...withTimes(row, met), ...counts })
    }
  return rows
}

/** Counts stored failures `f` by the rollup keys of one grain plus fingerprint; `nodes` restricts the joined nodes `n`. */
function countStored(grain: Grain, from: Prisma.Sql, condition: Prisma.Sql, nodes = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    SELECT date_trunc(${grain}, f.occurred_at, 'UTC') AS since, s.chain_id, s.version_id, f.failure_class, ${COUNTED_NODE} AS node,
      f.fingerprint, count(*) FILTER (WHERE f.role = 'root') AS roots, count(*) FILTER (WHERE f.role = 'cascade') AS cascades
    FROM ${from} JOIN run_summary s ON s.project_id = f.project_id AND s.id = f.run_id
    LEFT JOIN node_run n ON n.project_id = f.project_id AND n.run_id = f.run_id AND n.node_id = f.node_id ${nodes}
    WHERE ${condition} GROUP BY 1, 2, 3, 4, 5, 6`
}

/** Sums the rows of {@link countStored} over chains and versions. */
function sumOfChains(counted: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT since, failure_class, node, fingerprint, sum(roots) AS roots, sum(cascades) AS cascades FROM (${counted}) f GROUP BY 1, 2, 3, 4`
}

const SAME_GROUP_KEYS = Prisma.sql`r.failure_class = c.failure_class AND r.node = c.node`
const SAME_KEYS = Prisma.sql`r.chain_id = c.chain_id AND r.version_id = c.version_id AND ${SAME_GROUP_KEYS}`

/** Subtracts the stored failures of these runs from their hours, days and groups. */
export async function decrementFailureRollups(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  const ids = Prisma.sql`unnest(${runIds}::uuid[]) AS x(id)`
  const ofRuns = Prisma.sql`${ids} JOIN failure f ON f.project_id = ${projectId}::uuid AND f.run_id = x.id`
  const nodes = Prisma.sql`AND n.run_id = ANY(${runIds}::uuid[])`
  for (const grain of grains)
    await tx.$executeRaw`
    UPDATE ${FAILURE_TABLES[grain]} r SET roots = r.roots - c.roots, cascades = r.cascades - c.cascades
    FROM (${countStored(grain, ofRuns, Prisma.sql`true`, nodes)}) c
    WHERE r.project_id = ${projectId}::uuid AND r.${Prisma.raw(grain)} = c.since AND ${SAME_KEYS} AND r.fingerprint = c.fingerprint`
  await tx.$executeRaw`
    UPDATE ${GROUP_DAY} r SET roots = r.roots - c.roots, cascades = r.cascades - c.cascades
    FROM (${sumOfChains(countStored('day', ofRuns, Prisma.sql`true`, nodes))}) c
    WHERE r.project_id = ${projectId}::uuid AND r.day = c.since AND ${SAME_GROUP_KEYS} AND r.fingerprint = c.fingerprint`
  await tx.$executeRaw`
    UPDATE failure_group g SET roots = g.roots - c.roots, cascades = g.cascades - c.cascades FROM (
      SELECT f.fingerprint, count(*) FILTER (WHERE f.role = 'root') AS roots, count(*) FILTER (WHERE f.role = 'cascade') AS cascades
      FROM ${ids} JOIN failure f ON f.project_id = ${projectId}::uuid AND f.run_id = x.id GROUP BY 1) c
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = c.fingerprint`
}

/** Moves the counts of the failures that now have the fingerprint `to` from the group `from` to the group `to`. */
export async function moveFailureRollups(tx: Tx, projectId: string, from: string, to: string): Promise<void> {
  const own = Prisma.sql`f.project_id = ${projectId}::uuid AND f.fingerprint = ${to}`
  for (const grain of grains) {
    const start = Prisma.raw(grain)
    await tx.$executeRaw`
      WITH c AS MATERIALIZED (${countStored(grain, Prisma.sql`failure f`, own)}),
      added AS (
        INSERT INTO ${FAILURE_TABLES[grain]} (project_id, ${start}, chain_id, version_id, failure_class, node, fingerprint, roots, cascades)
        SELECT ${projectId}::uuid, c.since, c.chain_id, c.version_id, c.failure_class, c.node, ${to}, c.roots, c.cascades FROM c)
      UPDATE ${FAILURE_TABLES[grain]} r SET roots = r.roots - c.roots, cascades = r.cascades - c.cascades FROM c
      WHERE r.project_id = ${projectId}::uuid AND r.fingerprint = ${from} AND r.${start} = c.since AND ${SAME_KEYS}`
  }
  await tx.$executeRaw`
    WITH c AS MATERIALIZED (${sumOfChains(countStored('day', Prisma.sql`failure f`, own))}),
    added AS (
      INSERT INTO ${GROUP_DAY} (project_id, day, failure_class, node, fingerprint, roots, cascades)
      SELECT ${projectId}::uuid, c.since, c.failure_class, c.node, ${to}, c.roots, c.cascades FROM c)
    UPDATE ${GROUP_DAY} r SET roots = r.roots - c.roots, cascades = r.cascades - c.cascades FROM c
    WHERE r.project_id = ${projectId}::uuid AND r.fingerprint = ${from} AND r.day = c.since AND ${SAME_GROUP_KEYS}`
  await tx.$executeRaw`
    UPDATE failure_group g SET roots = g.roots + c.sign * c.roots, cascades = g.cascades + c.sign * c.cascades FROM (
      SELECT x.fingerprint, x.sign, t.roots, t.cascades FROM (VALUES (${from}, -1), (${to}, 1)) AS x(fingerprint, sign)
      CROSS JOIN (
        SELECT count(*) FILTER (WHERE f.role = 'root') AS roots, count(*) FILTER (WHERE f.role = 'cascade') AS cascades FROM failure f WHERE ${own}) t) c
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = c.fingerprint`
}
