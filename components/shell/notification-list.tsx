'use client'

import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PopoverClose } from '@/components/ui/popover'
import { RelativeTime } from '@/components/ui/time'
import type { NotificationView } from '@/lib/contracts/notifications'
import { projectHref } from '@/lib/presentation/links'
import { fetchNext, type Pages } from '@/lib/queries/next-page'
import { mutationOf } from '@/lib/queries/query-of'

type NotificationListProps = {
  project: string
  notices: readonly NotificationView[]
  unread: number
  list: Pages & { isError: boolean; isFetchingNextPage: boolean }
}

/** Notifications, newest first. Opening one marks it as read. */
export function NotificationList(props: NotificationListProps) {
  const { project, notices, unread, list } = props
  const read = useMutation(mutationOf('POST /api/v1/notifications/read', { project }))
  const newest = notices[0]
  return (
    <>
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 className="font-medium text-sm">Notifications</h2>
        {unread > 0 && newest && (
          <Button size="sm" variant="ghost" pending={read.isPending} onClick={() => read.mutate({ upTo: newest.id })}>
            Mark all as read
          </Button>
        )}
      </div>
      {notices.length === 0 ? (
        <p className="py-6 text-center text-ink-2 text-sm">
          {list.isError
            ? 'Notifications could not be loaded.'
            : 'No notifications yet. What waits for you, and comments that mention you, appear here.'}
        </p>
      ) : (
        <ul className="-mx-2 mt-1">
          {notices.map((notice) => (
            <li key={notice.id}>
              <PopoverClose>
                <Link
                  href={projectHref(project, notice.link)}
                  onClick={() => !notice.read && read.mutate({ ids: [notice.id] })}
                  className="flex gap-2.5 rounded-md px-2 py-2 text-sm hover:bg-hover"
                >
                  <span
                    className={clsx(
                      'mt-1.5 size-1.5 shrink-0 rounded-full',
                      notice.read ? 'bg-transparent' : 'bg-accent-solid',
                    )}
                    aria-hidden
                  />
                  <span className="min-w-0">
                    {!notice.read && <span className="sr-only">Unread: </span>}
                    <span className={clsx('break-words', notice.read ? 'text-ink-2' : 'font-medium')}>
                      {notice.text}
                    </span>
                    <span className="block text-ink-3 text-xs">
                      <RelativeTime iso={notice.at} />
                    </span>
                  </span>
                </Link>
              </PopoverClose>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button size="sm" className="mt-2" pending={list.isFetchingNextPage} onClick={() => void fetchNext(list)}>
          Show older
        </Button>
      )}
    </>
  )
}
