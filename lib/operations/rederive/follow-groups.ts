import type { Tx } from '@/lib/db/client'
import type { ProjectContext } from '../context'
import { type LockedGroup, lockWholeGroups } from '../failures/groups'
import { merge } from '../failures/merge'
import { moveGroups } from '../failures/moves'

type Placed = { runId: string; nodeId: string; fingerprint: string }

/** How many failures went from one group to another. */
type Went = Map<string, Map<string, number>>

const NOTE = 'An upgrade groups these failures differently.'
/** Events that no person caused. */
const OF_THE_DESK = ['regressed', 'escalated', 'calmed']

/** Loads the groups that the failures of these runs are in. */
export function findPlaced(tx: Tx, projectId: string, runIds: readonly string[]): Promise<Placed[]> {
  return tx.failure.findMany({
    where: { projectId, runId: { in: [...runIds] } },
    select: { runId: true, nodeId: true, fingerprint: true },
  })
}

/**
 * Merges each group whose last failures a new rule of grouping moved elsewhere with the one that got most of them, so that links to it and what
 * people did with it outlive an upgrade. Where people acted on it, or merged it into another, and not on the new one, that goes into theirs.
 */
export async function followGroups(
  tx: Tx,
  ctx: ProjectContext,
  before: readonly Placed[],
  after: readonly Placed[],
): Promise<void> {
  const went = countMoves(before, after)
  if (went.size === 0) return
  const projectId = ctx.project.id
  const named = [...new Set([...went].flatMap(([from, to]) => [from, ...to.keys()]))]
  const rows = await tx.failureGroup.findMany({
    where: { projectId, fingerprint: { in: named } },
    select: { fingerprint: true, mergedInto: true },
  })
  const heads = rows.map(({ fingerprint, mergedInto }) => mergedInto ?? fingerprint)
  const locked = await lockWholeGroups(tx, projectId, [...new Set([...named, ...heads])])
  const acted = await findActedOn(tx, projectId, heads)
  for (const [from, counts] of went) {
    const left = headOf(locked, from)
    const next = headOf(locked, mostly(counts))
    if (!left || !next || next === left || !isEmpty(locked.get(from))) continue
    const isActedOn = acted.has(left.fingerprint)
    if (isActedOn && !acted.has(next.fingerprint)) await join(tx, ctx, locked, { stays: left, goes: next, isActedOn })
    else if (wholeOf(locked, left).every(isEmpty)) await join(tx, ctx, locked, { stays: next, goes: left, isActedOn })
  }
}

function countMoves(before: readonly Placed[], after: readonly Placed[]): Went {
  const placeOf = ({ runId, nodeId }: Placed) => `${runId} ${nodeId}`
  const now = new Map(after.map((failure) => [placeOf(failure), failure.fingerprint]))
  const went: Went = new Map()
  for (const failure of before) {
    const to = now.get(placeOf(failure))
    if (to === undefined || to === failure.fingerprint) continue
    const counts = went.get(failure.fingerprint) ?? new Map<string, number>()
    went.set(failure.fingerprint, counts.set(to, (counts.get(to) ?? 0) + 1))
  }
  return went
}

type Locked = Map<string, LockedGroup>

const headOf = (locked: Locked, group: string) => locked.get(locked.get(group)?.mergedInto ?? group)

const wholeOf = (locked: Locked, head: LockedGroup) =>
  [...locked.values()].filter((one) => one === head || one.mergedInto === head.fingerprint)

const isEmpty = (group?: LockedGroup) => group !== undefined && group.roots + group.cascades === 0

/** The group that got most of these failures. */
const mostly = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0] ?? ''

/** Which of these groups people acted on. */
async function findActedOn(tx: Tx, projectId: string, heads: readonly string[]): Promise<Set<string>> {
  const events = await tx.failureGroupEvent.findMany({
    where: { projectId, fingerprint: { in: [...heads] }, kind: { notIn: OF_THE_DESK } },
    distinct: ['fingerprint'],
    select: { fingerprint: true },
  })
  return new Set(events.map(({ fingerprint }) => fingerprint))
}

type Joined = { stays: LockedGroup; goes: LockedGroup; isActedOn: boolean }

/** Merges one group into another; with an event in its history if people acted on the emptied one. */
async function join(tx: Tx, ctx: ProjectContext, locked: Locked, { stays, goes, isActedOn }: Joined): Promise<void> {
  const into = stays.fingerprint
  const moves = wholeOf(locked, goes).map(({ fingerprint, mergedInto }) => ({
    fingerprint,
    before: mergedInto,
    after: into,
  }))
  if (isActedOn) await merge(tx, ctx, { into, note: NOTE }, [stays, goes], locked)
  else await moveGroups(tx, ctx.project.id, moves, { locked })
  for (const { fingerprint, after } of moves) {
    const moved = locked.get(fingerprint)
    if (moved) locked.set(fingerprint, { ...moved, mergedInto: after })
  }
}
