import type { OutputOf } from '@/lib/contracts/contract'
import { getSpend as contract } from '@/lib/contracts/overview'
import { Prisma } from '@/lib/db/generated/client'
import { loadTimeZone, type ProjectContext } from '../context'
import { operation } from '../operation'
import {
  findChainIds,
  inChains,
  loadPeriod,
  type Period,
  rollupsOfPeriod,
  runsOfPeriod,
  spanOfDay,
} from '../rollups/period'

type Sums = OutputOf<typeof contract>['total']
type Row = Sums & { chain: string | null; version: string | null; day: string | null }

const ORDERS = {
  chain: Prisma.sql`"costUsd" DESC NULLS LAST, tokens DESC NULLS LAST, chain`,
  version: Prisma.sql`"costUsd" DESC NULLS LAST, tokens DESC NULLS LAST, chain, version`,
  day: Prisma.sql`day DESC`,
}

/** Returns tokens and cost of a period, from the rollups only. */
export const getSpend = operation(contract, async (ctx, { range, chain, by, limit }) => {
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
