import type { OutputOf } from '@/lib/contracts/contract'
import { getOverview as contract, getSpend as spendContract } from '@/lib/contracts/overview'
import { Prisma } from '@/lib/db/generated/client'
import { loadTimeZone, type ProjectContext } from '../context'
import { operation } from '../operation'
import {
  bucketSpans,
  findChainIds,
  inChains,
  loadPeriod,
  type Period,
  rollupsOfPeriod,
  runsOfPeriod,
  spanOfDay,
} from '../rollups/period'
import { addSums, loadRollups, toBucketView, toPeriodView } from './sums'

const MAX_VERSION_MARKS = 200

/** Returns the figures of a period and of the one before it, from rollups and index lookups only, without reading runs. */
export const getOverview = operation(contract, async (ctx, { range, chain }) => {
  const chainIds = await findChainIds(ctx, chain)
  const period = await loadPeriod(ctx, range, chainIds, { isDivided: true })
  const [{ previous, buckets }, versions, openWork] = await Promise.all([
    loadRollups(ctx, period, chainIds),
    listNewVersions(ctx, period, chainIds),
    loadOpenWork(ctx, chainIds),
  ])
  const current = addSums(buckets)
  const spans = bucketSpans(period)
  return {
    current: toPeriodView(period.hasStart ? period.from : null, period.to, current),
    previous: previous && toPeriodView(period.previousFrom, period.from, previous),
    buckets: spans.map((span, place) => toBucketView(span, buckets[place] ?? addSums([]))),
    bucket: period.unit,
    ...versions,
    flagged: current.flagged,
    ...openWork,
  }
})

/** Lists the versions that first ran within the period, without candidates, up to a limit, and counts them all. */
async function listNewVersions(ctx: ProjectContext, { from, to }: Period, chainIds: readonly string[] | null) {
  const ofChains = chainIds === null ? Prisma.empty : Prisma.sql`AND v.chain_id = ANY(${chainIds}::uuid[])`
  const isNew = Prisma.sql`v.project_id = ${ctx.project.id}::uuid AND v.state <> 'candidate'
    AND v.first_hour >= ${from}::timestamptz AND v.first_hour < ${to}::timestamptz ${ofChains}`
  const rows = await ctx.db.$queryRaw<{ chain: string; version: string; hour: Date; total: number }[]>`
    SELECT c.name AS chain, v.version, v.first_hour AS hour, (SELECT count(*)::int FROM chain_version v WHERE ${isNew}) AS total
    FROM chain_version v JOIN chain c ON c.project_id = ${ctx.project.id}::uuid AND c.id = v.chain_id
    WHERE ${isNew} ORDER BY v.first_hour, c.name, v.version LIMIT ${MAX_VERSION_MARKS}`
  return {
    versions: rows.map(({ chain, version, hour }) => ({ chain, version, firstSeenAt: hour.toISOString() })),
    newVersions: rows[0]?.total ?? 0,
  }
}

type OpenWork = {
  pending: number
  dueToday: number
  running: number
  latestRunAt: Date | null
  everAnyRun: boolean
}

/** Loads what does not depend on the period: pending gates, running runs, and the time of the latest run. */
async function loadOpenWork(ctx: ProjectContext, chainIds: readonly string[] | null) {
  const projectId = ctx.project.id
  const ofChains = chainIds === null ? Prisma.empty : Prisma.sql`AND g.chain_id = ANY(${chainIds}::uuid[])`
  const [row] = await ctx.db.$queryRaw<OpenWork[]>`
    SELECT count(g.id)::int AS pending,
      count(g.id) FILTER (WHERE g.deadline_at < (date_trunc('day', ${ctx.now()}::timestamptz AT TIME ZONE p.time_zone) + interval '1 day') AT TIME ZONE p.time_zone)::int AS "dueToday",
      (${countRunning(projectId, chainIds)}) AS running,
      (${latestRun(projectId, chainIds)}) AS "latestRunAt",
      EXISTS (SELECT 1 FROM run_summary s WHERE s.project_id = ${projectId}::uuid) AS "everAnyRun"
    FROM project p LEFT JOIN gate g ON g.project_id = p.id AND g.state = 'pending' ${ofChains}
    WHERE p.id = ${projectId}::uuid GROUP BY p.id`
  const { pending = 0, dueToday = 0, running = 0, latestRunAt = null, everAnyRun = false } = row ?? {}
  return { gates: { pending, dueToday }, running, latestRunAt: latestRunAt?.toISOString() ?? null, everAnyRun }
}

/** One index lookup for the project, or one per chain. */
function latestRun(projectId: string, chainIds: readonly string[] | null): Prisma.Sql {
  const newest = Prisma.sql`ORDER BY s.occurred_at DESC, s.id DESC LIMIT 1`
  if (chainIds === null)
    return Prisma.sql`SELECT s.occurred_at FROM run_summary s WHERE s.project_id = ${projectId}::uuid ${newest}`
  return Prisma.sql`
    SELECT max(l.occurred_at) FROM unnest(${chainIds}::uuid[]) AS c(id) CROSS JOIN LATERAL (
      SELECT s.occurred_at FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.chain_id = c.id ${newest}) l`
}

const MOST_RUNNING = 1000

/** Counts the running runs, up to the limit that pages show exactly. */
function countRunning(projectId: string, chainIds: readonly string[] | null): Prisma.Sql {
  const ofChains = chainIds === null ? Prisma.empty : Prisma.sql`AND s.chain_id = ANY(${chainIds}::uuid[])`
  return Prisma.sql`
    SELECT count(*)::int FROM (
      SELECT 1 FROM unfinished_run u JOIN run_summary s ON s.project_id = u.project_id AND s.id = u.run_id
      WHERE u.project_id = ${projectId}::uuid ${ofChains} LIMIT ${MOST_RUNNING}) running`
}

