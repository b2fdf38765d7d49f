import { setTimeout as sleep } from 'node:timers/promises'

type Waiting<R> = { resolve: (result: R) => void; reject: (error: unknown) => void }

/**
 * Coalesces concurrent calls for the same key. Callers that arrive while a call for their key is running share the next one; it starts
 * after they arrived, so that no caller gets a result older than its own call.
 * @param run handles a batch of `count` callers and returns the result of each by its index
 * @param paceMs shortest time between the starts of two batches while callers overlap; one that calls again after its result never waits
 */
export function coalesce<R>(
  run: (key: string, count: number) => Promise<(index: number) => R>,
  paceMs = 0,
): (key: string) => Promise<R> {
  const queues = new Map<string, Waiting<R>[]>()

  async function drain(key: string, waiting: Waiting<R>[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      const nextAt = performance.now() + paceMs
      try {
        const resultOf = await run(key, batch.length)
        for (const [index, { resolve }] of batch.entries()) resolve(resultOf(index))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      const restMs = nextAt - performance.now()
      if (restMs > 0 && batch.length + waiting.length > 1) await sleep(restMs)
    }
    queues.delete(key)
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const waiting = queues.get(key)
      if (waiting) waiting.push({ resolve, reject })
      else {
        const started = [{ resolve, reject }]
        queues.set(key, started)
        void drain(key, started)
      }
    })
}
