import { nest } from './nest'

export type AttributeReader = {
  /** The first of these attributes that holds something; all of them count as read. */
  take(...keys: string[]): unknown
  /** The attributes `prefix.0.x`, `prefix.1.x` and so on as a nested value, undefined when there are none. */
  takeUnder(prefix: string): unknown
  /** What nobody took, as it came. */
  unread(): Record<string, unknown>
}

/** Reads attributes and keeps account of which were read. */
export function readAttributes(attributes: Readonly<Record<string, unknown>>): AttributeReader {
  const taken = new Set<string>()
  return {
    take(...keys) {
      for (const key of keys) taken.add(key)
      return keys.map((key) => attributes[key]).find((value) => value !== undefined && value !== null && value !== '')
    },
    takeUnder(prefix) {
      const under = Object.entries(attributes).filter(([key]) => key.startsWith(`${prefix}.`))
      for (const [key] of under) taken.add(key)
      return nest(under.map(([key, value]) => [key.slice(prefix.length + 1), value]))
    },
    unread: () => Object.fromEntries(Object.entries(attributes).filter(([key]) => !taken.has(key))),
  }
}
