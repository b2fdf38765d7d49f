import { setTimeout } from 'node:timers/promises'
import type PgBoss from 'pg-boss'
import { log } from '@/lib/log'
import type { JobData, Queue } from '../queue/enqueue'

/** Jobs that run in slots. `stop` takes no more, aborts the signals of running ones, and lets them finish for at most `timeoutMs`. */
type SlotWork = { stop(timeoutMs: number): Promise<void> }

type Slots = { slots: number; pollMs: number }

/**
 * Takes as many jobs of a queue as slots are free, and runs each in a slot of its own: one query a poll, where workers of pg-boss make
 * one for each slot. Jobs beyond the free slots stay for other instances.
 */
export function workInSlots<Q extends keyof JobData & Queue>(
  boss: PgBoss,
  queue: Q,
  { slots, pollMs }: Slots,
  handle: (data: JobData[Q], signal: AbortSignal) => Promise<unknown>,
): SlotWork {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping

  const run = async ({ id, data }: PgBoss.Job<JobData[Q]>) => {
    try {
      await handle(data, signal)
      await boss.complete(queue, id)
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, 'timed work failed')
      // Without an answer the job expires; either way it is repeated.
      await boss.fail(queue, id, error as Error).catch(() => undefined)
    }
  }
  const poll = async () => {
    while (!signal.aborted) {
      const free = slots - running.size
      // pg-boss answers with no jobs when the database does not answer.
      for (const job of free > 0 ? await boss.fetch<JobData[Q]>(queue, { batchSize: free }) : []) {
        const ending = run(job).finally(() => running.delete(ending))
        running.add(ending)
      }
      await setTimeout(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const polling = poll()

  return {
    async stop(timeoutMs) {
      stopping.abort()
      await polling
      await Promise.race([Promise.all(running), setTimeout(timeoutMs, undefined, { ref: false })])
    },
  }
}
