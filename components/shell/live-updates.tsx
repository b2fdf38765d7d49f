'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { toast } from '@/components/ui/toast'
import { isSignedIn } from '@/lib/queries/session'
import { isStaleAfterEvent, makeInvalidator } from '@/lib/queries/stale'
import { type LiveState, openLiveConnection } from './live-connection'

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
