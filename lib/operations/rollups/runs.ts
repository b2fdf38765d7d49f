import { DAY_MS } from '@/lib/contracts/durations'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { batchStatements, columnOf, insertRows, jsonRecordset } from '@/lib/db/rows'
import {
  addToRollup,
  type CountedRun,
  emptyRollup,
  HISTOGRAM_BINS,
  ROLLUP_COUNTS,
  type Rollup,
  type RollupCount,
} from '@/lib/engine/scoring/rollup'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { noteChangedChains } from './changed-chains'

export type RollupChange = { chainId: string; versionId: string; occurredAt: Date; run: CountedRun; times: 1 | -1 }

const bins = Array.from({ length: HISTOGRAM_BINS }, (_, bin) => bin + 1)

/** The assignments that add a row of counts to the existing one. */
const additionsTo = (table: 'rollup_hour' | 'rollup_day') => [
  ...ROLLUP_COUNTS.map((count) => columnOf('rollupHour', count)).map(
    (column) => `${column} = ${table}.${column} + EXCLUDED.${column}`,
  ),
  `histogram = ARRAY[${bins.map((bin) => `${table}.histogram[${bin}] + EXCLUDED.histogram[${bin}]`).join(', ')}]`,
]

const ADD_TO_HOUR = `ON CONFLICT (project_id, hour, chain_id, version_id) DO UPDATE SET ${additionsTo('rollup_hour').join(', ')}`
const ADD_TO_DAY = `ON CONFLICT (project_id, day, chain_id, version_id) DO UPDATE SET ${additionsTo('rollup_day').join(', ')}`

/** Adds runs to their hours and days (UTC), together with other count statements in the same round trip. */
export async function applyRollups(
  tx: Tx,
  projectId: string,
  all: readonly RollupChange[],
  others: readonly Prisma.Sql[] = [],
): Promise<void> {
  // Running runs are not counted.
  const changes = all.filter(({ run }) => run.status !== RUNNING)
  const [hours, days] = [countBy('hour', changes), countBy('day', changes)]
  const versionIds = [...new Set(hours.map(({ versionId }) => versionId))]
  if (versionIds.length > 0) await lockCounts(tx, projectId)
  const versions = versionIds.length > 0 ? await loadCounted(tx, projectId, versionIds) : []
  const statement = batchStatements([
    ...others,
    addToAllChains(projectId, 'day', days, versions),
    addToAllChains(projectId, 'hour', hours, versions),
    ...rollupStatements(projectId, hours, days),
  ])
  if (statement !== Prisma.empty) await tx.$executeRaw(statement)
  await noteFirstHours(tx, projectId, hours, versions)
  noteChangedChains(
    tx,
    projectId,
    all.map(({ chainId }) => chainId),
  )
}

/** Keys in order, so that concurrent batches cannot deadlock; so are the tables: PostgreSQL runs the last of these statements first. */
function rollupStatements(projectId: string, hours: readonly Counted[], days: readonly Counted[]): Prisma.Sql[] {
  const [hourRows, dayRows] = [
    hours.map(({ start, ...row }) => ({ projectId, hour: start, ...row })),
    days.map(({ start, ...row }) => ({ projectId, day: start, ...row })),
  ]
  return [insertRows('rollupDay', dayRows, ADD_TO_DAY), insertRows('rollupHour', hourRows, ADD_TO_HOUR)]
}

type Counted = Rollup & { start: string; chainId: string; versionId: string }

function countBy(grain: Grain, changes: readonly RollupChange[]): Counted[] {
  const rows = new Map<string, Counted>()
  for (const { chainId, versionId, occurredAt, run, times } of changes) {
    const start = startOf(grain, occurredAt)
    const key = `${start} ${chainId} ${versionId}`
    const row = rows.get(key) ?? { start, chainId, versionId, ...emptyRollup() }
    addToRollup(row, run, times)
    rows.set(key, row)
  }
  return sortedByKey(rows)
}

