const DAY_MS = 86_400_000

/** How long a group counts as new after its first failure, and as regressed after it came back. */
export const FRESH_DAYS = 7

export type GroupStatus = 'new' | 'ongoing' | 'escalating' | 'regressed' | 'archived' | 'resolved'

/** What is stored of a group: what a person did with it last, and when it was seen, came back and began to escalate. */
export interface GroupFacts {
  status: 'open' | 'archived' | 'resolved'
  firstSeenAt: Date
  /** Null: archived for good, or until it escalates. */
  archivedUntil: Date | null
  regressedAt: Date | null
  escalatingAt: Date | null
}

/**
 * The one status of a group at a moment. What a person said of it holds first: resolved, or archived until its time is over. Of the
 * others escalating stands above regressed, and that above new; both last {@link FRESH_DAYS} days, after which it is ongoing.
 */
export function groupStatus(group: GroupFacts, now: Date): GroupStatus {
  if (group.status === 'resolved') return 'resolved'
  if (group.status === 'archived' && (group.archivedUntil === null || group.archivedUntil > now)) return 'archived'
  const fresh = new Date(now.getTime() - FRESH_DAYS * DAY_MS)
  if (group.escalatingAt !== null) return 'escalating'
  if (group.regressedAt !== null && group.regressedAt > fresh) return 'regressed'
  return group.firstSeenAt > fresh ? 'new' : 'ongoing'
}

export interface Resolution {
  at: Date
  /** The chain of the version it was said to be mended in; null = everywhere, from that moment on. */
  chainId: string | null
}

interface Occurrence {
  at: Date
  chainId: string
  /** Its version against the one that mends it, of the same chain: below zero for an older one. */
  order: number
}

/**
 * Whether a failure says that a resolved group came back. What happened before it was resolved does not. Where it was resolved in a
 * version, the versions of that chain before it may still fail; that version and later ones, and other chains, may not.
 */
export function isRegression(resolution: Resolution, failure: Occurrence): boolean {
  if (failure.at <= resolution.at) return false
  return resolution.chainId === null || failure.chainId !== resolution.chainId || failure.order >= 0
}
