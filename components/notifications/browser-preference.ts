'use client'

import { useSyncExternalStore } from 'react'

const KEY = 'veritas:browser-notifications'
const CHANGED = 'veritas:browser-notifications-changed'

/** `on` needs both: the switch in this browser, and its permission. `blocked`: the browser refuses, and only its own settings change that. */
export type BrowserNotices = 'on' | 'off' | 'blocked' | 'unsupported'

export function browserNotices(): BrowserNotices {
  if (!('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return isSwitchedOn() && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Switches them on or off; on asks the browser's permission first. */
export async function setBrowserNotices(isOn: boolean): Promise<void> {
  const isGranted = isOn && 'Notification' in window && (await Notification.requestPermission()) === 'granted'
  try {
    localStorage.setItem(KEY, isGranted ? 'on' : 'off')
  } catch {
    // A browser without storage keeps the default, off.
  }
  window.dispatchEvent(new Event(CHANGED))
}

export function useBrowserNotices(): BrowserNotices {
  return useSyncExternalStore(subscribe, browserNotices, () => 'off')
}

function isSwitchedOn(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  window.addEventListener(CHANGED, listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(CHANGED, listener)
  }
}
