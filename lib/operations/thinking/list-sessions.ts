import { listThinkingSessions as contract, type SessionState } from '@/lib/contracts/thinking/sessions'
import type { Prisma, ThinkingSession } from '@/lib/db/generated/client'
import { operation } from '../operation'
import { readCursor, toCursor } from './session-cursor'
import { toSessionRow } from './session-row'

const STATES: Record<SessionState, Prisma.ThinkingSessionWhereInput> = {
  open: { thoughts: { gt: 0 }, isFinished: false },
  finished: { thoughts: { gt: 0 }, isFinished: true },
  cleared: { thoughts: 0 },
}

/** Sessions by last activity, the latest first. */
export const listThinkingSessions = operation(contract, async (ctx, { text, state, limit, cursor }) => {
  const conditions: Prisma.ThinkingSessionWhereInput[] = [{ projectId: ctx.project.id }]
  if (state) conditions.push(STATES[state])
  if (text) conditions.push({ OR: [{ id: contains(text) }, { target: contains(text) }] })
  if (cursor !== undefined) conditions.push(after(cursor))
  const rows = await ctx.db.thinkingSession.findMany({
    where: { AND: conditions },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { sessions: page.map(toSessionRow), next: rows.length > limit && last ? cursorOf(last) : null }
})

// Prisma passes on what LIKE takes for a wildcard.
const contains = (text: string) => ({ contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' }) as const
const cursorOf = ({ updatedAt, id }: ThinkingSession) => toCursor([updatedAt.toISOString(), id])

function after(cursor: string): Prisma.ThinkingSessionWhereInput {
  const [updatedAt, id] = readCursor(cursor)
  return { updatedAt: { lte: updatedAt }, OR: [{ updatedAt: { lt: updatedAt } }, { id: { lt: id } }] }
}
