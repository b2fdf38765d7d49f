import type { Toast } from './floating/toast-shelf'

type Args = Parameters<Toast['success']>

const waiting: ((show: Toast) => void)[] = []
const listeners = new Set<() => void>()
let shown: Toast | null = null
let isWanted = false

/** A word about what was done or went wrong, in the corner of the page. What shows it is fetched with the first. */
export const toast = {
  success: (...args: Args) => later((show) => show.success(...args)),
  error: (...args: Args) => later((show) => show.error(...args)),
  warning: (...args: Args) => later((show) => show.warning(...args)),
}

function later(tell: (show: Toast) => void) {
  if (shown) return tell(shown)
  waiting.push(tell)
  isWanted = true
  for (const listener of listeners) listener()
}

/** Whether there was something to tell, for whoever has the shelf. */
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
    for (const tell of waiting.splice(0)) tell(show)
  },
}
