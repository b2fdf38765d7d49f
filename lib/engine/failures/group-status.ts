import { DAY_MS } from '@/lib/contracts/durations'

/** How many days a group counts as new after its first failure, and as regressed after it returned. */
export const FRESH_DAYS = 7

type GroupStatus = 'new' | 'ongoing' | 'escalating' | 'regressed' | 'archived' | 'resolved'

/** Stored state of a group: the last action of a person, and when it was first seen, returned and began to escalate. */
export interface GroupFacts {
  status: 'open' | 'archived' | 'resolved'
  firstSeenAt: Date
  /** Null: archived permanently, or until it escalates. */
  archivedUntil: Date | null
  regressedAt: Date | null
  escalatingAt: Date | null
}

/**
 * Returns the status of a group at a moment. A person's action takes precedence: resolved, or archived until its time is over. Then
 * escalating outranks regressed, which outranks new; regressed and new last {@link FRESH_DAYS} days, after which the group is ongoing.
 */
export function groupStatus(group: GroupFacts, now: Date): GroupStatus {
  if (group.status === 'resolved') return 'resolved'
  if (group.status === 'archived' && (group.archivedUntil === null || group.archivedUntil > now)) return 'archived'
  const fresh = new Date(now.getTime() - FRESH_DAYS * DAY_MS)
  if (group.escalatingAt !== null) return 'escalating'
  if (group.regressedAt !== null && group.regressedAt > fresh) return 'regressed'
  return group.firstSeenAt > fresh ? 'new' : 'ongoing'
}

interface Resolution {
  at: Date
  /** Chain of the version it was resolved in; null = resolved everywhere from that moment on. */
  chainId: string | null
  /** Resolved in the next version of each chain. */
  isInNext: boolean
}

interface Occurrence {
  at: Date
  chainId: string
  /** Its version compared with the resolving one of the same chain: negative for an older version. */
  order: number
  /** Its version is higher than all versions of its chain that were known when the group was resolved. */
  isNewer: boolean
}

/**
 * Whether a failure means that a resolved group returned. Failures before the resolution do not. If the group was resolved in a version,
 * earlier versions of that chain may still fail; that version, later ones and other chains may not. If it was resolved in the next version,
 * all versions known by then may.
 */
export function isRegression(resolution: Resolution, failure: Occurrence): boolean {
  if (failure.at <= resolution.at) return false
  if (resolution.isInNext) return failure.isNewer
  return resolution.chainId === null || failure.chainId !== resolution.chainId || failure.order >= 0
}
