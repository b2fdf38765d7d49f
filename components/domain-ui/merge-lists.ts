/**
 * Puts the edits that lead from `base` to `mine` on top of `theirs`. Items are the same if their ids are; an item that both changed is
 * mine. The order is theirs unless mine differs from that of `base`; what only the other side added follows.
 */
export function mergeLists<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  idOf: (item: T) => string = (item) => JSON.stringify(item),
): T[] {
  const byId = (items: readonly T[]) => new Map(items.map((item) => [idOf(item), item]))
  const [old, own, other] = [byId(base), byId(mine), byId(theirs)]
  const isReordered = !isSame(idsIn(old, own), idsIn(own, old))
  const order = isReordered ? [...own.keys(), ...other.keys()] : [...other.keys(), ...own.keys()]
  return [...new Set(order)].flatMap((id) => {
    const [before, here, there] = [old.get(id), own.get(id), other.get(id)]
    const winner = isSame(before, here) ? there : here
    return winner === undefined ? [] : [winner]
  })
}

const idsIn = <T>(items: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>) =>
  [...items.keys()].filter((id) => others.has(id))

/** Whether two JSON values are written the same. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/**
 * Returns the fields of a form that differ from the values it started with. Only these are sent, so that what someone else saved in the
 * other fields meanwhile stays.
 */
export function changedFields<T extends object>(edited: T, start: Partial<T>): Partial<T> {
  const fields = Object.entries(edited).filter(([name, value]) => !isSame(value, start[name as keyof T]))
  return Object.fromEntries(fields) as Partial<T>
}
