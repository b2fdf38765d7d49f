const DAY_MS = 86_400_000

/**
 * How long is kept what only says that somebody was told, in ms. Facts, decisions and the audit log are never pruned.
 * What arrived is of use while one looks into what happened lately; what did not arrive stays until it has surely been seen.
 */
export const RETENTION = {
  /** Ten times the three days over which a delivery is retried. */
  deliveredMessages: 30 * DAY_MS,
  sentMails: 30 * DAY_MS,
  readNotifications: 90 * DAY_MS,
  failedMessages: 180 * DAY_MS,
  failedMails: 180 * DAY_MS,
  /** After an invitation ended, answered or not: it holds an address of somebody who may never have come. */
  endedInvitations: 30 * DAY_MS,
  unreadNotifications: 365 * DAY_MS,
} as const

/** Rows that one statement removes: its locks are short and its transaction small. */
export const BATCH = 1000
