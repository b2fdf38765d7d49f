import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { jsonRecordset, setFrom } from '@/lib/db/rows'
import { type LockedGroup, membersOf } from './groups'

const move = z.object({ fingerprint: z.string(), before: z.string().nullable(), after: z.string().nullable() })
const times = z.object({ firstSeenAt: z.coerce.date(), lastSeenAt: z.coerce.date(), lastRunId: z.string() })
const moved = z.object({ moves: z.array(move), times: z.record(z.string(), times).default({}) })

/** Moves of groups: the group each was merged into before and after; null = unmerged. */
export type Moves = readonly z.infer<typeof move>[]

/** When a group was first and last seen, and in which run last. */
type Times = z.infer<typeof times>

/** Moves, and the times of the groups that they touched as they were before them. */
export type Moved = { moves: Moves; times: Record<string, Times> }

/** Parses what an event moved from its detail; null if nothing. */
export function movedBy(detail: unknown): Moved | null {
  return moved.safeParse(detail).data ?? null
}

type Locked = ReadonlyMap<string, LockedGroup>

/** The moves together with the times of these groups at present. */
export function withTimes(moves: Moves, locked: Locked): Moved {
  const own = touchedBy(moves).flatMap((group) => locked.get(group) ?? [])
  return {
    moves,
    times: Object.fromEntries(
      own.map(({ fingerprint, firstSeenAt, lastSeenAt, lastRunId }) => [
        fingerprint,
        { firstSeenAt, lastSeenAt, lastRunId },
      ]),
    ),
  }
}

/** The groups that moves are of, lead away from or to. */
export const touchedBy = (moves: Moves): string[] =>
  moves.flatMap(({ fingerprint, before, after }) => [fingerprint, before, after]).filter((one) => one !== null)

/**
 * Applies moves, and recomputes the first and last times of every group that gained or lost members. Where failures were deleted, a group was
 * first seen before those that are left: it was as long as nothing shows that its first failure left it.
 * @param locked the groups before the moves, with their members
 * @param former for moves that take others back: the times before those
 * @param source the group that the failures of a part were taken out of
 */
export async function moveGroups(
  tx: Tx,
  projectId: string,
  moves: Moves,
  { locked, former = {}, source }: { locked: Locked; former?: Moved['times']; source?: string },
): Promise<void> {
  for (const [after, own] of Map.groupBy(moves, (one) => one.after))
    await tx.failureGroup.updateMany({
      where: { projectId, fingerprint: { in: own.map(({ fingerprint }) => fingerprint) } },
      data: { mergedInto: after },
    })
  const touched = [...new Set([...touchedBy(moves), ...(source === undefined ? [] : [source])])]
  const found = new Map((await loadTimes(tx, projectId, touched)).map((row) => [row.fingerprint, row]))
  const membersNow = Map.groupBy(placesAfter(moves, locked), ([, head]) => head)
  const firstOf = (group: string) => (locked.get(group) ?? found.get(group))?.firstSeenAt
  const isLeftByFirst = (group: string, first: Date) =>
    moves.some(({ fingerprint, before }) => {
      const gone = before === group || source === group ? firstOf(fingerprint) : undefined
      return gone !== undefined && gone <= first
    })
  const rows = touched.flatMap((fingerprint) => {
    const left = found.get(fingerprint)
    const last = left ?? former[fingerprint]
    if (!last) return []
    const own = locked.get(fingerprint)?.firstSeenAt
    const kept = own === undefined || isLeftByFirst(fingerprint, own) ? undefined : own
    const members = membersNow.get(fingerprint)?.map(([member]) => firstOf(member)) ?? []
    const firsts = [former[fingerprint]?.firstSeenAt ?? kept, left?.firstSeenAt, ...members]
    const firstSeenAt = new Date(Math.min(...firsts.flatMap((first) => first?.getTime() ?? [])))
    return [{ fingerprint, firstSeenAt, lastSeenAt: last.lastSeenAt, lastRunId: last.lastRunId }]
  })
  await tx.$executeRaw`
    UPDATE failure_group g SET ${setFrom('failureGroup', ['firstSeenAt', 'lastSeenAt', 'lastRunId'])}
    FROM ${jsonRecordset('failureGroup', ['fingerprint', 'firstSeenAt', 'lastSeenAt', 'lastRunId'], rows)}
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = x.fingerprint`
}

/** Each group with the one that it is merged into after these moves. */
function placesAfter(moves: Moves, locked: Locked): Map<string, string | null> {
  const places = new Map([...locked.values()].map(({ fingerprint, mergedInto }) => [fingerprint, mergedInto]))
  for (const { fingerprint, after } of moves) places.set(fingerprint, after)
  return places
}

/** The times of the failures that are left of each of these groups and its members; of a group without any, none. */
function loadTimes(tx: Tx, projectId: string, groups: readonly string[]): Promise<(Times & { fingerprint: string })[]> {
  return tx.$queryRaw`
    SELECT g.fingerprint, min(a.first_at) AS "firstSeenAt", max(b.last_at) AS "lastSeenAt",
      (array_agg(b.run_id ORDER BY b.last_at DESC))[1] AS "lastRunId"
    FROM failure_group g CROSS JOIN LATERAL (${membersOf(projectId)}) m
    CROSS JOIN LATERAL (
      SELECT f.occurred_at AS first_at FROM failure f WHERE f.project_id = ${projectId}::uuid AND f.fingerprint = m.fingerprint
      ORDER BY f.occurred_at LIMIT 1) a
    CROSS JOIN LATERAL (
      SELECT f.occurred_at AS last_at, f.run_id FROM failure f WHERE f.project_id = ${projectId}::uuid AND f.fingerprint = m.fingerprint
      ORDER BY f.occurred_at DESC LIMIT 1) b
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = ANY(${[...groups]}::text[])
    GROUP BY g.fingerprint`
}
