import { getSpend as contract } from '@/lib/contracts/spend'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { findChainIds, findKnownHours, inChains, periodOf, rollupsOfPeriod } from '../rollups/period'

type Sums = { runs: number; tokens: number; costUsd: number }
type Row = Sums & { chain: string | null; version: string | null; day: Date | null }

const GROUPS = {
  chain: { names: Prisma.sql`c.name AS chain, NULL AS version, NULL::timestamptz AS day`, by: Prisma.sql`c.name` },
  version: {
    names: Prisma.sql`c.name AS chain, v.version, NULL::timestamptz AS day`,
    by: Prisma.sql`c.name, v.version`,
  },
  day: {
    names: Prisma.sql`NULL AS chain, NULL AS version, date_trunc('day', p.since, 'UTC') AS day`,
    by: Prisma.sql`date_trunc('day', p.since, 'UTC')`,
  },
}
const ORDERS = {
  chain: Prisma.sql`"costUsd" DESC, tokens DESC, chain`,
  version: Prisma.sql`"costUsd" DESC, tokens DESC, chain, version`,
  day: Prisma.sql`day DESC`,
}

/** Returns tokens and cost of a period, from the rollups only. */
export const getSpend = operation(contract, async (ctx, { range, chain, by, limit }) => {
  const chainIds = await findChainIds(ctx, chain)
  const period = periodOf(range, ctx.now(), range === 'all' ? await findKnownHours(ctx, chainIds) : null)
  const columns = Prisma.sql`r.chain_id, r.version_id, r.runs, r.tokens, r.cost_usd`
  const counted = rollupsOfPeriod('runs', columns, inChains({ ...ctx, chainIds }), period)
  const rows = await selectSpend(ctx, counted, by)
  const shown = rows.slice(0, limit)
  const rest = rows.slice(limit)
  return {
    rows: shown.map(({ day, ...row }) => ({ ...row, day: day?.toISOString() ?? null })),
    total: add(rows),
    rest: rest.length > 0 ? add(rest) : null,
  }
})

function selectSpend(ctx: ProjectContext, counted: Prisma.Sql, by: keyof typeof GROUPS): Promise<Row[]> {
  const { names, by: keys } = GROUPS[by]
  return ctx.db.$queryRaw<Row[]>`
    SELECT ${names}, sum(p.runs)::float8 AS runs, sum(p.tokens)::float8 AS tokens, sum(p.cost_usd)::float8 AS "costUsd"
    FROM (${counted}) p
      JOIN chain c ON c.project_id = ${ctx.project.id}::uuid AND c.id = p.chain_id
      JOIN chain_version v ON v.project_id = ${ctx.project.id}::uuid AND v.id = p.version_id
    GROUP BY ${keys} HAVING sum(p.runs) > 0 ORDER BY ${ORDERS[by]}`
}

function add(rows: readonly Sums[]): Sums {
  const sum = (of: (row: Sums) => number) => rows.reduce((total, row) => total + of(row), 0)
  return { runs: sum((row) => row.runs), tokens: sum((row) => row.tokens), costUsd: sum((row) => row.costUsd) }
}
