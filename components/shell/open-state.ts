import { useSyncExternalStore } from 'react'

/** Whether something is open, shared by the many places that may open it. */
export function makeOpenState() {
  let isOpen = false
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    isOpen = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const useOpen = () =>
    useSyncExternalStore(
      subscribe,
      () => isOpen,
      () => false,
    )
  return { set, useOpen }
}
