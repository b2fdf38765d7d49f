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
