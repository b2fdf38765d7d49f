'use client'

import { useSyncExternalStore } from 'react'

/** Observable open state of an overlay that can be opened from several places. */
class OpenState {
  #isOpen = false
  readonly #listeners = new Set<() => void>()

  readonly set = (isOpen: boolean) => {
    this.#isOpen = isOpen
    for (const listener of this.#listeners) listener()
  }

  readonly get = () => this.#isOpen

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}

const closed = () => false

export function useIsOpen(state: OpenState): boolean {
  return useSyncExternalStore(state.subscribe, state.get, closed)
}

export const commandPalette = new OpenState()
export const shortcutSheet = new OpenState()
