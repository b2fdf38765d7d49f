/** The listeners of a value that is kept outside React: `subscribe` is for useSyncExternalStore, `notify` says that the value changed. */
export function subscribers() {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}
