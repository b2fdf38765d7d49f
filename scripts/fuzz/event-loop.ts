import { Worker } from 'node:worker_threads'

export type EventLoop = {
  /** How much the desk worked at most while the probe waited for one answer, since it was last asked. */
  take: () => number
  close: () => Promise<void>
}

type Heard = { waitedMs: number; workedMs: number }

/** Asks a desk from beside whether it still answers, while something else is asked of it. */
export function watchEventLoop(baseUrl: string, pid: number): EventLoop {
  const worker = new Worker(new URL('./probe.mjs', import.meta.url), { workerData: { url: `${baseUrl}/healthz`, pid } })
  let blockedMs = 0
  worker.on('message', ({ waitedMs, workedMs }: Heard) => {
    // Where the system does not tell how much it worked, all of the wait counts.
    blockedMs = Math.max(blockedMs, Number.isNaN(workedMs) ? waitedMs : Math.min(waitedMs, workedMs))
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
