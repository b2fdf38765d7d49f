import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { appendEvents, type Signature } from '../audit'

type Erasing = {
  projectId: string
  by: Signature
  at: Date
  action: string
  subject: string
  /** Details of the deletion: numbers and ids, no content. */
  facts: Record<string, string | number | readonly string[] | null>
  /** The subjects whose earlier events are emptied; 'all' for every event of the project. */
  of: readonly string[] | 'all'
}

/**
 * Records a deletion, and clears `before` and `after` of the earlier events about what was deleted. Each of those keeps its hash and refers
 * to the new event, which lists them: the chain still proves that none was changed in any other way. The transaction must have called
 * `allowErasing`. Returns how many events were emptied, at most `MAX_EMPTIED`.
 */
export async function recordErasure(tx: Tx, erasing: Erasing): Promise<number> {
  const { projectId, by, at, action, subject, facts, of } = erasing
  const id = uuid()
  const chosen = of === 'all' ? Prisma.sql`true` : Prisma.sql`subject = ANY(${[...new Set(of)]}::text[])`
  const rows = await tx.$queryRaw<{ seq: number }[]>`
    WITH erased AS (
      UPDATE audit_event SET before = NULL, after = NULL, erased_by = ${id}::uuid
      WHERE project_id = ${projectId}::uuid AND seq IN (
        SELECT seq FROM audit_event
        WHERE project_id = ${projectId}::uuid AND ${chosen} AND seq IS NOT NULL AND (before IS NOT NULL OR after IS NOT NULL)
          AND NOT coalesce(after ? 'erased', false)
        ORDER BY seq LIMIT ${MAX_EMPTIED})
      RETURNING seq)
    SELECT seq FROM erased ORDER BY seq`
  const erased = toSpans(rows.map(({ seq }) => seq))
  await appendEvents(tx, [{ ...by, id, projectId, at, action, subject, before: null, after: { ...facts, erased } }])
  return rows.length
}

/** The most events that one call empties. */
export const MAX_EMPTIED = 20_000

/** Compresses ascending numbers to [first, last] spans without gaps. */
function toSpans(numbers: readonly number[]): [number, number][] {
  const spans: [number, number][] = []
  for (const number of numbers) {
    const last = spans.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else spans.push([number, number])
  }
  return spans
}

/** Permits this transaction to delete append-only rows. */
export async function allowErasing(tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT set_config('veritas.erasing', 'on', true)`
}
