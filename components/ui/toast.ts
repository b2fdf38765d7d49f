import { toProblem } from '@/lib/queries/problem'
import { subscribers } from './subscribers'

type Kind = 'success' | 'error' | 'warning'

export type Notice = {
  kind: Kind
  title: string
  /** Names what the notice is about, if its words do not. */
  id?: string
  description?: string | false | null
  duration?: number
  action?: { label: string; onClick: () => void }
}

type Rest = Omit<Notice, 'kind' | 'title'>
type Show = (notice: Notice) => void

const waiting: Notice[] = []
const { subscribe, notify: notifyShelf } = subscribers()
let show: Show | null = null
let isWanted = false
let said = ''

/** Shows a message about the outcome of an action. The toaster is loaded with the first message. */
export const toast = {
  success: (title: string, rest?: Rest) => notify({ kind: 'success', title, ...rest }),
  error: (title: string, rest?: Rest) => notify({ kind: 'error', title, ...rest }),
  warning: (title: string, rest?: Rest) => notify({ kind: 'warning', title, ...rest }),
  /** Says why a request failed, with its id. */
  problem: (error: unknown) => {
    const { message, requestId } = toProblem(error)
    notify({ kind: 'error', title: message, description: requestId && `Request ${requestId}` })
  },
}

function notify(notice: Notice) {
  if (show) return show(notice)
  waiting.push(notice)
  isWanted = true
  // The toaster mounts with this notice, which screen readers take for a part of the page.
  announce(notice.title)
}

/** Has screen readers say what only the eye would notice, as the label of a button that changes for a moment; '' clears it. */
export function announce(words: string): void {
  // The same words once more are heard only if the text changes.
  said = words === said ? `${words}\u00a0` : words
  notifyShelf()
}

/** Store for the component that mounts the toaster: whether any message was sent, the callback for when it is mounted, and what was announced. */
export const toastShelf = {
  subscribe,
  isWanted: () => isWanted,
  said: () => said,
  onReady: (mounted: Show) => {
    show = mounted
    // Its own region has the words from here on.
    announce('')
    for (const notice of waiting.splice(0)) mounted(notice)
  },
}
