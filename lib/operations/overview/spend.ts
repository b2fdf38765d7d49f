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

/** The order of the rows, and first of what in it needs no names. */
const BY_SPEND = Prisma.sql`s."costUsd" DESC NULLS LAST, s.tokens DESC NULLS LAST`
const ORDERS = {
  chain: { of: BY_SPEND, named: Prisma.sql`${BY_SPEND}, c.name` },
  version: { of: BY_SPEND, named: Prisma.sql`${BY_SPEND}, c.name, v.version` },
  day: { of: Prisma.sql`s.id DESC`, named: Prisma.sql`s.id DESC` },
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
  by: 'chain' | 'version' | 'day'
  timeZone: string
  limit: number
}

const SUMS = Prisma.raw(
  ['runs', 'tokens', '"tokenRuns"', '"costUsd"', '"costRuns"'].map((sum) => `sum(s.${sum}) AS ${sum}`).join(', '),
)

/**
 * The first rows, and behind them all others added up, if there are any. Only rows that may be among the first are named, and those are few:
 * to name and sort all of tens of thousands of versions takes longer than to add them up.
 */
function selectSpend(ctx: ProjectContext, { by, limit, ...scope }: SpendScope): Promise<Row[]> {
  const { of, named } = ORDERS[by]
  const { names, joined } = namesOf(ctx.project.id, by)
  return ctx.db.$queryRaw<Row[]>`
    WITH spent AS MATERIALIZED (
      SELECT s.*, rank() OVER (ORDER BY ${of}) AS near FROM (${by === 'day' ? spentByDay(ctx, scope) : spentById(ctx, scope, by)}) s),
    first AS MATERIALIZED (
      SELECT s.*, ${names}, row_number() OVER (ORDER BY ${named}) AS place FROM spent s ${joined}
      WHERE s.near <= ${limit} ORDER BY place LIMIT ${limit})
    SELECT chain, version, day, runs, tokens, "tokenRuns", "costUsd", "costRuns" FROM (
      SELECT chain, version, day, place, runs, tokens, "tokenRuns", "costUsd", "costRuns" FROM first
      UNION ALL SELECT NULL, NULL, NULL, NULL, ${SUMS} FROM spent s WHERE s.id NOT IN (SELECT id FROM first) HAVING count(*) > 0) f
    ORDER BY place NULLS LAST`
}

/** What a row is named by, given its id. */
function namesOf(projectId: string, by: SpendScope['by']): { names: Prisma.Sql; joined: Prisma.Sql } {
  const none = Prisma.sql`NULL::text`
  if (by === 'day')
    return { names: Prisma.sql`${none} AS chain, ${none} AS version, s.id AS day`, joined: Prisma.empty }
  const version = Prisma.sql`JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.id`
  const chain = (id: Prisma.Sql) => Prisma.sql`JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = ${id}`
  return by === 'chain'
    ? { names: Prisma.sql`c.name AS chain, ${none} AS version, ${none} AS day`, joined: chain(Prisma.sql`s.id`) }
    : {
        names: Prisma.sql`c.name AS chain, v.version, ${none} AS day`,
        joined: Prisma.sql`${version} ${chain(Prisma.sql`v.chain_id`)}`,
      }
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
    SELECT to_char((p.since + interval '1 hour' - interval '1 second') AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS id, ${SPEND}
    FROM (${runsOfPeriod({ ...ctx, chainIds }, SPENT, read)}) p GROUP BY 1 HAVING sum(p.runs) > 0`
}

function spentById(ctx: ProjectContext, { period, chainIds }: Spent, by: 'chain' | 'version'): Prisma.Sql {
  const id = by === 'chain' ? Prisma.sql`chain_id` : Prisma.sql`version_id`
  const counted = rollupsOfPeriod('runs', Prisma.sql`r.${id}, ${SPENT}`, inChains({ ...ctx, chainIds }), period)
  return Prisma.sql`SELECT p.${id} AS id, ${SPEND} FROM (${counted}) p GROUP BY 1 HAVING sum(p.runs) > 0`
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
