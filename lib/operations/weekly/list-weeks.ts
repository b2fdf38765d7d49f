import { listWeeks as contract } from '@/lib/contracts/weekly/weeks'
import { Prisma } from '@/lib/db/generated/client'
import { operation } from '../operation'
import { loadZone } from './week-period'

type Row = {
  week: string
  revision: number
  madeAt: Date
  madeBy: string
  from: string
  to: string
  runs: number
  headline: string
}

export const listWeeks = operation(contract, async (ctx, { limit, before }) => {
  const { currentWeek } = await loadZone(ctx.db, ctx.project.id, ctx.now())
  const earlier = before === undefined ? Prisma.empty : Prisma.sql`AND w.week < ${before}`
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (w.week) w.week, w.revision, w.made_at AS "madeAt", w.made_by AS "madeBy", w.report->>'from' AS from,
      w.report->>'to' AS to, (w.report->'totals'->>'runs')::int AS runs, w.report->'summary'->>1 AS headline
    FROM weekly_review w WHERE w.project_id = ${ctx.project.id}::uuid ${earlier}
    ORDER BY w.week DESC, w.revision DESC LIMIT ${limit + 1}`
  const weeks = rows.slice(0, limit).map(({ madeAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString() }))
  return { current: currentWeek, weeks, next: rows.length > limit ? (weeks.at(-1)?.week ?? null) : null }
})
