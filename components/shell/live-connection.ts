import type { LiveEvent } from '@/lib/contracts/live-events'
import { liveTopics } from '@/lib/contracts/vocabulary'

export type LiveState = 'connecting' | 'connected' | 'reconnecting' | 'not live'

const REOPEN_MS = [1000, 2000, 5000, 10_000, 30_000] as const
const NOT_LIVE_AFTER = 3
// Browsers allow six HTTP/1.1 connections per server across all tabs, so a hidden tab closes its own, and one opened hidden has none.
const HIDDEN_MS = 10_000
// Three heartbeats of the server. A connection that was cut without a word, as by a router or while the computer slept, stays silent.
const SILENT_MS = 45_000

type LiveConnectionOptions = {
  project: string
  /** The server's name of the moment until which the page has seen all changes. */
  since: string
  onState: (state: LiveState) => void
  onEvent: (event: LiveEvent) => void
  /** Changes may have been missed: the data has to be refetched. */
  onGap: () => void
  /** The time of the server, in ms since the epoch. */
  onServerTime: (ms: number) => void
  /** The server refused the connection, possibly because the session ended. */
  onRefused: () => void
}

/** Keeps a stream of changes open while the page is visible. Returns a function that closes it. */
export function openLiveConnection(options: LiveConnectionOptions): () => void {
  const { project, onState, onEvent, onGap, onServerTime, onRefused } = options
  let { since } = options
  let source: EventSource | undefined
  let failures = 0
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  let hideTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(reopenTimer)
    clearTimeout(silenceTimer)
    source?.close()
    source = undefined
  }
  const fail = () => {
    failures++
    onState(failures > NOT_LIVE_AFTER ? 'not live' : 'reconnecting')
  }
  const awaitWord = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => {
      fail()
      open()
    }, SILENT_MS)
  }
  const open = () => {
    close()
    const opened = new EventSource(`/api/v1/events?${new URLSearchParams({ project, since })}`)
    source = opened
    awaitWord()
    for (const kind of ['ready', 'change', 'here'])
      opened.addEventListener(kind, ({ lastEventId }: MessageEvent) => {
        since = lastEventId
        awaitWord()
      })
    opened.addEventListener('ready', (message) => {
      failures = 0
      onState('connected')
      const serverMs = Number.parseInt(message.lastEventId, 10)
      if (serverMs > 0) onServerTime(serverMs)
      if (!isComplete(message.data)) onGap()
    })
    opened.addEventListener('change', (message) => {
      const event = parseLiveEvent(message.data)
      if (event) onEvent(event)
    })
    opened.addEventListener('error', () => {
      fail()
      // The browser reconnects by itself, except after a refusal.
      if (opened.readyState !== EventSource.CLOSED) return
      onRefused()
      reopenTimer = setTimeout(open, REOPEN_MS[Math.min(failures, REOPEN_MS.length) - 1])
    })
  }
  const onVisibility = () => {
    clearTimeout(hideTimer)
    if (document.visibilityState === 'hidden') hideTimer = setTimeout(close, HIDDEN_MS)
    else if (!source || source.readyState === EventSource.CLOSED) open()
  }
  const onOnline = () => {
    if (document.visibilityState !== 'hidden') open()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onOnline()
  }
  onOnline()
  window.addEventListener('online', onOnline)
  window.addEventListener('pageshow', onShow)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onOnline)
    window.removeEventListener('pageshow', onShow)
    clearTimeout(hideTimer)
    close()
  }
}

/** Parses an event; returns null if it is invalid, or of a topic unknown to this page. */
function parseLiveEvent(text: string): LiveEvent | null {
  try {
    const { project, topic, id }: Partial<LiveEvent> = JSON.parse(text)
    const isEvent = typeof project === 'string' && liveTopics.some((known) => known === topic)
    return isEvent && topic ? { project, topic, ...(typeof id === 'string' && { id }) } : null
  } catch {
    return null
  }
}

/** Whether the stream includes every change since it was requested; otherwise some may have been missed. */
function isComplete(text: string): boolean {
  try {
    const ready: { isComplete?: unknown } | null = JSON.parse(text)
    return ready?.isComplete === true
  } catch {
    return false
  }
}
