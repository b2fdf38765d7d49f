import type { AskedReview } from '@/lib/contracts/run-detail'
import type { Db, Tx } from '@/lib/db/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'

/** Requests for verdicts as an item of the review queue keeps them, the earliest first, and how many people have given theirs. */
type StoredRequests = { askedBy: string[]; askedFor: number[]; said: number }

/** A request: who asked, for the verdicts of how many people in all, and its place among those that are stored. */
type Request = { userId: string; needed: number; place: number }

/**
 * The request that a person is told of: of those still waiting for verdicts the one for most people, the newest of them; their own before
 * those of others. Null if none waits.
 */
export function requestFor({ askedBy, askedFor, said }: StoredRequests, userId: string | undefined): Request | null {
  const waiting = askedBy
    .map((by, place) => ({ userId: by, needed: askedFor[place] ?? 0, place }))
    .filter(({ needed }) => needed > said)
    .sort((a, b) => b.needed - a.needed || b.place - a.place)
  return waiting.find((request) => request.userId === userId) ?? waiting[0] ?? null
}

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
  const rows = await withPreparedStatements(
    () => db.$queryRaw<(StoredRequests & { runId: string })[]>`
      SELECT i.run_id AS "runId", i.asked_by AS "askedBy", i.asked_for AS "askedFor", cardinality(i.said_by) AS said FROM review_item i
      WHERE i.project_id = ${projectId}::uuid AND i.run_id = ANY(${runIds}::uuid[]) AND i.state = 'waiting' AND 'asked' = ANY(i.reasons)`,
  )
  const told = rows.flatMap(({ runId, ...stored }) => {
    const request = requestFor(stored, userId)
    return request ? [{ runId, ...request }] : []
  })
  if (told.length === 0) return new Map()
  const people = await db.user.findMany({
    where: { id: { in: told.map((request) => request.userId) } },
    select: { id: true, name: true },
  })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return new Map(
    told.map(({ runId, userId: by, needed }) => [
      runId,
      { userId: by, by: names.get(by) ?? 'someone who has left', isOwn: by === userId, needed },
    ]),
  )
}