/** Returns the rows in key order, in which every writer locks them. */
export function sortedByKey<T>(rows: ReadonlyMap<string, T>): T[] {
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** The width of rollup rows: hours for precision to the hour, days so that long periods read few rows. */
export type Grain = 'hour' | 'day'
export const grains: readonly Grain[] = ['hour', 'day']

/** Returns the start of the UTC hour or day of a time. */
export function startOf(grain: Grain, time: Date): string {
  const text = time.toISOString()
  return grain === 'hour' ? `${text.slice(0, 13)}:00:00.000Z` : `${text.slice(0, 10)}T00:00:00.000Z`
}

/** What was added to one version's counts of an hour or a day. */
type AddedCounts = Record<RollupCount, number> & { start: string; versionId: string }

const TABLES = { hour: 'rollup_project_hour', day: 'rollup_project_day' } as const
const columns = ROLLUP_COUNTS.map((count) => columnOf('rollupProjectHour', count))
const names = Prisma.raw(columns.join(', '))

const addTo = (grain: 'hour' | 'day') =>
  `ON CONFLICT (project_id, ${grain}, is_candidate) DO UPDATE SET ${columns
    .map((column) => `${column} = ${TABLES[grain]}.${column} + EXCLUDED.${column}`)
    .join(', ')}`
const ADD_TO = { hour: addTo('hour'), day: addTo('day') }

/**
 * Taken before anything is counted, until the transaction ends. Versions neither become candidates nor cease to be any meanwhile, and whoever
 * counts in several steps shares its rows with nobody: almost all that arrives is counted in the same hour of the project anyhow.
 */
async function lockCounts(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock_shared(hashtextextended(${`states ${projectId}`}, 0)),
      pg_advisory_xact_lock(hashtextextended(${`run counts ${projectId}`}, 0))`
}

/** What is known of a version when its runs are counted. */
type CountedVersion = { id: string; isCandidate: boolean; firstHour: Date | null }

/** Loads which of these versions are candidates, and since when they have runs: under {@link lockCounts}. */
function loadCounted(tx: Tx, projectId: string, versionIds: readonly string[]): Promise<CountedVersion[]> {
  return tx.$queryRaw<CountedVersion[]>`
    SELECT id, state = 'candidate' AS "isCandidate", first_hour AS "firstHour" FROM chain_version
    WHERE project_id = ${projectId}::uuid AND id = ANY(${[...versionIds]}::uuid[])`
}

/** Returns the statement that adds to the counts of all chains together, apart for candidates: keys in order, as in `applyRollups`. */
function addToAllChains(
  projectId: string,
  grain: 'hour' | 'day',
  added: readonly AddedCounts[],
  versions: readonly CountedVersion[],
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
async function noteFirstHours(
  tx: Tx,
  projectId: string,
  hours: readonly AddedCounts[],
  versions: readonly CountedVersion[],
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

/**
 * Counts the stored runs, of one version or all, from the rollups. Retention leaves the counts, so for the day that it has reached and for
 * late arrivals before it, the runs themselves are counted. So are running ones, which the rollups exclude.
 */
export async function countStored(db: Db | Tx, projectId: string, versionId?: string): Promise<number> {
  const policy = await db.dataPolicy.findUnique({ where: { projectId }, select: { runsFrom: true } })
  const whole = policy?.runsFrom ? new Date(Date.parse(startOf('day', policy.runsFrom)) + DAY_MS) : null
  const own = versionId
    ? Prisma.sql`project_id = ${projectId}::uuid AND version_id = ${versionId}::uuid`
    : Prisma.sql`project_id = ${projectId}::uuid`
  const ofVersion = versionId ? Prisma.sql`AND s.version_id = ${versionId}::uuid` : Prisma.empty
  const [row] = await db.$queryRaw<{ counted: number | null; left: number; running: number }[]>`
    SELECT (SELECT sum(runs)::float8 FROM ${versionId ? Prisma.sql`rollup_day` : Prisma.sql`rollup_project_day`} WHERE ${own} AND (${whole}::timestamptz IS NULL OR day >= ${whole}::timestamptz)) AS counted,
      (SELECT count(*)::int FROM run_summary WHERE ${own} AND occurred_at < ${whole}::timestamptz AND status <> 'running') AS left,
      (SELECT count(*)::int FROM unfinished_run u JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = u.run_id
       WHERE u.project_id = ${projectId}::uuid AND s.status = 'running' ${ofVersion}) AS running`
  return (row?.counted ?? 0) + (row?.left ?? 0) + (row?.running ?? 0)
}
