import type { GateStatus } from './gate-status'

const DAY_MS = 86_400_000

/** One extension moves a deadline by at most this many days. */
export const MAX_EXTENSION_DAYS = 7

/** However often it is extended, a gate is closed this many days after it was opened. */
export const MAX_OPEN_DAYS = 90

/** When a gate warns, in ms since the epoch: a quarter of the time from `from` to the deadline is left. */
export function warnTime(from: number, deadlineAt: number): number {
  return deadlineAt - Math.max(0, deadlineAt - from) / 4
}

/** A gate as it opens, at `openedAt`. */
export function openedGate(asked: Pick<GateStatus, 'quorum' | 'openedAt' | 'deadlineAt'>): GateStatus {
  return {
    ...asked,
    state: 'pending',
    warnAt: warnTime(asked.openedAt, asked.deadlineAt),
    warnedAt: null,
    ownerId: null,
    escalatedTo: null,
    votes: [],
    reversed: false,
  }
}

/** The latest deadline that one extension may set, in ms since the epoch. */
export function latestDeadline({ openedAt, deadlineAt }: { openedAt: number; deadlineAt: number }): number {
  return Math.min(deadlineAt + MAX_EXTENSION_DAYS * DAY_MS, openedAt + MAX_OPEN_DAYS * DAY_MS)
}
