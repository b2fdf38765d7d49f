import { Worker } from 'node:worker_threads'

export type EventLoop = {
  /** For how long the desk kept the probe waiting at most, working itself, since it was last asked. */
  take: () => number
  close: () => Promise<void>
}

type Heard = { waitedMs: number; workedMs: number }

/** What a wait is made of at least, for the desk to be at fault: the system counts in hundredths of a second. */
const OWN_SHARE = 0.75

/** Asks a desk from beside whether it still answers, while something else is asked of it. */
export function watchEventLoop(baseUrl: string, pid: number): EventLoop {
  const worker = new Worker(new URL('./probe.mjs', import.meta.url), { workerData: { url: `${baseUrl}/healthz`, pid } })
  let blockedMs = 0
  worker.on('message', ({ waitedMs, workedMs }: Heard) => {
    if (!(workedMs < waitedMs * OWN_SHARE)) blockedMs = Math.max(blockedMs, waitedMs)
  })
  return {
    take() {
      const taken = blockedMs
      blockedMs = 0
      return Math.round(taken)
    },
    close: async () => void (await worker.terminate()),
  }
}
