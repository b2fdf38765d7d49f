/** Does `work` for each item, so many of them at a time. @throws what the first that fails throws */
export async function forEachAtOnce<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
