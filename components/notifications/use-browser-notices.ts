'use client'

import { useEffect, useRef } from 'react'
import type { NotificationView } from '@/lib/contracts/notifications'
import { browserNotices } from './browser-preference'
import { notificationHref } from './notification-href'

/** Shows what arrives while the page is open, once in all windows. What was there before is not news. */
export function useBrowserNoticesOf(project: string, list: readonly NotificationView[] | undefined): void {
  const newest = useRef<string | null>(null)
  useEffect(() => {
    if (!list) return
    const before = newest.current
    newest.current = list[0]?.id ?? before ?? ''
    if (before === null || browserNotices() !== 'on') return
    for (const notice of list) if (!notice.read && notice.id > before) show(project, notice)
  }, [project, list])
}

function show(project: string, { id, text, link }: NotificationView): void {
  // The tag is one for all windows: the browser shows it once.
  const shown = new Notification('Veritas', { body: text, tag: id })
  shown.onclick = () => {
    window.focus()
    window.location.assign(notificationHref(project, link))
  }
}
