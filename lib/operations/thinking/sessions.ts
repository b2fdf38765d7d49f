import { z } from 'zod'
import { isoTime } from '@/lib/contracts/primitives'
import {
  clearThinkingHistory as clearThinkingHistoryContract,
  getThinkingHistory as getThinkingHistoryContract,
  getThinkingSession as getThinkingSessionContract,
  getThought as getThoughtContract,
  listThinkingSessions as listThinkingSessionsContract,
  type SessionState,
  type ThoughtNode,
  thoughtDetail,
} from '@/lib/contracts/thinking/sessions'
import type { Db } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { branchesOf } from '@/lib/engine/thinking/place-thought'
import { audit } from '../audit'
import { invalidInput, notFound } from '../errors'
import { keysetCursor, positionText } from '../keyset-cursor'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { asRecord, loadSession, lockSession, toHistoryThought, toSessionRow, unknownSession } from './store'
import { loadKnownThoughts } from './think'

const STATES: Record<SessionState, Prisma.ThinkingSessionWhereInput> = {
  open: { thoughts: { gt: 0 }, isFinished: false },
  finished: { thoughts: { gt: 0 }, isFinished: true },
  cleared: { thoughts: 0 },
}

/** The position of a page's last session: its last activity and id. */
const cursors = keysetCursor(z.tuple([isoTime, positionText]))

/** Lists sessions by last activity, latest first. */
export const listThinkingSessions = operation(
  listThinkingSessionsContract,
  async (ctx, { text, state, limit, cursor }) => {
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
  },
)

// Prisma does not escape LIKE wildcards.
const contains = (text: string) => ({ contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' }) as const

function after(cursor: string): Prisma.ThinkingSessionWhereInput {
  const [updatedAt, id] = cursors.decode(cursor)
  return { updatedAt: { lte: updatedAt }, OR: [{ updatedAt: { lt: updatedAt } }, { id: { lt: id } }] }
}

const TEXT_SHOWN = 280

type Row = Omit<ThoughtNode, 'origin' | 'step' | 'recordedAt'> & {
  fromNumber: number | null
  parentId: string | null
  stepNumber: number
  stepCount: number
  stepDescription: string
  recordedAt: Date
}

/**
 * Returns a session with previews of its thoughts; with `after` only later ones, for polling. The thoughts are read last, and `lastOrdinal`
 * never exceeds them, so that a thought that arrives meanwhile is in this answer or in the next.
 */
export const getThinkingSession = operation(getThinkingSessionContract, async (ctx, { sessionId, after }) => {
  const projectId = ctx.project.id
  const session = await loadSession(ctx.db, projectId, sessionId)
  const kept = await ctx.db.thought.aggregate({
    where: { projectId, sessionId },
    _min: { ordinal: true },
    _max: { ordinal: true },
  })
  const rows = await loadRows(ctx.db, projectId, sessionId, after)
  return {
    session: toSessionRow(session),
    thoughts: rows.map(toNode),
    firstOrdinal: kept._min.ordinal ?? rows[0]?.ordinal ?? null,
    lastOrdinal: rows.at(-1)?.ordinal ?? kept._max.ordinal ?? session.nextOrdinal - 1,
  }
})

function loadRows(db: Db, projectId: string, sessionId: string, after: number): Promise<Row[]> {
  return db.$queryRaw<Row[]>`
    SELECT ordinal, number, branch_id AS "branchId",
      (result->'branch'->>'branch_from_thought')::int AS "fromNumber", result->'branch'->>'parent_branch_id' AS "parentId",
      left(input->>'thought', ${TEXT_SHOWN}::int) AS text, length(input->>'thought') > ${TEXT_SHOWN}::int AS "isCut",
      (result->>'revises_thought')::int AS revises, input->>'step_outcome' AS outcome, result->>'workflow' AS workflow,
      (result->'current_step'->>'step_number')::int AS "stepNumber", (result->'current_step'->>'step_count')::int AS "stepCount",
      result->'current_step'->>'step_description' AS "stepDescription",
      ARRAY(SELECT jsonb_build_object('name', tool->>'tool_name', 'confidence', tool->'confidence')
        FROM jsonb_array_elements(result->'current_step'->'recommended_tools') AS tool) AS tools,
      jsonb_array_length(result->'unavailable_recommendations') AS unavailable,
      CASE WHEN result ? 'suggested_revision' THEN 'revision' WHEN result ? 'suggested_branch' THEN 'branch' END AS suggests,
      recorded_at AS "recordedAt"
    FROM thought
    WHERE project_id = ${projectId}::uuid AND session_id = ${sessionId} AND ordinal > ${after}::int ORDER BY ordinal`
}

function toNode({
  fromNumber,
  parentId,
  stepNumber,
  stepCount,
  stepDescription,
  recordedAt,
  ...row
}: Row): ThoughtNode {
  return {
    ...row,
    origin: fromNumber === null ? null : { number: fromNumber, parentId },
    step: { number: stepNumber, count: stepCount, description: stepDescription },
    recordedAt: recordedAt.toISOString(),
  }
}

/** Returns the thoughts of a session, or of one branch of it, in order of arrival. */
export const getThinkingHistory = operation(
  getThinkingHistoryContract,
  async (ctx, { session_id: sessionId, branch_id: branchId, limit }) => {
    const projectId = ctx.project.id
    const session = await ctx.db.thinkingSession.findUnique({ where: { projectId_id: { projectId, id: sessionId } } })
    if (!session) throw unknownSession()
    const branches = [...branchesOf(await loadKnownThoughts(ctx.db, projectId, sessionId)).keys()]
    if (branchId !== undefined && !branches.includes(branchId))
      throw invalidInput([{ path: 'branch_id', message: 'there is no such branch in this session' }])
    const where = { projectId, sessionId, ...(branchId !== undefined && { branchId }) }
    const total = await ctx.db.thought.count({ where })
    const newest = await ctx.db.thought.findMany({
      where,
      orderBy: { ordinal: 'desc' },
      ...(limit !== undefined && { take: limit }),
    })
    return { session_id: sessionId, thoughts: newest.reverse().map(toHistoryThought), branches, total }
  },
)

/** Removes the thoughts of a session but keeps the session, so that its id and list entry stay. */
export const clearThinkingHistory = operation(clearThinkingHistoryContract, (ctx, { session_id: sessionId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    await lockSession(tx, ctx, sessionId)
    const { count } = await tx.thought.deleteMany({ where: { projectId, sessionId } })
    await tx.thinkingSession.update({
      where: { projectId_id: { projectId, id: sessionId } },
      data: { target: null, workflow: null, thoughts: 0, branches: 0, isFinished: false, updatedAt: ctx.now() },
    })
    await audit(tx, ctx, 'thinking.cleared', {
      subject: `thinking:${sessionId}`,
      before: { thoughts: count },
      after: { thoughts: 0 },
    })
    await announce(tx, { project: projectId, topic: 'thinking', id: sessionId })
    return { session_id: sessionId, cleared: count }
  }),
)

/** Returns one thought in full. @throws not_found also for a thought that is no longer kept */
export const getThought = operation(getThoughtContract, async (ctx, { sessionId, ordinal }) => {
  const where = { projectId_sessionId_ordinal: { projectId: ctx.project.id, sessionId, ordinal } }
  const stored = await ctx.db.thought.findUnique({ where })
  if (!stored) throw notFound('thought')
  return { thought: thoughtDetail.parse({ ...asRecord(stored.result), ...toHistoryThought(stored) }) }
})
