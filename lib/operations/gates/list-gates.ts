import { type GateState, gateStates, listGates as listContract } from '@/lib/contracts/gates'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { readCursor, toCursor } from './gate-cursor'
import { GATE_COLUMNS, GATE_NAMES, type GateRecord, toGateRow } from './gate-row'

type Filter = { kind?: string[] | undefined; chain?: string[] | undefined }
type Positioned = GateRecord & { rank: 0 | 1; key: number }

// Pending gates by deadline, then closed ones by when they closed, latest first; whole milliseconds, as stored.
const RANK = Prisma.sql`(CASE WHEN g.state = 'pending' THEN 0 ELSE 1 END)`
const KEY = Prisma.sql`(CASE WHEN g.state = 'pending' THEN extract(epoch FROM g.deadline_at) * 1000 ELSE extract(epoch FROM g.decided_at) * -1000 END)::bigint`

/** Gates that wait, the most urgent first, then the record of the closed ones. */
export const listGates = operation(listContract, async (ctx, { state, kind, chain, limit, cursor }) => {
  const base = where(ctx, { kind, chain })
  const conditions = [base]
  if (state?.length) conditions.push(Prisma.sql`g.state = ANY(${state}::text[])`)
  if (cursor !== undefined) {
    const [rank, key, id] = readCursor(cursor)
    conditions.push(Prisma.sql`(${RANK}, ${KEY}, g.id) > (${rank}::int, ${key}::bigint, ${id}::uuid)`)
  }
  const rows = await ctx.db.$queryRaw<Positioned[]>`
    SELECT ${GATE_COLUMNS}, ${RANK} AS rank, ${KEY}::float8 AS key FROM gate g ${GATE_NAMES}
    WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY ${RANK}, ${KEY}, g.id
    LIMIT ${limit + 1}`
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    gates: page.map(({ rank: _, key: __, ...row }) => toGateRow(row)),
    next: rows.length > limit && last ? toCursor([last.rank, last.key, last.id]) : null,
    counts: await countStates(ctx, base),
    now: ctx.now().toISOString(),
  }
})

function where(ctx: ProjectContext, { kind, chain }: Filter): Prisma.Sql {
  const conditions = [Prisma.sql`g.project_id = ${ctx.project.id}::uuid`]
  if (kind?.length) conditions.push(Prisma.sql`g.kind = ANY(${kind}::text[])`)
  if (chain?.length) conditions.push(Prisma.sql`c.name = ANY(${chain}::text[])`)
  return Prisma.join(conditions, ' AND ')
}

async function countStates(ctx: ProjectContext, condition: Prisma.Sql): Promise<Record<GateState, number>> {
  const rows = await ctx.db.$queryRaw<{ state: GateState; n: number }[]>`
    SELECT g.state, count(*)::int AS n FROM gate g
    JOIN chain c ON c.project_id = g.project_id AND c.id = g.chain_id
    WHERE ${condition} GROUP BY g.state`
  const count = (state: GateState) => rows.find((row) => row.state === state)?.n ?? 0
  const [pending, approved, rejected, timedOut] = gateStates
  return {
    [pending]: count(pending),
    [approved]: count(approved),
    [rejected]: count(rejected),
    [timedOut]: count(timedOut),
  }
}
