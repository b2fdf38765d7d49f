import type { Toast } from './floating/toast-shelf'

type Args = Parameters<Toast['success']>

const waiting: ((show: Toast) => void)[] = []
const listeners = new Set<() => void>()
let shown: Toast | null = null
let isWanted = false

/** Shows a message about the outcome of an action. The toaster is loaded with the first message. */
export const toast = {
  success: (...args: Args) => later((show) => show.success(...args)),
  error: (...args: Args) => later((show) => show.error(...args)),
  warning: (...args: Args) => later((show) => show.warning(...args)),
}

function later(call: (show: Toast) => void) {
  if (shown) return call(shown)
  waiting.push(call)
  isWanted = true
  for (const listener of listeners) listener()
}

/** Store for the component that mounts the toaster: whether any message was sent, and the callback for when it is mounted. */
export const toastShelf = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  isWanted: () => isWanted,
  onReady: (show: Toast) => {
    shown = show
    for (const call of waiting.splice(0)) call(show)
  },
}
