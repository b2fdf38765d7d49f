import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { liveTopics } from '@/lib/contracts/vocabulary'

// The first change shows almost at once; the short wait gathers what one transaction tells in several messages.
const FIRST_MS = 40
const GAP_MS = 150
// Where changes do not stop coming, a page asks less and less often, down to this.
const LONGEST_GAP_MS = 600
const PATIENCE_MS = 2000

/** What may have changed with an event, as the first parts of query keys. */
export function keysOfEvent(project: string, event: Pick<LiveEvent, 'topic' | 'id'>): QueryKey[] {
  const at = (...parts: string[]) => [project, ...parts]
  switch (event.topic) {
    case 'runs':
    case 'run':
      return [
        at('runs'),
        event.topic === 'run' && event.id ? at('run', event.id) : at('run'),
        ...['overview', 'failures', 'executions', 'chains', 'chain', 'version', 'gate', 'status'].map((noun) =>
          at(noun),
        ),
      ]
    case 'gates':
    case 'gate':
      return [
        at('gates'),
        event.topic === 'gate' && event.id ? at('gate', event.id) : at('gate'),
        ...['overview', 'chains', 'chain', 'version', 'status'].map((noun) => at(noun)),
      ]
    case 'chains':
      return [at('chains'), at('chain'), at('version')]
    case 'trials':
      return [at('trials')]
    case 'members':
      return [at('members'), ['projects']]
    case 'dead-letters':
      return [at('dead-letters'), at('dead-letter'), at('run'), at('status')]
    case 'keys':
      return [at('keys')]
    case 'notifications':
      return [at('notifications')]
    case 'mail':
      return [at('mail')]
    case 'judge':
      return [at('judge')]
    case 'webhooks':
      return [at('webhooks')]
    case 'configuration':
      return [at('configuration'), at('judge'), at('chains'), at('chain')]
    case 'audit':
      return [at('audit')]
    case 'weekly':
      return [at('week'), at('status')]
    case 'thinking':
      return [
        at('thinking'),
        ...(event.id ? [at('thinking-session', event.id)] : [at('thinking-session'), at('thinking-templates')]),
      ]
  }
}

/** Reads the text of one event; null when it is none, or of a topic that this page does not know. */
export function parseLiveEvent(text: string): LiveEvent | null {
  try {
    const { project, topic, id }: Partial<LiveEvent> = JSON.parse(text)
    const isEvent = typeof project === 'string' && liveTopics.some((known) => known === topic)
    return isEvent && topic ? { project, topic, ...(typeof id === 'string' && { id }) } : null
  } catch {
    return null
  }
}

/** Whether a stream that is ready tells every change since the moment it was asked for; anything else may have missed some. */
export function isComplete(text: string): boolean {
  try {
    const ready: { isComplete?: unknown } | null = JSON.parse(text)
    return ready?.isComplete === true
  } catch {
    return false
  }
}

/** Marks queries as out of date, many at a time. */
export type Invalidator = { add: (keys: readonly QueryKey[]) => void; stop: () => void }

/**
 * Gathers keys and invalidates them together: soon after the first, then one batch after the other, so that a burst of
 * changes neither floods the server nor cuts a refetch off before it ends.
 */
export function makeInvalidator(client: Pick<QueryClient, 'invalidateQueries'>): Invalidator {
  const waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isStopped = false
  let gapMs = GAP_MS
  const flush = async () => {
    timer = undefined
    isBusy = true
    const keys = withoutCovered([...waiting.values()])
    waiting.clear()
    const refetched = Promise.allSettled(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
    await Promise.all([Promise.race([refetched, pause(PATIENCE_MS)]), pause(gapMs)])
    isBusy = false
    gapMs = waiting.size > 0 ? Math.min(gapMs * 2, LONGEST_GAP_MS) : GAP_MS
    if (waiting.size > 0) schedule(0)
  }
  const schedule = (ms: number) => {
    if (!isStopped && !isBusy && timer === undefined) timer = setTimeout(() => void flush(), ms)
  }
  return {
    add(keys) {
      for (const key of keys) waiting.set(JSON.stringify(key), key)
      if (waiting.size > 0) schedule(FIRST_MS)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Drops a key that a shorter one covers, so that no query is fetched twice for one batch. */
function withoutCovered(keys: readonly QueryKey[]): QueryKey[] {
  const covers = (wide: QueryKey, narrow: QueryKey) =>
    wide.length < narrow.length && wide.every((part, index) => part === narrow[index])
  return keys.filter((key) => !keys.some((other) => covers(other, key)))
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
