'use client'

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { browserSetting } from '@/components/ui/browser-storage'
import type { NotificationView } from '@/lib/contracts/notifications'
import { projectHref } from '@/lib/presentation/links'

/** Shows a browser notification for each notification that arrives while the page is open, once across all windows. */
export function useBrowserNoticesOf(project: string, list: readonly NotificationView[] | undefined): void {
  const newest = useRef<string | null>(null)
  useEffect(() => {
    if (!list) return
    const before = newest.current
    newest.current = list[0]?.id ?? before ?? ''
    if (before === null || browserNotices() !== 'on') return
    for (const notice of list) if (!notice.read && notice.id > before) showNotice(project, notice)
  }, [project, list])
}

export function showNotice(project: string, { id, text, link }: Pick<NotificationView, 'id' | 'text' | 'link'>): void {
  try {
    // All windows use the same tag, so the browser shows the notification only once.
    const shown = new Notification('Veritas', { body: text, tag: id })
    shown.onclick = () => {
      window.focus()
      window.location.assign(projectHref(project, link))
    }
  } catch {
    // Browsers of phones give the permission, and then refuse what no service worker shows.
    setting.write('unsupported')
  }
}

const setting = browserSetting('browser-notifications', 'off')

/** `on`: switched on here and permitted by the browser. `blocked`: denied in the browser's settings. */
export type BrowserNotices = 'on' | 'off' | 'blocked' | 'unsupported'

function browserNotices(): BrowserNotices {
  if (!('Notification' in window) || setting.read() === 'unsupported') return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return setting.read() === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Switches browser notifications on or off; requests the browser's permission before switching them on. */
export async function setBrowserNotices(isOn: boolean): Promise<void> {
  const isGranted = isOn && 'Notification' in window && (await Notification.requestPermission()) === 'granted'
  setting.write(isGranted ? 'on' : 'off')
}

export function useBrowserNotices(): BrowserNotices {
  return useSyncExternalStore(setting.subscribe, browserNotices, () => 'off')
}
