import { z } from 'zod'
import { type FailureFilters, type FailureGroup, searchFailures as searchContract } from '@/lib/contracts/failures'
import { isoTime } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { keysetCursor, positionText } from '../keyset-cursor'
import { operation } from '../operation'
import { findChainIds, inChains } from '../overview/sums'
import { startOfRange } from '../range'

type Found = Omit<FailureGroup, 'firstSeenAt' | 'lastSeenAt'> & { firstSeenAt: Date; lastSeenAt: Date }

const MESSAGE_LENGTH = 1000

/** Where a page ended: when its last group was seen last, and its fingerprint. */
const cursors = keysetCursor(z.tuple([isoTime, positionText]))

/** Groups of failures by when they were seen last; each is counted from the rollups of the hours and chains asked for. */
export const searchFailures = operation(searchContract, async (ctx, { limit, cursor, ...filters }) => {
  const hours = hoursOf(filters, ctx.now())
  const chainIds = await findChainIds(ctx, filters.chain)
  const rows = await ctx.db.$queryRaw<Found[]>`
    SELECT g.fingerprint, g.failure_class AS "failureClass", g.node, g.template, c.roots, c.cascades,
      g.first_seen_at AS "firstSeenAt", g.last_seen_at AS "lastSeenAt", g.last_run_id AS "lastRunId",
      coalesce(l.message, g.template) AS "lastMessage"
    FROM failure_group g LEFT JOIN LATERAL (
      SELECT left(f.message, ${MESSAGE_LENGTH}) AS message FROM failure f
      WHERE f.project_id = g.project_id AND f.fingerprint = g.fingerprint ORDER BY f.occurred_at DESC LIMIT 1
    ) l ON true JOIN LATERAL (${counts(ctx, hours, chainIds)}) c ON c.roots + c.cascades > 0
    WHERE ${Prisma.join(conditions(ctx, filters, hours, cursor), ' AND ')}
    ORDER BY g.last_seen_at DESC, g.fingerprint DESC LIMIT ${limit + 1}`
  const { page, next } = cursors.cut(rows, limit, (row) => [row.lastSeenAt.toISOString(), row.fingerprint])
  return { groups: page.map(toView), next }
})

type Hours = { from: Date | null; to: Date | null }

/** The later of both beginnings: a range and a moment narrow each other. */
function hoursOf({ range, from, to }: FailureFilters, now: Date): Hours {
  const starts = [range ? startOfRange(range, now) : null, from ? new Date(from) : null].filter(
    (start) => start !== null,
  )
  return { from: starts.length > 0 ? new Date(Math.max(...starts.map(Number))) : null, to: to ? new Date(to) : null }
}

/** Of all chains and times a group knows its counts itself. */
function counts(ctx: ProjectContext, hours: Hours, chainIds: readonly string[] | null): Prisma.Sql {
  if (chainIds === null && !hours.from && !hours.to) return Prisma.sql`SELECT g.roots, g.cascades`
  return Prisma.sql`
    SELECT coalesce(sum(r.roots), 0)::int AS roots, coalesce(sum(r.cascades), 0)::int AS cascades FROM rollup_failure r
    WHERE ${inChains({ ...ctx, chainIds })} AND r.fingerprint = g.fingerprint${within(hours)}`
}

/** Rollups are by the hour: the hour that a moment falls into belongs to what follows it, and to what comes before its end. */
function within({ from, to }: Hours): Prisma.Sql {
  const start = from ? Prisma.sql` AND r.hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')` : Prisma.empty
  return to ? Prisma.sql`${start} AND r.hour < ${to}::timestamptz` : start
}

function conditions(
  ctx: ProjectContext,
  { text, failureClass, node }: FailureFilters,
  { from, to }: Hours,
  cursor: string | undefined,
): Prisma.Sql[] {
  const found = [Prisma.sql`g.project_id = ${ctx.project.id}::uuid`]
  for (const word of (text ?? '').toLowerCase().split(/\s+/).filter(Boolean))
    found.push(Prisma.sql`strpos(lower(concat_ws(' ', g.node, g.template, l.message)), ${word}) > 0`)
  if (failureClass) found.push(Prisma.sql`g.failure_class = ANY(${failureClass}::text[])`)
  if (node !== undefined) found.push(Prisma.sql`g.node = ${node}`)
  if (from) found.push(Prisma.sql`g.last_seen_at >= date_trunc('hour', ${from}::timestamptz, 'UTC')`)
  if (to) found.push(Prisma.sql`g.first_seen_at < ${to}::timestamptz`)
  if (cursor !== undefined) {
    const [seenAt, fingerprint] = cursors.decode(cursor)
    found.push(Prisma.sql`(g.last_seen_at, g.fingerprint) < (${seenAt}::timestamptz, ${fingerprint})`)
  }
  return found
}

function toView({ firstSeenAt, lastSeenAt, ...group }: Found): FailureGroup {
  return { ...group, firstSeenAt: firstSeenAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() }
}
