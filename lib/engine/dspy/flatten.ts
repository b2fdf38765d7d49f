/** A value at the end of its path. Arrays, and objects below `depth`, stay whole. */
export type Leaf = { path: readonly string[]; value: unknown }

/** The leaves of a JSON value: objects are opened down to `depth` (0 = not at all), empty ones are leaves, null is nothing. */
export function flatten(value: unknown, depth: number, path: readonly string[] = []): Leaf[] {
  if (value === null || value === undefined) return []
  if (depth === 0 || typeof value !== 'object' || Array.isArray(value)) return [{ path, value }]
  const entries = Object.entries(value)
  if (entries.length === 0) return [{ path, value }]
  return entries.flatMap(([key, item]) => flatten(item, depth - 1, [...path, key]))
}
