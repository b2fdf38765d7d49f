import type { AskedReview } from '@/lib/contracts/run-detail'
import type { Db, Tx } from '@/lib/db/client'

/**
 * Who asked people for a verdict on each of these runs, as long as it waits for one; other runs are left out.
 * @param userId the person it is told to
 */
export async function findAsked(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
  userId: string | undefined,
): Promise<Map<string, AskedReview>> {
  if (runIds.length === 0) return new Map()
  const rows = await db.$queryRaw<{ runId: string; askedById: string; by: string | null; needed: number }[]>`
    SELECT i.run_id AS "runId", i.asked_by_id AS "askedById", u.name AS by, i.needed
    FROM review_item i LEFT JOIN "user" u ON u.id = i.asked_by_id
    WHERE i.project_id = ${projectId}::uuid AND i.run_id = ANY(${runIds}::uuid[]) AND i.state = 'waiting' AND 'asked' = ANY(i.reasons)`
  return new Map(
    rows.map(({ runId, askedById, by, needed }) => [
      runId,
      { by: by ?? 'someone who has left', isOwn: askedById === userId, needed },
    ]),
  )
}
