'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { toast } from '@/components/ui/toast'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { isComplete, isStaleAfterEvent, makeInvalidator, parseLiveEvent } from '@/lib/queries/live'
import { isSignedIn } from '@/lib/queries/session'

type LiveUpdatesProps = {
  project: string
  /** When the server made this page, in ms since 1970. */
  renderedAtMs: number
}

/** Lets everything on the page follow what happens on the server, and says whether it does. */
export function LiveUpdates({ project, renderedAtMs }: LiveUpdatesProps) {
  const client = useQueryClient()
  // A refresh of the page changes the prop; the connection has moved on by itself meanwhile.
  const [sinceMs] = useState(renderedAtMs)
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    const invalidator = makeInvalidator(client)
    const end = openLiveConnection({
      project,
      sinceMs,
      onState: setState,
      onEvent: (event) => invalidator.add(JSON.stringify(event), isStaleAfterEvent(project, event)),
      onGap: () => invalidator.add('gap', () => true),
      onRefused: () => void showSessionEndedToast(),
    })
    return () => {
      end()
      invalidator.stop()
    }
  }, [client, project, sinceMs])
  return <LiveIndicator state={state} />
}

type LiveState = 'connecting' | 'connected' | 'reconnecting' | 'offline'

const states: Record<LiveState, { word: string; dot: string; title: string }> = {
  connecting: { word: 'Connecting', dot: 'bg-unknown', title: 'Changes will appear automatically' },
  connected: { word: 'Live', dot: 'bg-pass', title: 'Changes appear automatically' },
  reconnecting: {
    word: 'Reconnecting',
    dot: 'bg-review animate-pulse',
    title: 'Connection lost. This page may be out of date',
  },
  offline: { word: 'Not live', dot: 'border border-unknown bg-transparent', title: 'Reload to see changes' },
}

/** Whether the page hears of changes as they happen. */
function LiveIndicator({ state }: { state: LiveState }) {
  const { word, dot, title } = states[state]
  return (
    <span role="status" title={title} className="inline-flex items-center gap-2 text-ink-3 text-xs">
      <span className={clsx('size-2 rounded-full', dot)} aria-hidden />
      {word}
    </span>
  )
}

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
function openLiveConnection(options: LiveConnectionOptions): () => void {
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

/** Says so when the session is over, and leaves the page as it is: somebody may be in the middle of a sentence. */
async function showSessionEndedToast(): Promise<void> {
  if (await isSignedIn()) return
  const from = encodeURIComponent(window.location.pathname + window.location.search)
  toast.error('Your session has ended.', {
    id: 'session-ended',
    duration: Number.POSITIVE_INFINITY,
    description: 'This page may be out of date. Sign in again to save changes.',
    action: { label: 'Sign in', onClick: () => window.location.assign(`/signin?from=${from}`) },
  })
}
