import { Worker } from 'node:worker_threads'

export type EventLoop = {
  /** Returns the most CPU time the server's thread used while the probe waited for one answer, since the last call. */
  take: () => number
  close: () => Promise<void>
}

type Heard = { waitedMs: number; workedMs: number }

/** Polls the server from a separate thread, to detect that its event loop is blocked. */
export function watchEventLoop(baseUrl: string, pid: number): EventLoop {
  const worker = new Worker(new URL('./probe.mjs', import.meta.url), { workerData: { url: `${baseUrl}/healthz`, pid } })
  let blockedMs = 0
  worker.on('message', ({ waitedMs, workedMs }: Heard) => {
    // If the CPU time is unknown, the whole wait counts.
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
