import { z } from 'zod'
import { isoTime } from '@/lib/contracts/primitives'
import { listThinkingSessions as contract, type SessionState } from '@/lib/contracts/thinking/sessions'
import type { Prisma } from '@/lib/db/generated/client'
import { keysetCursor, positionText } from '../keyset-cursor'
import { operation } from '../operation'
import { toSessionRow } from './session-row'

const STATES: Record<SessionState, Prisma.ThinkingSessionWhereInput> = {
  open: { thoughts: { gt: 0 }, isFinished: false },
  finished: { thoughts: { gt: 0 }, isFinished: true },
  cleared: { thoughts: 0 },
}

/** Where a page ended: last activity and id of its last session. */
const cursors = keysetCursor(z.tuple([isoTime, positionText]))

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
  const { page, next } = cursors.cut(rows, limit, (row) => [row.updatedAt.toISOString(), row.id])
  return { sessions: page.map(toSessionRow), next }
})

// Prisma passes on what LIKE takes for a wildcard.
const contains = (text: string) => ({ contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' }) as const

function after(cursor: string): Prisma.ThinkingSessionWhereInput {
  const [updatedAt, id] = cursors.decode(cursor)
  return { updatedAt: { lte: updatedAt }, OR: [{ updatedAt: { lt: updatedAt } }, { id: { lt: id } }] }
}
