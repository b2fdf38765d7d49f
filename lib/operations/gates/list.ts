import { z } from 'zod'
import { type GateRow, type GateState, listGates as listContract } from '@/lib/contracts/gates'
import { gateStates } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import { countingApprovals } from '@/lib/engine/gate-states/apply-gate-event'
import { findBlindSubjects, shownGates } from '../blind-reviews/find'
import { type ProjectContext, personOf } from '../context'
import { invalidInput } from '../errors'
import { keysetCursor, positionMs } from '../keyset-cursor'
import { hasWords } from '../natural-order'
import { operation } from '../operation'
import { findRunReviews } from './covered'
import { loadEvidence } from './evidence'
import { loadGateState } from './state'
import { type GateRecord, gateColumns, gateNames, loadGate, toGateRow } from './store'

type Filter = {
  kind?: string[] | undefined
  chain?: string[] | undefined
  text?: string | undefined
  mine: boolean
}
type Positioned = GateRecord & { key: number }
type Part = { rank: 0 | 1; after: GatePosition | undefined; take: number }

const MS = Prisma.sql`extract(epoch FROM g.deadline_at) * 1000`
const SINCE_MS = Prisma.sql`extract(epoch FROM g.decided_at) * -1000`

/** Lists pending gates, most urgent first, then closed ones; each part is read along its own index. */
export const listGates = operation(listContract, async (ctx, { state, limit, cursor, ...filter }) => {
  const blind = await findBlindSubjects(ctx)
  const base = Prisma.join([...where(ctx, filter), ...shownGates(ctx, blind)], ' AND ')
  const after = cursor === undefined ? undefined : gateCursors.decode(cursor)
  const wanted = state?.length ? state : gateStates
  const closed = wanted.filter((one) => one !== 'pending')
  const rows: (Positioned & { rank: 0 | 1 })[] = []
  if (wanted.includes('pending') && after?.[0] !== 1)
    rows.push(...(await listPart(ctx, base, ['pending'], { rank: 0, after, take: limit + 1 })))
  if (closed.length > 0 && rows.length <= limit) {
    const take = limit + 1 - rows.length
    rows.push(...(await listPart(ctx, base, closed, { rank: 1, after: after?.[0] === 1 ? after : undefined, take })))
  }
  const { page, next } = gateCursors.cut(rows, limit, (row) => [row.rank, row.key, row.id])
  const gates = page.map(({ rank: _, key: __, ...row }) => toGateRow(row))
  const approvals = await countListedApprovals(
    ctx,
    gates.filter(({ id }) => !blind.gates.has(id)),
  )
  const reviewOf = await findRunReviews(ctx, blind, gates)
  return {
    gates: gates.map((gate) => ({ ...gate, approvals: approvals(gate.id), runReview: reviewOf(gate) })),
    next,
    counts: await countStates(ctx, base),
    now: ctx.now().toISOString(),
  }
})

/** Reads pending gates by deadline, or closed ones by closing time, latest first, in the whole milliseconds that are stored. */
async function listPart(ctx: ProjectContext, base: Prisma.Sql, states: readonly GateState[], part: Part) {
  const { rank, after, take } = part
  const conditions = [base, Prisma.sql`g.state = ANY(${states}::text[])`]
  if (after) conditions.push(isAfter(after))
  const order = rank === 0 ? Prisma.sql`g.deadline_at, g.id` : Prisma.sql`g.decided_at DESC, g.id`
  // Pages before the names are joined; otherwise names would be joined to all gates.
  const rows = await ctx.db.$queryRaw<Positioned[]>`
    WITH page AS MATERIALIZED (
      SELECT * FROM gate g WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY ${order} LIMIT ${take})
    SELECT ${gateColumns(ctx.project.id)}, ${rank === 0 ? MS : SINCE_MS}::float8 AS key FROM page g ${gateNames(ctx.project.id)} ORDER BY ${order}`
  return rows.map((row) => ({ ...row, rank }))
}

function isAfter([rank, key, id]: GatePosition): Prisma.Sql {
  const at = new Date(Math.abs(key))
  return rank === 0
    ? Prisma.sql`(g.deadline_at, g.id) > (${at}::timestamptz, ${id}::uuid)`
    : Prisma.sql`g.decided_at <= ${at} AND (g.decided_at < ${at} OR g.id > ${id}::uuid)`
}

/** @throws invalid_input when an API key sets `mine`: only people own gates */
function where({ project, actor }: ProjectContext, { kind, chain, text, mine }: Filter): Prisma.Sql[] {
  const conditions = [Prisma.sql`g.project_id = ${project.id}::uuid`]
  if (text) conditions.push(hasWords(Prisma.sql`g.title`, text))
  if (kind?.length) conditions.push(Prisma.sql`g.kind = ANY(${kind}::text[])`)
  if (chain?.length)
    conditions.push(Prisma.sql`g.chain_id IN (
      SELECT id FROM chain WHERE project_id = ${project.id}::uuid AND name = ANY(${chain}::text[]))`)
  if (mine) {
    const person = personOf(actor)
    if (!person) throw invalidInput([{ path: 'mine', message: 'only a signed-in person has gates of their own' }])
    conditions.push(Prisma.sql`g.owner_id = ${person.userId}::uuid`)
  }
  return conditions
}

async function countStates(ctx: ProjectContext, condition: Prisma.Sql): Promise<Record<GateState, number>> {
  const rows = await ctx.db.$queryRaw<{ state: string; n: number }[]>`
    SELECT g.state, count(*)::int AS n FROM gate g WHERE ${condition} GROUP BY g.state`
  const count = (state: GateState) => rows.find((row) => row.state === state)?.n ?? 0
  return {
    pending: count('pending'),
    approved: count('approved'),
    rejected: count('rejected'),
    timed_out: count('timed_out'),
  }
}

/**
 * Returns how many approvals of each of these gates count now, null for a closed one and all others. Whether a vote counts depends on the
 * evidence, so it is loaded for those gates of the page that have votes.
 */
async function countListedApprovals(
  ctx: ProjectContext,
  gates: readonly GateRow[],
): Promise<(gateId: string) => number | null> {
  const { db, project } = ctx
  const pending = gates.filter((gate) => gate.state === 'pending')
  const waiting = pending.filter((gate) => gate.quorum > 1).map((gate) => gate.id)
  const voted = await db.gateEvent.findMany({
    where: { projectId: project.id, gateId: { in: waiting }, kind: 'voted', verdict: 'approved' },
    distinct: ['gateId'],
    select: { gateId: true },
  })
  const counts = new Map(pending.map(({ id }) => [id, 0]))
  for (const { gateId } of voted) counts.set(gateId, await countOf(ctx, gateId))
  return (gateId) => counts.get(gateId) ?? null
}

async function countOf({ db, project, now }: ProjectContext, gateId: string): Promise<number> {
  const gate = await loadGate(db, project.id, gateId)
  const gateState = await loadGateState(db, gate, { now: now(), evidence: await loadEvidence(db, gate) })
  return countingApprovals(gateState.status, gateState.facts).length
}

/** Cursor of the list: pending first (rank 0), then decided (rank 1); `key` in ms since the epoch. */
const position = z.tuple([z.literal([0, 1]), positionMs, z.uuid()])
type GatePosition = z.infer<typeof position>

const gateCursors = keysetCursor(position)
