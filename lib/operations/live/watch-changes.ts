import type { LiveEvent } from '@/lib/contracts/live-events'
import { subscribe } from './listen'

export type ChangeWatch = {
  /** Resolves when something may have changed since the last call, or when the signal aborts. */
  next: (signal: AbortSignal) => Promise<void>
  stop: () => void
}

/** Says when it is worth to read again: after a change that `matters`, and whenever changes may have been missed. */
export function watchChanges(projectId: string, matters: (event: LiveEvent) => boolean): ChangeWatch {
  let isDue = false
  let wake = () => {}
  const due = () => {
    isDue = true
    wake()
  }
  const stop = subscribe({
    projectId,
    sinceMs: Date.now(),
    onReady: due,
    onEvent: (event) => matters(event) && due(),
    onLost: () => {},
  })
  return {
    stop,
    async next(signal) {
      if (!isDue && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      isDue = false
    },
  }
}
