import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { batchStatements, columnOf, insertRows, jsonRecordset } from '@/lib/db/rows'
import { ROLLUP_COUNTS, type RollupCount } from '@/lib/engine/scoring/rollup'

/** What was added to one version's counts of an hour or a day. */
export type AddedCounts = Record<RollupCount, number> & { start: string; versionId: string }

const TABLES = { hour: 'rollup_project_hour', day: 'rollup_project_day' } as const
const columns = ROLLUP_COUNTS.map((count) => columnOf('rollupProjectHour', count))
const names = Prisma.raw(columns.join(', '))

const addTo = (grain: 'hour' | 'day') =>
  `ON CONFLICT (project_id, ${grain}, is_candidate) DO UPDATE SET ${columns
    .map((column) => `${column} = ${TABLES[grain]}.${column} + EXCLUDED.${column}`)
    .join(', ')}`
const ADD_TO = { hour: addTo('hour'), day: addTo('day') }

/** Keeps versions from becoming candidates, or ceasing to be, until the transaction ends: called before it counts anything. */
export async function holdStates(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`states ${projectId}`}, 0))`
}

/** What is known of a version when its runs are counted. */
type Counted = { id: string; isCandidate: boolean; firstHour: Date | null }

/** Loads which of these versions are candidates, and since when they have runs: under {@link holdStates}. */
export function loadCounted(tx: Tx, projectId: string, versionIds: readonly string[]): Promise<Counted[]> {
  return tx.$queryRaw<Counted[]>`
    SELECT id, state = 'candidate' AS "isCandidate", first_hour AS "firstHour" FROM chain_version
    WHERE project_id = ${projectId}::uuid AND id = ANY(${[...versionIds]}::uuid[])`
}

/** Returns the statement that adds to the counts of all chains together, apart for candidates: keys in order, as in `applyRollups`. */
export function addToAllChains(
  projectId: string,
  grain: 'hour' | 'day',
  added: readonly AddedCounts[],
  versions: readonly Counted[],
): Prisma.Sql {
  const candidates = new Set(versions.flatMap(({ id, isCandidate }) => (isCandidate ? [id] : [])))
  const rows = new Map<string, AllCounts>()
  for (const { start, versionId, ...counts } of added) {
    const isCandidate = candidates.has(versionId)
    const key = `${start} ${isCandidate}`
    const row = rows.get(key) ?? { projectId, start, isCandidate, ...NO_COUNTS }
    for (const count of ROLLUP_COUNTS) row[count] += counts[count]
    rows.set(key, row)
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  return grain === 'hour'
    ? insertRows(
        'rollupProjectHour',
        sorted.map(({ start, ...row }) => ({ ...row, hour: start })),
        ADD_TO.hour,
      )
    : insertRows(
        'rollupProjectDay',
        sorted.map(({ start, ...row }) => ({ ...row, day: start })),
        ADD_TO.day,
      )
}

type AllCounts = Record<RollupCount, number> & { projectId: string; start: string; isCandidate: boolean }
const NO_COUNTS = Object.fromEntries(ROLLUP_COUNTS.map((count) => [count, 0])) as Record<RollupCount, number>

/** Notes the first hour of versions that runs came before, or were taken from, once their counts are written. */
export async function noteFirstHours(
  tx: Tx,
  projectId: string,
  hours: readonly AddedCounts[],
  versions: readonly Counted[],
): Promise<void> {
  const left = new Set(hours.filter(({ runs }) => runs < 0).map(({ versionId }) => versionId))
  const known = new Map(versions.map(({ id, firstHour }) => [id, firstHour?.toISOString() ?? LATEST]))
  const added = hours.filter(
    ({ runs, start, versionId }) => runs > 0 && !left.has(versionId) && start < (known.get(versionId) ?? ''),
  )
  const statement = batchStatements([lowerFirstHours(projectId, added), findFirstHours(projectId, [...left])])
  if (statement !== Prisma.empty) await tx.$executeRaw(statement)
}

/** After every time as text. */
const LATEST = '~'

/** Notes the hour of runs that came before all others of their version. */
function lowerFirstHours(projectId: string, added: readonly AddedCounts[]): Prisma.Sql {
  const first = new Map<string, string>()
  for (const { versionId, start } of added) if (start < (first.get(versionId) ?? LATEST)) first.set(versionId, start)
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
      WHERE r.project_id = ${projectId}::uuid AND r.version_id = ${versionId}::uuid ORDER BY 2, 3 ${Prisma.raw(ADD_TO[grain])}`
  }
}
