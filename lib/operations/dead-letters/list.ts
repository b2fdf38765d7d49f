import type { InputOf } from '@/lib/contracts/contract'
import {
  type DeadLetterStatus,
  deadLetterEvent,
  getDeadLetter as getDeadLetterContract,
  listDeadLetters as listDeadLettersContract,
} from '@/lib/contracts/dead-letters'
import { NAMED_MOST } from '@/lib/contracts/limits'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { listDistinct } from '../distinct-values'
import { keysetCursor, timeAndId } from '../keyset-cursor'
import { operation } from '../operation'
import { loadDeadLetter, type StoredDeadLetter, toView } from './store'

/** Arguments up to this many bytes are listed; longer ones are only in the detail view. */
const ARGS_SHOWN = 2000

type Filters = Omit<InputOf<typeof listDeadLettersContract>, 'limit' | 'cursor' | 'person'> & {
  person?: boolean | undefined
}
type Listed = StoredDeadLetter & { isLong: boolean }

/** The position of a page's last item: when it was added, and its id. */
const cursors = keysetCursor(timeAndId)

/** Lists items newest first. Keyset pagination: items added meanwhile shift no page. */
export const listDeadLetters = operation(
  listDeadLettersContract,
  async (ctx, { limit, cursor, status, person, ...filters }) => {
    const base = toConditions(ctx, filters)
    const conditions = [...base]
    if (status?.length) conditions.push(Prisma.sql`d.status = ANY(${status}::text[])`)
    if (person !== undefined) conditions.push(person ? WAITS_FOR_PERSON : Prisma.sql`NOT ${WAITS_FOR_PERSON}`)
    if (cursor !== undefined) {
      const [at, id] = cursors.decode(cursor)
      conditions.push(Prisma.sql`(d.created_at, d.id) < (${at}::timestamptz, ${id}::uuid)`)
    }
    const [rows, counts, operations] = await Promise.all([
      selectRows(ctx, conditions, limit + 1),
      countStatuses(ctx, base),
      listDistinct(ctx.db, ctx.project.id, { table: 'dead_letter', column: 'operation' }, NAMED_MOST),
    ])
    const { page, next } = cursors.cut(rows, limit, (row) => [row.createdAt.toISOString(), row.id])
    const now = ctx.now()
    return {
      items: page.map(({ isLong, ...row }) => {
        const { args, ...item } = toView(row, now)
        return isLong ? item : { ...item, args }
      }),
      next,
      counts,
      operations,
      now: now.toISOString(),
    }
  },
)

const WAITS_FOR_PERSON = Prisma.sql`(d.status = 'pending' AND d.next_at IS NULL)`

function toConditions(ctx: ProjectContext, { category, operation, runId, sessionId, text }: Filters): Prisma.Sql[] {
  const found = [Prisma.sql`d.project_id = ${ctx.project.id}::uuid`]
  if (Array.isArray(category) && category.length > 0) found.push(Prisma.sql`d.category = ANY(${category}::text[])`)
  if (Array.isArray(operation) && operation.length > 0) found.push(Prisma.sql`d.operation = ANY(${operation}::text[])`)
  if (runId) found.push(Prisma.sql`d.run_key = ${runId}`)
  if (sessionId) found.push(Prisma.sql`d.session_id = ${sessionId}`)
  if (text) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    found.push(Prisma.sql`concat_ws(' ', d.operation, d.error, d.session_id, d.run_key, d.id::text) ILIKE ${pattern}`)
  }
  return found
}

function selectRows(ctx: ProjectContext, conditions: readonly Prisma.Sql[], limit: number): Promise<Listed[]> {
  return ctx.db.$queryRaw<Listed[]>`
    SELECT d.project_id AS "projectId", d.id, d.session_id AS "sessionId", d.run_key AS "runKey", d.operation,
      CASE WHEN pg_column_size(d.args) <= ${ARGS_SHOWN} THEN d.args END AS args, pg_column_size(d.args) > ${ARGS_SHOWN} AS "isLong",
      left(d.error, 2000) AS error, d.category, d.status, d.attempts, d.max_attempts AS "maxAttempts",
      d.next_at AS "nextAt", d.lease_until AS "leaseUntil", d.leased_by AS "leasedBy",
      d.created_at AS "createdAt", d.updated_at AS "updatedAt"
    FROM dead_letter d WHERE ${Prisma.join([...conditions], ' AND ')}
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}`
}

async function countStatuses(
  ctx: ProjectContext,
  conditions: readonly Prisma.Sql[],
): Promise<Record<DeadLetterStatus, number>> {
  const rows = await ctx.db.$queryRaw<{ status: DeadLetterStatus; n: number }[]>`
    SELECT d.status, count(*)::int AS n FROM dead_letter d WHERE ${Prisma.join([...conditions], ' AND ')} GROUP BY d.status`
  const count = (status: DeadLetterStatus) => rows.find((row) => row.status === status)?.n ?? 0
  return {
    pending: count('pending'),
    retrying: count('retrying'),
    resolved: count('resolved'),
    abandoned: count('abandoned'),
  }
}

export const getDeadLetter = operation(getDeadLetterContract, async (ctx, { deadLetterId }) => {
  const item = await loadDeadLetter(ctx.db, ctx.project.id, deadLetterId)
  const events = await ctx.db.deadLetterEvent.findMany({
    where: { projectId: ctx.project.id, deadLetterId },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
  const now = ctx.now()
  return {
    item: toView(item, now),
    events: events.map(({ kind, at, ...event }) => ({
      ...event,
      kind: deadLetterEvent.shape.kind.parse(kind),
      at: at.toISOString(),
    })),
    now: now.toISOString(),
  }
})
