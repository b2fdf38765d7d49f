import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does `work` for so many items a second, by the clock, whether those before it are done or not: as callers come who know nothing
 * of each other. Resolves to the seconds it took in all, and the milliseconds of each from when it was due.
 */
export async function timeByTheClock<T>(
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

/** Does `work` for every item with `width` of them under way at any time. Resolves to the seconds it took in all. */
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