type Sums = OutputOf<typeof spendContract>['total']
type Row = Sums & { chain: string | null; version: string | null; day: string | null }

const ORDERS = {
  chain: Prisma.sql`"costUsd" DESC NULLS LAST, tokens DESC NULLS LAST, chain`,
  version: Prisma.sql`"costUsd" DESC NULLS LAST, tokens DESC NULLS LAST, chain, version`,
  day: Prisma.sql`day DESC`,
}

/** Returns tokens and cost of a period, from the rollups only. */
export const getSpend = operation(spendContract, async (ctx, { range, chain, by, limit }) => {
  const chainIds = await findChainIds(ctx, chain)
  const [period, timeZone] = await Promise.all([
    loadPeriod(ctx, range, chainIds, { isDivided: false }),
    loadTimeZone(ctx),
  ])
  const rows = await selectSpend(ctx, { period, chainIds, by, timeZone, limit })
  const shown = rows.slice(0, limit)
  const [rest] = rows.slice(limit)
  return {
    from: period.hasStart ? period.from.toISOString() : null,
    to: period.to.toISOString(),
    rows: shown.map((row) => ({ ...row, ...(row.day === null ? NO_SPAN : spanOfDay(row.day, period, timeZone)) })),
    total: add(rows),
    rest: rest ? add([rest]) : null,
  }
})

const NO_SPAN = { start: null, end: null }

type SpendScope = {
  period: Period
  chainIds: readonly string[] | null
  by: keyof typeof ORDERS
  timeZone: string
  limit: number
}

/** The first rows, and behind them all others added up, if there are any. */
function selectSpend(ctx: ProjectContext, { by, limit, ...scope }: SpendScope): Promise<Row[]> {
  const named = by === 'day' ? spentByDay(ctx, scope) : spentByName(ctx, scope, by)
  const only = (column: 'chain' | 'version' | 'day') =>
    Prisma.sql`min(${Prisma.raw(column)}) FILTER (WHERE place <= ${limit}) AS ${Prisma.raw(column)}`
  return ctx.db.$queryRaw<Row[]>`
    SELECT ${only('chain')}, ${only('version')}, ${only('day')}, sum(runs) AS runs, sum(tokens) AS tokens,
      sum("tokenRuns") AS "tokenRuns", sum("costUsd") AS "costUsd", sum("costRuns") AS "costRuns"
    FROM (SELECT *, least(row_number() OVER (ORDER BY ${ORDERS[by]}), ${limit} + 1) AS place FROM (${named}) f) p
    GROUP BY place ORDER BY place`
}

const SPENT = Prisma.sql`r.runs, r.tokens, r.token_runs, r.cost_usd, r.cost_runs`
const SPEND = Prisma.sql`sum(p.runs)::float8 AS runs,
  CASE WHEN sum(p.token_runs) > 0 THEN sum(p.tokens)::float8 END AS tokens, sum(p.token_runs)::float8 AS "tokenRuns",
  CASE WHEN sum(p.cost_runs) > 0 THEN sum(p.cost_usd)::float8 END AS "costUsd", sum(p.cost_runs)::float8 AS "costRuns"`

type Spent = Pick<SpendScope, 'period' | 'chainIds' | 'timeZone'>

/** An hour that contains midnight counts for the later day, as in the charts. */
function spentByDay(ctx: ProjectContext, { period, chainIds, timeZone }: Spent): Prisma.Sql {
  // The days of other zones begin within those that are stored.
  const read: Period = timeZone === 'UTC' ? period : { ...period, unit: 'hour' }
  return Prisma.sql`
    SELECT NULL::text AS chain, NULL::text AS version,
      to_char((p.since + interval '1 hour' - interval '1 second') AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day, ${SPEND}
    FROM (${runsOfPeriod({ ...ctx, chainIds }, SPENT, read)}) p GROUP BY 3 HAVING sum(p.runs) > 0`
}

/** Added up by id before the names are joined: they take longer to group by. */
function spentByName(ctx: ProjectContext, { period, chainIds }: Spent, by: 'chain' | 'version'): Prisma.Sql {
  const projectId = ctx.project.id
  const id = by === 'chain' ? Prisma.sql`chain_id` : Prisma.sql`version_id`
  const counted = rollupsOfPeriod('runs', Prisma.sql`r.${id}, ${SPENT}`, inChains({ ...ctx, chainIds }), period)
  const sums = Prisma.sql`SELECT p.${id} AS id, ${SPEND} FROM (${counted}) p GROUP BY 1 HAVING sum(p.runs) > 0`
  const named =
    by === 'chain'
      ? Prisma.sql`NULL::text AS version FROM (${sums}) s JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = s.id`
      : Prisma.sql`v.version FROM (${sums}) s JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.id
        JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = v.chain_id`
  return Prisma.sql`
    SELECT c.name AS chain, NULL::text AS day, s.runs, s.tokens, s."tokenRuns", s."costUsd", s."costRuns", ${named}`
}

function add(rows: readonly Sums[]): Sums {
  const sum = (of: (row: Sums) => number | null) => rows.reduce((total, row) => total + (of(row) ?? 0), 0)
  const [tokenRuns, costRuns] = [sum((row) => row.tokenRuns), sum((row) => row.costRuns)]
  return {
    runs: sum((row) => row.runs),
    tokens: tokenRuns > 0 ? sum((row) => row.tokens) : null,
    tokenRuns,
    costUsd: costRuns > 0 ? sum((row) => row.costUsd) : null,
    costRuns,
  }
}
