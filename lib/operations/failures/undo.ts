import { undoFailureEvents as contract } from '@/lib/contracts/failure-groups'
import type { Tx } from '@/lib/db/client'
import type { FailureGroupEvent } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { announce } from '../live/changes'
import { withdrawNotices } from '../notifications/withdraw'
import { operation } from '../operation'
import { addGroupEvents, type LockedGroup, lockWholeGroups, statusOf } from './groups'
import { recordMoves } from './merge'
import { type Moves, movedBy, moveGroups, touchedBy } from './moves'
import { failureLink } from './notify'
import { type FormerState, formerState, isNewest, undoneBy } from './states'

/** Actions of people that replace the state or the owner of a group. */
const ofPeople = new Set(['archived', 'resolved', 'reopened', 'assigned'])

type Locked = ReadonlyMap<string, LockedGroup>
type Answer = { group: string; ok: boolean; error: string | null }

/** Takes actions on groups back, each if nothing has changed its group since; those that cannot be are returned with the reason. */
export const undoFailureEvents = operation(contract, (ctx, { events }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const rows = await tx.failureGroupEvent.findMany({
      where: { projectId, OR: events.map(({ group, event }) => ({ fingerprint: group, id: event })) },
    })
    const found = events.map(({ group, event }) => {
      const row = rows.find(({ id, fingerprint }) => id === event && fingerprint === group)
      return { group, row, groups: [group, ...touchedBy(movedBy(row?.detail)?.moves ?? [])] }
    })
    // All in one order, so that two who take the same back wait for each other.
    if (found.length > 1)
      await lockWholeGroups(
        tx,
        projectId,
        found.flatMap(({ groups }) => groups),
      )
    const results: Answer[] = []
    for (const { group, row, groups } of found) {
      // Read anew: what was taken back before this one may have changed it.
      const locked = await lockWholeGroups(tx, projectId, groups)
      const error = row ? await takeBack(tx, ctx, row, locked) : 'not found'
      results.push({ group, ok: error === null, error })
    }
    const done = results.filter(({ ok }) => ok).length
    if (done > 0) await announce(tx, { project: projectId, topic: 'failures' })
    return { done, refused: results.length - done, results }
  }),
)

/** Takes what one event did back. Returns why not, or null. */
async function takeBack(tx: Tx, ctx: ProjectContext, event: FailureGroupEvent, locked: Locked): Promise<string | null> {
  const { fingerprint, at } = event
  const later = await tx.failureGroupEvent.findMany({
    where: { projectId: ctx.project.id, fingerprint, at: { gte: at } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true, kind: true, detail: true },
  })
  if (later.some(({ detail }) => undoneBy(detail) === event.id)) return 'this was taken back already'
  if (movedBy(event.detail)) return moveBack(tx, ctx, event, locked)
  const former = formerState(event.detail)
  const group = locked.get(fingerprint)
  if (!group || !ofPeople.has(event.kind)) return 'this cannot be taken back'
  if (!former) return 'an earlier release did not note what this replaced: change it anew'
  if (group.mergedInto !== null) return 'it was merged into another group'
  if (!isNewest(event, later)) return 'it was changed again since: take the later change back first'
  if (former.status === 'resolved' && hasFailedSince(group, former)) return 'it failed again since: resolve it anew'
  await restore(tx, ctx, { event, group, former })
  return null
}

/** Whether failures arrived since that a resolution would have had to be judged by. */
const hasFailedSince = ({ lastSeenAt }: LockedGroup, { lastSeenAt: before, resolvedAt }: FormerState) =>
  before !== undefined && lastSeenAt > before && (resolvedAt == null || lastSeenAt > resolvedAt)

type Restored = { event: FailureGroupEvent; group: LockedGroup; former: FormerState }

async function restore(tx: Tx, ctx: ProjectContext, { event, group, former }: Restored): Promise<void> {
  const projectId = ctx.project.id
  const { fingerprint } = group
  const { lastSeenAt: _, ...data } = former
  await tx.failureGroup.update({ where: { projectId_fingerprint: { projectId, fingerprint } }, data })
  const at = ctx.now()
  const detail = { of: event.id, kind: event.kind }
  await addGroupEvents(tx, projectId, [
    { kind: 'undone', fingerprint, by: actorName(ctx.actor), note: null, detail, at },
  ])
  const toAudit = (of: LockedGroup) =>
    event.kind === 'assigned' ? { owner: of.ownerId } : { status: statusOf(of, ctx.now()) }
  await audit(tx, ctx, 'failure_group.undone', {
    subject: `failure-group:${fingerprint}`,
    before: toAudit(group),
    after: { ...toAudit({ ...group, ...data }), of: event.id },
  })
  if (event.kind === 'assigned' && group.ownerId !== null)
    await withdrawNotices(tx, projectId, {
      userId: group.ownerId,
      kind: 'failure_assigned',
      links: [failureLink(fingerprint)],
    })
}

/** Moves the groups of a merge or a split back. */
async function moveBack(
  tx: Tx,
  ctx: ProjectContext,
  { id, fingerprint, detail }: FailureGroupEvent,
  locked: Locked,
): Promise<string | null> {
  const { moves, times } = movedBy(detail) ?? { moves: [], times: {} }
  const back = moves.map((move) => ({ fingerprint: move.fingerprint, before: move.after, after: move.before }))
  const isWhereItWasPut = back.every((move) => locked.get(move.fingerprint)?.mergedInto === move.before)
  const isHeadThere = back.every(({ after }) => after === null || canHold(after, locked, back))
  if (!isWhereItWasPut || !isHeadThere) return 'these groups were moved again since: take the later change back first'
  await moveGroups(tx, ctx.project.id, back, { locked, former: times })
  await recordMoves(tx, ctx, { kind: 'undone', fingerprint, moved: { moves: back, times: {} }, of: id })
  return null
}

/** Whether a group is unmerged after the moves, so that others can be merged into it. */
function canHold(group: string, locked: Locked, moves: Moves): boolean {
  const own = moves.find(({ fingerprint }) => fingerprint === group)
  return (own ? own.after : locked.get(group)?.mergedInto) === null
}
