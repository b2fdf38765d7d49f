import type { LiveEvent } from '@/lib/contracts/live-events'

const KEPT_MS = 60_000
const KEPT_COUNT = 2000
// Instances do not share a clock; a change told twice does no harm, one not told does.
export const SKEW_MS = 2000

/** The changes of the last minute, for readers that were away for a moment. */
export type RecentEvents = {
  add: (event: LiveEvent, atMs: number) => void
  /** The changes of a project after a moment, or null when some of them may not be known here any more. */
  since: (projectId: string, sinceMs: number) => LiveEvent[] | null
}

/** Knows everything from `fromMs` on, as long as it is kept. Times are milliseconds since 1970. */
export function makeRecentEvents(fromMs: number): RecentEvents {
  let knownFromMs = fromMs
  let events: { event: LiveEvent; atMs: number }[] = []
  return {
    add(event, atMs) {
      events.push({ event, atMs })
      const oldest = events[0]
      if (!oldest || (events.length <= 2 * KEPT_COUNT && atMs - oldest.atMs <= 2 * KEPT_MS)) return
      events = events.slice(-KEPT_COUNT).filter((kept) => atMs - kept.atMs <= KEPT_MS)
      knownFromMs = events[0]?.atMs ?? atMs
    },
    since(projectId, sinceMs) {
      const fromMs = sinceMs - SKEW_MS
      if (fromMs < knownFromMs) return null
      return events.filter(({ event, atMs }) => atMs >= fromMs && event.project === projectId).map(({ event }) => event)
    },
  }
}
