import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Starts `work` for `perS` items a second, whether the ones before are done or not, like independent callers. Resolves to the total
 * seconds, and the milliseconds of each item from when it was due.
 */
export async function timeAtRate<T>(
  items: readonly T[],
  perS: number,
  work: (item: T) => Promise<unknown>,
): Promise<{ seconds: number; times: number[] }> {
  const startedAt = performance.now()
  const dueAt = (place: number) => startedAt + (place * 1000) / perS
  const times = await Promise.all(
    items.map(async (item, place) => {
      await sleep(Math.max(0, dueAt(place) - performance.now()))
      await work(item)
      return performance.now() - dueAt(place)
    }),
  )
  return { seconds: (performance.now() - startedAt) / 1000, times }
}

/** Runs `work` for every item, `width` at a time. Resolves to the total seconds. */
export async function timeInFlight<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const waiting = items.values()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
  return (performance.now() - startedAt) / 1000
}
