'use client'

import { onlineManager } from '@tanstack/react-query'
import { createContext, useSyncExternalStore } from 'react'

/** Whether nothing of the project can be changed, since it waits for its deletion. */
export const ReadOnly = createContext(false)

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)
const isOffline = () => !onlineManager.isOnline()
const never = () => false

/** Whether this browser has no network connection: what is sent then waits for it. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, never)
}

/** Beside a button: says why it stays busy while there is no connection. */
export function WaitsForConnection({ isPending }: { isPending: boolean }) {
  const isWaiting = useIsOffline() && isPending
  return (
    <span role="status" className={isWaiting ? 'text-review-fg text-sm' : 'sr-only'}>
      {isWaiting && 'Waits for the connection'}
    </span>
  )
}
