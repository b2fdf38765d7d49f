import { v7 as uuid } from 'uuid'
import { splitFailureGroup as splitContract } from '@/lib/contracts/failure-groups'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { templateOf } from '@/lib/engine/failures/fingerprint'
import { auditAll } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { AppError, invalidInput, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { moveFailureRollups } from '../rollups/failures'
import { lockIngestExclusive } from '../runs/lock'
import { noteGroupsAnew } from './arrivals'
import { addGroupEvents, type LockedGroup, lockWholeGroups } from './groups'
import { type Moved, moveGroups, withTimes } from './moves'

type Merge = { into?: string | undefined; note?: string | undefined }

/** Merges groups, with those merged into them before, into the one that stays. */
export async function merge(
  tx: Tx,
  ctx: ProjectContext,
  { into, note }: Merge,
  groups: readonly LockedGroup[],
  locked: ReadonlyMap<string, LockedGroup>,
) {
  const sizeOf = (group: LockedGroup) =>
    [...locked.values()]
      .filter((one) => one === group || one.mergedInto === group.fingerprint)
      .reduce((sum, one) => sum + one.roots + one.cascades, 0)
  const head =
    groups.find(({ fingerprint }) => fingerprint === into) ?? groups.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
  if (!head) throw notFound('failure group')
  if (into !== undefined && head.fingerprint !== into)
    throw invalidInput([{ path: 'into', message: 'is no group that others can be merged into' }])
  const others = new Set(groups.map(({ fingerprint }) => fingerprint).filter((one) => one !== head.fingerprint))
  const moves = [...locked.values()].flatMap(({ fingerprint, mergedInto }) =>
    others.has(mergedInto ?? fingerprint) ? [{ fingerprint, before: mergedInto, after: head.fingerprint }] : [],
  )
  await moveGroups(tx, ctx.project.id, moves, { locked })
  const moved = withTimes(moves, locked)
  const event = await recordMoves(tx, ctx, { kind: 'merged', fingerprint: head.fingerprint, moved, note })
  return { into: head.fingerprint, event }
}

type Recorded = {
  kind: 'merged' | 'split' | 'undone'
  fingerprint: string
  moved: Moved
  note?: string | undefined
  /** The event that is taken back. */
  of?: string
}

/** Records moves of groups with the group `fingerprint`; returns the id of the event. */
export async function recordMoves(
  tx: Tx,
  ctx: ProjectContext,
  { kind, fingerprint, moved: { moves, times }, note, of }: Recorded,
): Promise<string> {
  const detail = { moves: moves.map((move) => ({ ...move })), ...(of && { of }) }
  const common = { kind, fingerprint, by: actorName(ctx.actor), note: note || null, at: ctx.now() }
  const event = { ...common, detail: { ...detail, times } }
  const [id = ''] = await addGroupEvents(tx, ctx.project.id, [event])
  await auditAll(tx, ctx, `failure_group.${kind}`, [
    { subject: `failure-group:${fingerprint}`, before: null, after: detail },
  ])
  await announce(tx, { project: ctx.project.id, topic: 'failures' })
  return id
}

/** Takes a merged group out again, or moves the failures of one part into a separate group. */
export const splitFailureGroup = operation(splitContract, (ctx, { group, member, part, note }) =>
  inTransaction(ctx, async (tx) => {
    // Counts of failures move with the failures, so no run may arrive or be deleted meanwhile.
    if (part !== undefined) await lockIngestExclusive(tx, ctx.project.id)
    const locked = await lockWholeGroups(tx, ctx.project.id, [group])
    if (!locked.has(group)) throw notFound('failure group')
    const { taken, source } =
      member === undefined
        ? await splitPart(tx, ctx, { group, members: [...locked.keys()], part: part ?? '' })
        : { taken: member, source: group }
    const isMember = locked.get(taken)?.mergedInto === group
    if (member !== undefined && !isMember)
      throw invalidInput([{ path: 'member', message: 'is not part of this group' }])
    const moves = [{ fingerprint: taken, before: group, after: null }]
    await moveGroups(tx, ctx.project.id, moves, { locked, source })
    const moved = withTimes(moves, locked)
    return { group: taken, event: await recordMoves(tx, ctx, { kind: 'split', fingerprint: group, moved, note }) }
  }),
)

type Taken = { group: string; members: readonly string[]; part: string }

/**
 * Moves the existing and future failures of one part into a new group and returns it, with the group they were taken out of. If the part makes
 * up a whole merged group, returns that group instead.
 */
async function splitPart(
  tx: Tx,
  ctx: ProjectContext,
  { group, members, part }: Taken,
): Promise<{ taken: string; source: string }> {
  const projectId = ctx.project.id
  const [newest] = await tx.$queryRaw<{ fingerprint: string; message: string; isAlone: boolean }[]>`
    SELECT f.fingerprint, f.message, NOT EXISTS (
      SELECT 1 FROM failure o WHERE o.project_id = ${projectId}::uuid AND o.fingerprint = f.fingerprint AND o.part <> f.part) AS "isAlone"
    FROM failure f WHERE f.project_id = ${projectId}::uuid AND f.fingerprint = ANY(${[...members]}::text[]) AND f.part = ${part}
    ORDER BY f.occurred_at DESC LIMIT 1`
  if (!newest) throw invalidInput([{ path: 'part', message: 'is not part of this group' }])
  if (newest.isAlone && newest.fingerprint !== group) return { taken: newest.fingerprint, source: group }
  if (newest.isAlone)
    throw new AppError('conflict', 'all failures of this group read the same: there is nothing to take out of it')
  const fingerprint = `part:${uuid()}`
  const template = templateOf(newest.message)
  await tx.$executeRaw`
    INSERT INTO failure_group (project_id, fingerprint, failure_class, node, template, code, leaf, roots, cascades, first_seen_at, last_seen_at, last_run_id)
    SELECT project_id, ${fingerprint}, failure_class, node, ${template}, code, leaf, 0, 0, first_seen_at, last_seen_at, last_run_id
    FROM failure_group WHERE project_id = ${projectId}::uuid AND fingerprint = ${newest.fingerprint}`
  await tx.$executeRaw(
    insertRows(
      'failureTemplate',
      [{ projectId, fingerprint: part, groupedAs: fingerprint }],
      'ON CONFLICT (project_id, fingerprint) DO UPDATE SET grouped_as = EXCLUDED.grouped_as',
    ),
  )
  await tx.$executeRaw`
    UPDATE failure SET fingerprint = ${fingerprint}
    WHERE project_id = ${projectId}::uuid AND fingerprint = ${newest.fingerprint} AND part = ${part}`
  await moveFailureRollups(tx, projectId, newest.fingerprint, fingerprint)
  await noteGroupsAnew(tx, projectId, newest.fingerprint)
  await moveGates(tx, projectId, newest.fingerprint, fingerprint)
  // Node and class are those under which its newest failures were counted.
  await tx.$executeRaw(Prisma.sql`
    UPDATE failure_group g SET node = r.node, failure_class = r.failure_class FROM (
      SELECT r.node, r.failure_class FROM rollup_failure r
      WHERE r.project_id = ${projectId}::uuid AND r.fingerprint = ${fingerprint} AND r.roots + r.cascades > 0 ORDER BY r.hour DESC LIMIT 1) r
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = ${fingerprint}`)
  return { taken: fingerprint, source: newest.fingerprint }
}

/** Gates on runs of which all failures of one group moved to another: runs that fail like those join them from now on. */
async function moveGates(tx: Tx, projectId: string, before: string, after: string): Promise<void> {
  const failedIn = (group: string) =>
    Prisma.sql`SELECT run_id FROM failure WHERE project_id = ${projectId}::uuid AND fingerprint = ${group}`
  await tx.$executeRaw`
    UPDATE gate SET cause = ${after} WHERE project_id = ${projectId}::uuid AND cause = ${before}
      AND run_id IN (${failedIn(after)}) AND run_id NOT IN (${failedIn(before)})`
}
