import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { liveTopics } from '@/lib/contracts/vocabulary'
import type { IsStale } from './stale'

// The first change is shown almost immediately; the short delay gathers the messages of one transaction.
const FIRST_MS = 40
const GAP_MS = 150
// Under continuous changes the interval between refetches grows up to this.
const LONGEST_GAP_MS = 600
const PATIENCE_MS = 2000

/** Parses an event; returns null if it is invalid, or of a topic unknown to this page. */
export function parseLiveEvent(text: string): LiveEvent | null {
  try {
    const { project, topic, id }: Partial<LiveEvent> = JSON.parse(text)
    const isEvent = typeof project === 'string' && liveTopics.some((known) => known === topic)
    return isEvent && topic ? { project, topic, ...(typeof id === 'string' && { id }) } : null
  } catch {
    return null
  }
}

/** Whether the stream includes every change since it was requested; otherwise some may have been missed. */
export function isComplete(text: string): boolean {
  try {
    const ready: { isComplete?: unknown } | null = JSON.parse(text)
    return ready?.isComplete === true
  } catch {
    return false
  }
}

/**
 * Returns a function that refetches what is out of date. A first answer or a next page that is on its way is awaited before: the answer may have
 * been read before the change, and a refetch would cancel the page, for which nobody would ask again.
 */
export function makeRefetch(client: QueryClient): (isStale: IsStale) => Promise<unknown> {
  const awaited = new Set<Query>()
  const refetchLater = async (query: Query) => {
    awaited.add(query)
    await query.promise?.catch(() => undefined)
    awaited.delete(query)
    await client.invalidateQueries({ predicate: (other) => other === query })
  }
  return (isStale) => {
    const underway = client.getQueryCache().findAll({ predicate: (query) => isUnderway(query) && isStale(query) })
    return Promise.all([
      client.invalidateQueries({ predicate: (query) => isStale(query) && !underway.includes(query) }),
      ...underway.filter((query) => !awaited.has(query)).map(refetchLater),
    ])
  }
}

const isUnderway = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && (state.data === undefined || state.fetchMeta?.fetchMore !== undefined)

/** Invalidates queries in batches. */
export type Invalidator = { add: (cause: string, isStale: IsStale) => void; stop: () => void }

/**
 * Gathers causes and invalidates the affected queries together: soon after the first, then batch by batch, so that a burst of changes
 * neither floods the server nor cancels a refetch before it ends.
 */
export function makeInvalidator(refetch: (isStale: IsStale) => Promise<unknown>): Invalidator {
  const waiting = new Map<string, IsStale>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isStopped = false
  let gapMs = GAP_MS
  const flush = async () => {
    timer = undefined
    isBusy = true
    const causes = [...waiting.values()]
    waiting.clear()
    const refetched = refetch((query) => causes.some((isStale) => isStale(query)))
    await Promise.all([Promise.race([refetched.catch(() => undefined), pause(PATIENCE_MS)]), pause(gapMs)])
    isBusy = false
    gapMs = waiting.size > 0 ? Math.min(gapMs * 2, LONGEST_GAP_MS) : GAP_MS
    if (waiting.size > 0) schedule(0)
  }
  const schedule = (ms: number) => {
    if (!isStopped && !isBusy && timer === undefined) timer = setTimeout(() => void flush(), ms)
  }
  return {
    add(cause, isStale) {
      waiting.set(cause, isStale)
      schedule(FIRST_MS)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
