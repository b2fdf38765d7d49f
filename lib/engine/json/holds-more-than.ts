/** Whether a JSON value holds more than `limit` values, itself and every list and object in it included. */
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
