/** Whether a JSON value consists of more than `limit` values, including itself and every nested list and object. */
export function holdsMoreThan(value: unknown, limit: number): boolean {
  const waiting: unknown[] = [value]
  let count = 1
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const item of Array.isArray(next) ? next : Object.values(next)) {
      if (++count > limit) return true
      if (typeof item === 'object' && item !== null) waiting.push(item)
    }
  }
  return count > limit
}
