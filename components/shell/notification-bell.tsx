'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useMemo } from 'react'
import { Popover } from '@/components/ui/popover'
import { pagesOf } from '@/lib/queries/query-of'
import { useBrowserNoticesOf } from './browser-notices'

const NotificationList = dynamic(() => import('./notification-list').then((module) => module.NotificationList), {
  ssr: false,
})

const MOST_SHOWN = 99

/** The user's notifications in this project, with the unread count. */
export function NotificationBell({ project }: { project: string }) {
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
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </button>
  )
  return (
    <Popover trigger={trigger} label="Notifications" align="end" className="w-96 max-w-[calc(100vw-1.5rem)]">
      <NotificationList
        project={project}
        notices={notices ?? []}
        unread={unread}
        isFailed={list.isError}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : null}
        isFetchingMore={list.isFetchingNextPage}
      />
    </Popover>
  )
}
