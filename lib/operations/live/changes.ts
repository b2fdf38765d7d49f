import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { LIVE_CHANNEL, type LiveEvent, liveEvent } from '@/lib/contracts/live-events'
import type { Tx } from '@/lib/db/client'
import { sessionOf } from '@/lib/db/session'
import { getDatabaseUrl } from '@/lib/env'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { shutdownSignal } from '../shutdown'

/** Notifies every open page, on every instance, when this transaction commits. */
export async function announce(tx: Tx, ...events: readonly LiveEvent[]): Promise<void> {
  const texts = events.map((event) => JSON.stringify(event))
  if (texts.length > 0)
    await tx.$queryRaw`SELECT pg_notify(${LIVE_CHANNEL}, text)::text FROM unnest(${texts}::text[]) AS text`
}

type LiveListener = {
  projectId: string
  /** Replay events since this time, in ms since 1970. */
  sinceMs: number
  /** Called when no further change can be missed. If `isComplete` is false, changes since `sinceMs` may have been. */
  onReady: (isComplete: boolean) => void
  onEvent: (event: LiveEvent) => void
  /** Called when changes may be missed from now on. */
  onLost: () => void
}

const CHECK_MS = 20_000
const ANSWER_MS = 10_000
const RETRY_MS = [250, 500, 1000, 2000, 5000] as const

type Hub = { listeners: Set<LiveListener>; recent: RecentEvents | null; isRunning: boolean }

/** Subscribes to every change of a project, on any instance. Returns a function that unsubscribes. */
export function subscribe(listener: LiveListener): () => void {
  const hub = processWide<Hub>('veritasLive', () => ({ listeners: new Set(), recent: null, isRunning: false }))
  hub.listeners.add(listener)
  if (hub.recent) welcome(listener, hub.recent)
  if (!hub.isRunning) void keepListening(hub)
  return () => hub.listeners.delete(listener)
}

/** Keeps one connection for all listeners of this process, reconnecting until the process stops. */
async function keepListening(hub: Hub): Promise<void> {
  hub.isRunning = true
  const stopping = shutdownSignal()
  let failures = 0
  while (!stopping.aborted) {
    const client = new Client({
      ...sessionOf(getDatabaseUrl()),
      application_name: 'veritas-live',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
    })
    try {
      await listenUntilLost(client, hub, stopping, () => {
        failures = 0
      })
    } catch (error) {
      if (!stopping.aborted && failures++ === 0)
        log.warn({ err: error }, 'live updates lost the database; trying again')
    }
    hub.recent = null
    for (const listener of hub.listeners) listener.onLost()
    client.end().catch(() => undefined)
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? CHECK_MS)
  }
  hub.isRunning = false
}

/** Never resolves; rejects with the reason why the connection is unusable. */
async function listenUntilLost(
  client: Client,
  hub: Hub,
  stopping: AbortSignal,
  onListening: () => void,
): Promise<never> {
  const over = new AbortController()
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection ended')))
    const endLiveUpdates = () => reject(new Error('this process is stopping'))
    stopping.addEventListener('abort', endLiveUpdates, { signal: over.signal })
  })
  const listening = async (): Promise<never> => {
    await client.connect()
    const session = await listenOn(client)
    // From now on, and not from before the server listened.
    const recent = makeRecentEvents(tick().latestMs)
    client.on('notification', (message) => deliver(hub, recent, readEvent(message.payload)))
    hub.recent = recent
    onListening()
    for (const listener of hub.listeners) welcome(listener, recent)
    // A connection whose peer vanished reports no error by itself.
    for (;;) {
      await pause(CHECK_MS)
      await withTimeout(session.assertOwn(), ANSWER_MS)
    }
  }
  return Promise.race([listening(), lost]).finally(() => over.abort())
}

/**
 * Listens for changes on a connection. `assertOwn` rejects once another session answers on it: a pooler that gives the session to others
 * after each transaction loses what it is notified of. Each connection has a channel of its own, as a pooled session keeps those of others.
 */
