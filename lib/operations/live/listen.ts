import { Client } from 'pg'
import { LIVE_CHANNEL, type LiveEvent, liveEvent } from '@/lib/contracts/live-events'
import { getDatabaseUrl } from '@/lib/env'
import { log } from '@/lib/log'
import { shutdownSignal } from '../health/shutdown'

export type LiveListener = {
  projectId: string
  /** From here on no change is missed. */
  onReady: () => void
  onEvent: (event: LiveEvent) => void
  /** Changes may be missed from here on: start over. */
  onLost: () => void
}

const CHECK_MS = 20_000
const RETRY_MS = [250, 500, 1000, 2000, 5000] as const

type Hub = { listeners: Set<LiveListener>; isListening: boolean; isRunning: boolean }

// One for the process, also where a bundle loads this module a second time.
const kept = globalThis as typeof globalThis & { veritasLive?: Hub }

/** Hears every change of a project, whichever instance made it. Returns how to stop. */
export function subscribe(listener: LiveListener): () => void {
  kept.veritasLive ??= { listeners: new Set(), isListening: false, isRunning: false }
  const hub = kept.veritasLive
  hub.listeners.add(listener)
  if (hub.isListening) listener.onReady()
  if (!hub.isRunning) void keepListening(hub)
  return () => hub.listeners.delete(listener)
}

/** One connection for all listeners of this process, made anew whenever it breaks, until the process stops. */
async function keepListening(hub: Hub): Promise<void> {
  hub.isRunning = true
  for (let failures = 0; !shutdownSignal().aborted; failures++) {
    try {
      await listenOnce(hub, () => {
        failures = 0
      })
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'live updates lost the database; trying again')
    }
    hub.isListening = false
    for (const listener of hub.listeners) listener.onLost()
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 5000)
  }
  hub.isRunning = false
}

/** Listens until the connection ends; rejects with why. */
async function listenOnce(hub: Hub, onReady: () => void): Promise<void> {
  const client = new Client({ connectionString: getDatabaseUrl(), application_name: 'veritas-live', keepAlive: true })
  const ended = new Promise<never>((_, reject) => {
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection ended')))
    shutdownSignal().addEventListener('abort', () => reject(new Error('this process is stopping')))
  })
  // Whichever of the two settles first is the answer; the other must not count as unhandled.
  ended.catch(() => undefined)
  const work = async () => {
    await client.connect()
    client.on('notification', (message) => tell(hub, message.payload))
    await client.query(`LISTEN ${LIVE_CHANNEL}`)
    hub.isListening = true
    onReady()
    for (const listener of hub.listeners) listener.onReady()
    // A connection whose other end vanished reports nothing by itself.
    for (;;) {
      await pause(CHECK_MS)
      await withTimeout(client.query('SELECT 1'), CHECK_MS)
    }
  }
  const working = work()
  working.catch(() => undefined)
  try {
    await Promise.race([working, ended])
  } finally {
    void client.end().catch(() => undefined)
  }
}

function tell(hub: Hub, payload: string | undefined): void {
  const event = readEvent(payload)
  if (!event) return
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
