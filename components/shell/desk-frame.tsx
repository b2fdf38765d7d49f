'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { RenderedAt } from '@/components/ui/time'
import { weekLabel } from '@/lib/presentation/labels/week'
import { queryOf } from '@/lib/queries/query-of'
import { renewSession } from '@/lib/queries/session'
import { AppFrame, type FrameUser } from './app-frame'
import { ConnectionNotice } from './connection-notice'
import { LiveUpdates } from './live-updates'
import { NotificationBell } from './notification-bell'

type DeskFrameProps = { user: FrameUser; project: string; renderedAtMs: number; children: ReactNode }

/** `AppFrame` of a project, with its counts, live updates and session renewal. */
export function DeskFrame({ user, project, renderedAtMs, children }: DeskFrameProps) {
  // `useQuery` without suspense: the frame renders without its counts rather than block the page.
  const { data: status } = useQuery(queryOf('GET /api/v1/status', {}, { project }))
  const { data: known } = useQuery(queryOf('GET /api/v1/projects', {}))
  return (
    <RenderedAt value={renderedAtMs}>
      <AppFrame
        user={user}
        projects={known?.projects ?? [{ slug: project, name: project }]}
        project={project}
        counts={
          status ? { review: status.reviews, gates: status.pendingGates, 'dead-letters': status.deadLetters } : {}
        }
        labels={status ? { week: weekLabel(status.week) } : {}}
        {...(status ? { gatesDue: { count: status.pendingGates, nextDeadlineAt: status.nextDeadlineAt } } : {})}
        bell={<NotificationBell project={project} />}
        live={<LiveUpdates project={project} renderedAtMs={renderedAtMs} />}
      >
        <KeepSession />
        <ConnectionNotice />
        {children}
      </AppFrame>
    </RenderedAt>
  )
}

const EVERY_MS = 10 * 60_000

/** Renews the session, which expires 12 hours after its last use, when the user returns to the page or works on it. */
function KeepSession() {
  useEffect(() => {
    let renewedAt = Date.now()
    const onUse = () => {
      if (document.visibilityState !== 'visible' || Date.now() - renewedAt < EVERY_MS) return
      renewedAt = Date.now()
      void renewSession()
    }
    const events = ['visibilitychange', 'keydown', 'pointerdown'] as const
    for (const event of events) document.addEventListener(event, onUse, { passive: true })
    void renewSession()
    return () => {
      for (const event of events) document.removeEventListener(event, onUse)
    }
  }, [])
  return null
}
