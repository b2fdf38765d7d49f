'use client'

import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useIsOffline } from '@/components/ui/offline'
import type { LiveState } from './live-connection'

export type LiveStart = {
  /** The server's name of the moment before it read what the page shows. */
  since: string
  /** When the session's cookie was issued; null if that is unknown. */
  sessionIssuedAtMs: number | null
  userId: string
}

/** Keeps the page up to date and signed in, and shows the state of the live connection. */
export function LiveUpdates({ project, start: given }: { project: string; start: LiveStart }) {
  const client = useQueryClient()
  // A refresh changes the prop, but the connection tracks its own position by then.
  const [start] = useState(given)
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    let isEnded = false
    let end = () => {}
    // Loaded after the first view, of which it changes nothing.
    import('./watch-desk').then(
      ({ watchDesk }) => {
        if (!isEnded) end = watchDesk({ client, project, onState: setState, ...start })
      },
      () => setState('not live'),
    )
    return () => {
      isEnded = true
      end()
    }
  }, [client, project, start])
  return <LiveIndicator state={state} />
}

const states: Record<LiveState | 'offline', { word: string; dot: string; title: string }> = {
  connecting: { word: 'Connecting', dot: 'bg-unknown', title: 'Changes appear automatically' },
  connected: { word: 'Live', dot: 'bg-pass', title: 'Changes appear automatically' },
  reconnecting: {
    word: 'Reconnecting',
    dot: 'bg-review animate-pulse',
    title: 'Connection lost. This page may be out of date',
  },
  'not live': { word: 'Not live', dot: 'border border-unknown bg-transparent', title: 'Reload to see changes' },
  offline: {
    word: 'Offline',
    dot: 'border border-review bg-transparent',
    title: 'No network connection. This page may be out of date',
  },
}

function LiveIndicator({ state }: { state: LiveState }) {
  // The stream alone may take minutes to notice.
  const { word, dot, title } = states[useIsOffline() ? 'offline' : state]
  return (
    <span role="status" title={title} className="inline-flex items-center gap-2 text-ink-3 text-xs">
      <span className={clsx('size-2 rounded-full', dot)} aria-hidden />
      {word}
    </span>
  )
}
