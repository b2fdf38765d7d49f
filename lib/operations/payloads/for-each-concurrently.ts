/** Runs `work` for each item, at most `count` at a time. @throws the first error */
export async function forEachConcurrently<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