export async function listenOn(client: Pick<Client, 'query'>): Promise<{ assertOwn: () => Promise<void> }> {
  const own = `${LIVE_CHANNEL}_${randomUUID().replaceAll('-', '')}`
  await client.query(`LISTEN ${LIVE_CHANNEL}; LISTEN ${own}`)
  return {
    async assertOwn() {
      const { rowCount } = await client.query('SELECT 1 FROM pg_listening_channels() AS c (name) WHERE name = $1', [
        own,
      ])
      if (rowCount === 0)
        throw new Error('a pooler gave the session to others, which loses notifications: pool by session')
    },
  }
}

function welcome(listener: LiveListener, recent: RecentEvents): void {
  const missed = recent.since(listener.projectId, listener.sinceMs)
  listener.onReady(missed !== null)
  for (const event of missed ?? []) listener.onEvent(event)
}

function deliver(hub: Hub, recent: RecentEvents, event: LiveEvent | null): void {
  if (!event) return
  recent.add(event, tick().latestMs)
  for (const listener of hub.listeners) if (listener.projectId === event.project) listener.onEvent(event)
}

function readEvent(payload: string | undefined): LiveEvent | null {
  try {
    return liveEvent.safeParse(JSON.parse(payload ?? '')).data ?? null
  } catch {
    return null
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), ms).unref())
  return Promise.race([work, timeout])
}

const KEPT_MS = 60_000
const KEPT_COUNT = 2000
// Clocks of instances differ. A repeated change does no harm, a missed one does.
const SKEW_MS = 2000

/** The clock of this process, in ms since 1970. It stands still while the system's was set back: later is never earlier. */
function tick() {
  const clock = processWide('veritasClock', () => ({ id: randomUUID().slice(0, 8), latestMs: 0 }))
  clock.latestMs = Math.max(clock.latestMs, Date.now())
  return clock
}

/** Names this moment by the clock of this process, for readers who have seen all changes until then. */
export function thisMoment(): string {
  const { id, latestMs } = tick()
  return `${latestMs}-${id}`
}

/** Returns the time in ms since 1970 from which changes are replayed to a reader who has seen all until a moment; 0 if that is unknown. */
export function replayFrom(moment: string | null): number {
  const [, ms, clock] = /^(\d+)(?:-(\w+))?$/.exec(moment ?? '') ?? []
  if (ms === undefined) return 0
  return clock === tick().id ? Number(ms) : Math.max(0, Number(ms) - SKEW_MS)
}

/** The changes of the last minute, for clients that were briefly disconnected. */
type RecentEvents = {
  add: (event: LiveEvent, atMs: number) => void
  /** Returns the changes of a project since a time, or null if some may have been dropped. */
  since: (projectId: string, sinceMs: number) => LiveEvent[] | null
}

/** Keeps the recent events after `fromMs`, limited in age and number. Times are milliseconds since 1970. */
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
      if (sinceMs <= knownFromMs) return null
      return events
        .filter(({ event, atMs }) => atMs >= sinceMs && event.project === projectId)
        .map(({ event }) => event)
    },
  }
}

type ChangeWatch = {
  /** Resolves when something may have changed since the last call, or when the signal aborts. */
  next: (signal: AbortSignal) => Promise<void>
  stop: () => void
}

/** Signals when to read again: after a change that `matters`, and whenever changes may have been missed. */
export function watchChanges(projectId: string, matters: (event: LiveEvent) => boolean): ChangeWatch {
  let isDue = false
  let wake = () => {}
  const due = () => {
    isDue = true
    wake()
  }
  const stop = subscribe({
    projectId,
    sinceMs: Date.now(),
    onReady: due,
    onEvent: (event) => matters(event) && due(),
    onLost: () => {},
  })
  return {
    stop,
    async next(signal) {
      if (!isDue && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      isDue = false
    },
  }
}
