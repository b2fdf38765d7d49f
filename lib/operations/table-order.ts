/** Sorts tables after the ones they reference. @throws Error if they refer to each other in a circle */
export function sortByReferences<T extends { name: string; refers: string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ refers }) => !refers.some((other) => names.has(other)))
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}
