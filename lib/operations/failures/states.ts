import { z } from 'zod'
import type { LockedGroup } from './groups'

const time = z.coerce.date().nullable()
const state = z.object({
  status: z.string(),
  archivedUntil: time,
  untilEscalating: z.boolean(),
  resolvedAt: time,
  resolvedVersionId: z.string().nullable(),
  resolvedInNext: z.boolean(),
  regressedAt: time,
  escalatingAt: time,
  lastSeenAt: z.coerce.date(),
})
const owner = z.object({ ownerId: z.string().nullable() })
const former = z.object({ was: z.union([state, owner]) })

/** What an action replaced of a group: its status with all that goes with it, and when it was last seen; or its owner. */
export type FormerState = Partial<z.infer<typeof state>> & Partial<z.infer<typeof owner>>

/** The state of a group that an action other than a new owner replaces, for its event. */
export const stateOf = (group: LockedGroup) => state.parse(group)

/** Parses what an event replaced from its detail; null for others. */
export function formerState(detail: unknown): FormerState | null {
  return former.safeParse(detail).data?.was ?? null
}

const undo = z.object({ of: z.string() })

/** The event that this one took back, by the detail of an `undone` one; null for others. */
export function undoneBy(detail: unknown): string | null {
  return undo.safeParse(detail).data?.of ?? null
}

type Event = { id: string; kind: string; detail: unknown }

/** Kinds of events that set the status of a group. */
const SETS_STATUS = ['archived', 'resolved', 'reopened', 'regressed', 'escalated', 'calmed']

/** Events of a group that stand, newest first. */
export function standing<E extends Event>(events: readonly E[]): E[] {
  const undone = new Set(events.map(({ detail }) => undoneBy(detail)))
  return events.filter(({ id, kind }) => kind !== 'undone' && !undone.has(id))
}

/**
 * Whether an action is the last that stands of those that set the same: the status of its group, or its owner.
 * @param events of its group, newest first, from it on
 */
export function isNewest(event: Event, events: readonly Event[]): boolean {
  const sets = (kind: string) => (kind === 'assigned' ? 'owner' : SETS_STATUS.includes(kind) ? 'status' : null)
  return standing(events).find(({ kind }) => sets(kind) === sets(event.kind))?.id === event.id
}

/**
 * What a group that is reopened was before it was resolved or archived: that it had come back, or escalated.
 * @param events of the group, newest first
 */
export function openBefore(events: readonly Event[]): Pick<LockedGroup, 'regressedAt' | 'escalatingAt'> | null {
  for (const { kind, detail } of standing(events)) {
    if (!SETS_STATUS.includes(kind)) continue
    const was = formerState(detail)
    if (!was || (kind !== 'resolved' && kind !== 'archived')) return null
    if (was.status === 'open') return { regressedAt: was.regressedAt ?? null, escalatingAt: was.escalatingAt ?? null }
  }
  return null
}
