'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { KeepSession } from '@/components/account/keep-session'
import { NotificationBell } from '@/components/notifications/notification-bell'
import { AppFrame, type FrameUser } from '@/components/shell/app-frame'
import { weekLabel } from '@/lib/format/week-words'
import { projectQueries } from '@/lib/queries/projects'
import { statusQueries } from '@/lib/queries/status'
import { LiveUpdates } from './live-updates'

type DeskFrameProps = { user: FrameUser; project: string; renderedAtMs: number; children: ReactNode }

/** The frame of a project with what it counts, which follows what happens on the server. */
export function DeskFrame({ user, project, renderedAtMs, children }: DeskFrameProps) {
  // A frame without its counts is better than none: these two never hold the page up.
  const { data: status } = useQuery(statusQueries.get(project))
  const { data: known } = useQuery(projectQueries.list())
  return (
    <AppFrame
      user={user}
      projects={known?.projects ?? [{ slug: project, name: project }]}
      project={project}
      counts={status ? { gates: status.pendingGates, 'dead-letters': status.deadLetters } : {}}
      labels={status ? { week: weekLabel(status.week) } : {}}
      {...(status ? { gatesDue: { count: status.pendingGates, nextDeadlineAt: status.nextDeadlineAt } } : {})}
      bell={<NotificationBell project={project} />}
      live={<LiveUpdates project={project} renderedAtMs={renderedAtMs} />}
    >
      <KeepSession />
      {children}
    </AppFrame>
  )
}
