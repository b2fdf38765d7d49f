'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LiveIndicator, type LiveState } from '@/components/shell/live-indicator'
import { keysOfEvent, makeInvalidator } from '@/lib/queries/live'
import { openLiveConnection } from './live-connection'
import { tellSessionEnded } from './session-ended'

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
  const [state, setState] = useState<LiveState>('reconnecting')
  useEffect(() => {
    const invalidator = makeInvalidator(client)
    const end = openLiveConnection({
      project,
      sinceMs,
      onState: setState,
      onEvent: (event) => invalidator.add(keysOfEvent(project, event)),
      onGap: () => invalidator.add([[project], ['projects']]),
      onRefused: () => void tellSessionEnded(),
    })
    return () => {
      end()
      invalidator.stop()
    }
  }, [client, project, sinceMs])
  return <LiveIndicator state={state} />
}
