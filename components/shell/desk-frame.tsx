'use client'

import { type QueryCache, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, TriangleAlert } from 'lucide-react'
import dynamic from 'next/dynamic'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { orMissing } from '@/components/ui/missing-part'
// Makes the charts known to every page, to be loaded ahead.
import '@/components/charts/plot-code'
import { ReadOnly, useIsOffline } from '@/components/ui/offline'
import { Popover } from '@/components/ui/popover'
import { ProjectTimeZone, RenderedAt } from '@/components/ui/time'
import { formatWeek } from '@/lib/presentation/format/date'
import { projectsOfPage } from '@/lib/queries/project-search'
import { isUnanswered } from '@/lib/queries/query-client'
import { pagesOf, queryOf } from '@/lib/queries/query-of'
import { showPerson } from '@/lib/queries/shown-person'
import { AppFrame, type FrameUser } from './app-frame'
import { useBrowserNoticesOf } from './browser-notices'
import { type LiveStart, LiveUpdates } from './live-updates'

const DeletionPending = dynamic(orMissing(() => import('./deletion-pending'), 'DeletionPending'))
const NoLongerMember = dynamic(orMissing(() => import('./no-longer-member'), 'NoLongerMember'))

type DeskFrameProps = {
  user: FrameUser
  project: string
  renderedAtMs: number
  start: LiveStart
  children: ReactNode
}

/** `AppFrame` of a project, with its counts, live updates and session renewal. */
export function DeskFrame({ user, project, renderedAtMs, start, children }: DeskFrameProps) {
  useState(() => showPerson(user.userId))
  // `useQuery` without suspense: the frame renders without its counts rather than block the page.
  const { data: status } = useQuery(queryOf('GET /api/v1/status', {}, { project }))
  const { data: known } = useQuery(projectsOfPage(project))
  const member = known?.projects.find(({ slug }) => slug === project)
  // Of a person who was removed, the page keeps the project as it was: what they typed is still in it.
  const [own, setOwn] = useState(member)
  if (member && member !== own) setOwn(member)
  const isRemoved = known !== undefined && !member && own?.slug === project
  return (
    <RenderedAt value={renderedAtMs}>
      <ProjectTimeZone value={own?.timeZone ?? null}>
        <AppFrame
          user={user}
          name={own?.slug === project ? own.name : project}
          project={project}
          counts={
            status
              ? {
                  // Nothing waits there for a person who may not review.
                  review: own?.role === 'viewer' ? 0 : status.reviews,
                  gates: status.pendingGates,
                  'dead-letters': status.deadLetters,
                }
              : {}
          }
          labels={status ? { week: formatWeek(status.week) } : {}}
          gatesDue={status ? { count: status.pendingGates, nextDeadlineAt: status.nextDeadlineAt } : null}
          bell={<NotificationBell project={project} />}
          live={<LiveUpdates project={project} start={start} />}
        >
          <ConnectionNotice />
          {isRemoved && <NoLongerMember project={own} others={known.projects} />}
          {own?.deletesAt && <DeletionPending project={project} deletesAt={own.deletesAt} />}
          <NuqsAdapter>
            <ReadOnly value={own?.deletesAt != null}>{children}</ReadOnly>
          </NuqsAdapter>
        </AppFrame>
      </ProjectTimeZone>
    </RenderedAt>
  )
}

/** Warns while there is no connection or the server does not respond, since skeleton rows alone do not show that. */
function ConnectionNotice() {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache])
  const isDown = useSyncExternalStore(
    subscribe,
    () => isWaiting(cache),
    () => false,
  )
  const isOffline = useIsOffline()
  if (!isDown && !isOffline) return null
  return (
    // Over the top bar, which is of no use meanwhile: neither does the layout shift, nor is anything of the page covered.
    <p
      role="alert"
      className="fixed inset-x-2 top-1 z-30 mx-auto flex h-10 w-fit items-center gap-2 rounded-md border border-review-line bg-review-bg px-3 text-review-fg text-sm max-sm:text-xs print:hidden"
    >
      <TriangleAlert className="size-4 shrink-0" aria-hidden />
      {isOffline
        ? 'You are offline. What you send waits for the connection.'
        : 'The server is not responding. This page may be out of date; it reconnects automatically.'}
    </p>
  )
}

/** Whether any query is retrying after its last attempt got no response. */
function isWaiting(cache: QueryCache): boolean {
  return cache
    .getAll()
    .some(
      ({ state }) =>
        state.fetchStatus !== 'idle' && state.fetchFailureCount > 0 && isUnanswered(state.fetchFailureReason),
    )
}

const NotificationList = dynamic(
  orMissing(() => import('./notification-list'), 'NotificationList'),
  { ssr: false },
)

const UNREAD_MAX = 99

/** The user's notifications in this project, with the unread count. */
function NotificationBell({ project }: { project: string }) {
  const list = useInfiniteQuery(pagesOf('GET /api/v1/notifications', {}, { project, by: 'before' }))
  const notices = useMemo(() => list.data?.pages.flatMap((page) => page.notifications), [list.data])
  const unread = list.data?.pages[0]?.unread ?? 0
  useBrowserNoticesOf(project, notices)
  const trigger = (
    <button
      type="button"
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
      className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink data-[state=open]:bg-hover data-[state=open]:text-ink"
    >
      <Bell className="size-4" aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0.5 inline-flex h-3.5 min-w-3.5 items-center justify-center rounded-full bg-accent-solid px-1 font-medium text-[0.625rem] text-on-accent leading-none"
        >
          {unread > UNREAD_MAX ? `${UNREAD_MAX}+` : unread}
        </span>
      )}
    </button>
  )
  return (
    <Popover trigger={trigger} label="Notifications" align="end" className="w-96 max-w-[calc(100vw-1.5rem)]">
      <NotificationList project={project} notices={notices ?? []} unread={unread} list={list} />
    </Popover>
  )
}
