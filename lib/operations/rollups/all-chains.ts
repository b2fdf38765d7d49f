import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { batchStatements, columnOf, jsonRecordset } from '@/lib/db/rows'
import { ROLLUP_COUNTS, type RollupCount } from '@/lib/engine/scoring/rollup'

/** What was added to one version's counts of an hour or a day. */
export type AddedCounts = Record<RollupCount, number> & { start: string; versionId: string }

const TABLES = { hour: 'rollup_project_hour', day: 'rollup_project_day' } as const
const columns = ROLLUP_COUNTS.map((count) => columnOf('rollupProjectHour', count))
const names = Prisma.raw(columns.join(', '))
const summed = Prisma.raw(columns.map((column) => `sum(x.${column})`).join(', '))

const addTo = (grain: 'hour' | 'day') =>
  Prisma.raw(
    `ON CONFLICT (project_id, ${grain}, is_candidate) DO UPDATE SET ${columns
      .map((column) => `${column} = ${TABLES[grain]}.${column} + EXCLUDED.${column}`)
      .join(', ')}`,
  )

/** Keeps versions from becoming candidates, or ceasing to be, until the transaction ends: called before it counts anything. */
export async function holdStates(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`states ${projectId}`}, 0))`
}

/**
 * Adds to the counts of all chains together, apart for versions that are candidates now, and notes the first hour of each version. Runs after the
 * counts of the versions were written, in a statement of its own: those of the first hours are looked up among them.
 */
export async function addToAllChains(
  tx: Tx,
  projectId: string,
  { hours, days }: { hours: readonly AddedCounts[]; days: readonly AddedCounts[] },
): Promise<void> {
  const left = new Set(hours.filter(({ runs }) => runs < 0).map(({ versionId }) => versionId))
  const added = hours.filter(({ runs, versionId }) => runs > 0 && !left.has(versionId))
  const statement = batchStatements([
    addCounts(projectId, 'day', days),
    addCounts(projectId, 'hour', hours),
    lowerFirstHours(projectId, added),
    findFirstHours(projectId, [...left]),
  ])
  if (statement !== Prisma.empty) await tx.$executeRaw(statement)
}

/** Keys in order, as in `applyRollups`. */
function addCounts(projectId: string, grain: 'hour' | 'day', rows: readonly AddedCounts[]): Prisma.Sql {
  if (rows.length === 0) return Prisma.empty
  return Prisma.sql`
    INSERT INTO ${Prisma.raw(TABLES[grain])} (project_id, ${Prisma.raw(grain)}, is_candidate, ${names})
    SELECT v.project_id, x.hour, v.state = 'candidate', ${summed}
    FROM ${jsonRecordset('rollupHour', ['hour', 'versionId', ...ROLLUP_COUNTS], rows.map(toRecord))}
    JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = x.version_id
    GROUP BY 1, 2, 3 ORDER BY 2, 3 ${addTo(grain)}`
}

/** Of a day, `hour` is the first of it. */
const toRecord = ({ start, versionId, ...row }: AddedCounts) => ({
  ...(Object.fromEntries(ROLLUP_COUNTS.map((count) => [count, row[count]])) as Record<RollupCount, number>),
  hour: start,
  versionId,
})

/** Notes the hour of runs that came before all others of their version. */
function lowerFirstHours(projectId: string, added: readonly AddedCounts[]): Prisma.Sql {
  const first = new Map<string, string>()
  for (const { versionId, start } of added) if (start < (first.get(versionId) ?? '~')) first.set(versionId, start)
  if (first.size === 0) return Prisma.empty
  const rows = [...first].map(([id, firstHour]) => ({ id, firstHour })).sort((a, b) => (a.id < b.id ? -1 : 1))
  return Prisma.sql`
    UPDATE chain_version v SET first_hour = x.first_hour FROM ${jsonRecordset('chainVersion', ['id', 'firstHour'], rows)}
    WHERE v.project_id = ${projectId}::uuid AND v.id = x.id AND (v.first_hour IS NULL OR v.first_hour > x.first_hour)`
}

/** Looks the first hour up again of versions that runs were taken from. */
function findFirstHours(projectId: string, versionIds: readonly string[]): Prisma.Sql {
  if (versionIds.length === 0) return Prisma.empty
  return Prisma.sql`
    UPDATE chain_version v SET first_hour = f.hour FROM (
      SELECT x.id, (SELECT r.hour FROM rollup_hour r WHERE r.project_id = ${projectId}::uuid AND r.version_id = x.id AND r.runs > 0
        ORDER BY r.hour LIMIT 1) AS hour
      FROM unnest(${[...versionIds]}::uuid[]) AS x(id)) f
    WHERE v.project_id = ${projectId}::uuid AND v.id = f.id AND v.first_hour IS DISTINCT FROM f.hour`
}

/**
 * Waits for everything that counts runs of the project, and blocks it until this transaction ends: before a version becomes a candidate or
 * ceases to be one.
 */
async function blockCounts(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`states ${projectId}`}, 0))`
}

/**
 * Moves the counts of a version that becomes a candidate, or ceases to be one, among those of all chains together. `change` stores the
 * version's state; nothing is counted meanwhile.
 */
export async function moveCounts(
  tx: Tx,
  { projectId, versionId, isCandidate }: { projectId: string; versionId: string; isCandidate: boolean },
  change: () => Promise<unknown>,
): Promise<void> {
  await blockCounts(tx, projectId)
  await change()
  for (const grain of ['day', 'hour'] as const) {
    const moved = Prisma.raw(columns.map((column) => `s.sign * r.${column}`).join(', '))
    await tx.$executeRaw`
      INSERT INTO ${Prisma.raw(TABLES[grain])} (project_id, ${Prisma.raw(grain)}, is_candidate, ${names})
      SELECT r.project_id, r.${Prisma.raw(grain)}, s.is_candidate, ${moved}
      FROM ${Prisma.raw(`rollup_${grain}`)} r CROSS JOIN (VALUES (${isCandidate}::boolean, 1), (NOT ${isCandidate}::boolean, -1)) AS s(is_candidate, sign)
      WHERE r.project_id = ${projectId}::uuid AND r.version_id = ${versionId}::uuid ORDER BY 2, 3 ${addTo(grain)}`
  }
}
