'use client'

import { useSyncExternalStore } from 'react'
import { subscribers } from '@/components/ui/subscribers'

/** Whether an overlay is open that can be opened from several places. */
function openState() {
  let isOpen = false
  const { subscribe, notify } = subscribers()
  return {
    subscribe,
    get: () => isOpen,
    set: (next: boolean) => {
      isOpen = next
      notify()
    },
  }
}

type OpenState = ReturnType<typeof openState>

const closed = () => false

export function useIsOpen(state: OpenState): boolean {
  return useSyncExternalStore(state.subscribe, state.get, closed)
}

export const commandPalette = openState()
export const shortcutSheet = openState()
