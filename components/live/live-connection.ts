import type { LiveState } from '@/components/shell/live-indicator'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { isComplete, parseLiveEvent } from '@/lib/queries/live'

const REOPEN_MS = [1000, 2000, 5000, 10_000, 30_000] as const
const OFFLINE_AFTER = 3
// A browser allows six connections to a server over HTTP/1.1, for all its tabs; one out of sight gives its own back.
const HIDDEN_MS = 10_000

type LiveConnectionOptions = {
  project: string
  /** The moment of what the page shows, by the server's clock, in ms since 1970. */
  sinceMs: number
  onState: (state: LiveState) => void
  onEvent: (event: LiveEvent) => void
  /** Changes may have been missed: what is shown has to be asked for anew. */
  onGap: () => void
  /** The server refused; the reason may be a session that ended. */
  onRefused: () => void
}

/** Keeps a stream of changes open while the page is in sight. Returns how to end it. */
export function openLiveConnection(options: LiveConnectionOptions): () => void {
  const { project, onState, onEvent, onGap, onRefused } = options
  let since = String(options.sinceMs)
  let source: EventSource | undefined
  let failures = 0
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  let hideTimer: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(reopenTimer)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    const opened = new EventSource(`/api/v1/events?${new URLSearchParams({ project, since })}`)
    source = opened
    opened.addEventListener('ready', (message) => {
      since = message.lastEventId
      failures = 0
      onState('connected')
      if (!isComplete(message.data)) onGap()
    })
    opened.addEventListener('change', (message) => {
      since = message.lastEventId
      const event = parseLiveEvent(message.data)
      if (event) onEvent(event)
    })
    opened.addEventListener('error', () => {
      failures++
      onState(failures > OFFLINE_AFTER ? 'offline' : 'reconnecting')
      // The browser tries again by itself, except after a refusal.
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
  open()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(hideTimer)
    close()
  }
}
