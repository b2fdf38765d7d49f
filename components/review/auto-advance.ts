import { useSyncExternalStore } from 'react'

const KEY = 'veritas:review-auto-advance'
const CHANGED = 'veritas:review-auto-advance'

function isOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Setting of this browser: whether the next run opens automatically after a verdict. */
export function useAutoAdvance(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, isOn, () => true)
  return [on, setOn]
}

function setOn(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // A browser without storage keeps the default.
  }
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void) {
  window.addEventListener(CHANGED, listener)
  return () => window.removeEventListener(CHANGED, listener)
}
