'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { toast } from '@/components/ui/toast'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { isSignedIn } from '@/lib/queries/session'
import { isComplete, isStaleAfterEvent, makeInvalidator, parseLiveEvent } from '@/lib/queries/stale'

type LiveUpdatesProps = {
  project: string
  /** When the server rendered this page, in ms since the epoch. */
  renderedAtMs: number
}

/** Invalidates queries as changes happen on the server, and shows the state of the live connection. */
export function LiveUpdates({ project, renderedAtMs }: LiveUpdatesProps) {
  const client = useQueryClient()
  // A refresh changes the prop, but the connection tracks its own position by then.
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
  connecting: { word: 'Connecting', dot: 'bg-unknown', title: 'Changes appear automatically' },
  connected: { word: 'Live', dot: 'bg-pass', title: 'Changes appear automatically' },
  reconnecting: {
    word: 'Reconnecting',
    dot: 'bg-review animate-pulse',
    title: 'Connection lost. This page may be out of date',
  },
  offline: { word: 'Not live', dot: 'border border-unknown bg-transparent', title: 'Reload to see changes' },
}

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
// Browsers allow six HTTP/1.1 connections per server across all tabs, so a hidden tab closes its own.
const HIDDEN_MS = 10_000

type LiveConnectionOptions = {
  project: string
  /** Server time of the data on the page, in ms since the epoch. */
  sinceMs: number
  onState: (state: LiveState) => void
  onEvent: (event: LiveEvent) => void
  /** Changes may have been missed: the data has to be refetched. */
  onGap: () => void
  /** The server refused the connection, possibly because the session ended. */
  onRefused: () => void
}

/** Keeps a stream of changes open while the page is visible. Returns a function that closes it. */
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
  open()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(hideTimer)
    close()
  }
}

/** Shows a toast if the session has ended. Does not redirect, because the user may have unsaved input. */
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
