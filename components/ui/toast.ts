import type { Toast } from './floating/toast-shelf'

type Kind = 'success' | 'error' | 'warning'
type Notice = {
  /** Names what the notice is about, if its words do not. */
  id?: string
  description?: string | false | null
  duration?: number
  action?: { label: string; onClick: () => void }
}

const waiting: ((show: Toast) => void)[] = []
const listeners = new Set<() => void>()
let shown: Toast | null = null
let isWanted = false

/** Shows a message about the outcome of an action. The toaster is loaded with the first message. */
export const toast = {
  success: (title: string, notice?: Notice) => notify('success', title, notice),
  error: (title: string, notice?: Notice) => notify('error', title, notice),
  warning: (title: string, notice?: Notice) => notify('warning', title, notice),
}

/** Toasts that are not closing, by what they say. */
const open = new Map<string, string | number>()

/** Equal notices do not pile up: one with an action is kept, so that its button stays where it is; others are shown anew. */
function notify(kind: Kind, title: string, { id, action, description, ...notice }: Notice = {}) {
  later((show) => {
    const name = id ?? JSON.stringify([kind, title, description])
    const equal = open.get(name)
    if (equal !== undefined && !action) show.dismiss(equal)
    // A toast that closes takes its updates with it: from then on an equal notice is a new toast.
    const forget = () => {
      if (open.get(name) === toastId) open.delete(name)
    }
    const toastId = show[kind](title, {
      ...notice,
      ...(description && { description }),
      ...(action && {
        ...(equal !== undefined && { id: equal }),
        action: {
          label: action.label,
          onClick: () => {
            forget()
            action.onClick()
          },
        },
      }),
      onAutoClose: forget,
      onDismiss: forget,
    })
    open.set(name, toastId)
  })
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
