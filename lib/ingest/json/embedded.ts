const MAX_DEPTH = 90

/**
 * The value that a text holds when it is JSON of an object or a list (attributes can only carry text), else the text.
 * Nesting deeper than a run's body may have stays text.
 */
export function parseEmbedded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isDeeperThan(parsed, MAX_DEPTH) ? value : parsed
  } catch {
    return value
  }
}

/** True when objects and lists are nested in more than `limit` levels. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  return Object.values(value).some((inner) => isDeeperThan(inner, limit - 1))
}
