export type AttributeReader = {
  /** Returns the first of these attributes with a value, and marks all of them as read. */
  take(...keys: string[]): unknown
  /** Returns the attributes `prefix.0.x`, `prefix.1.x` and so on as a nested value; undefined if there are none. */
  takeUnder(prefix: string): unknown
  /** Returns the attributes not yet read, unchanged. */
  unread(): Record<string, unknown>
}

/** Reads attributes and tracks which were read. */
export function readAttributes(attributes: Readonly<Record<string, unknown>>): AttributeReader {
  const taken = new Set<string>()
  return {
    take(...keys) {
      for (const key of keys) taken.add(key)
      return keys.map((key) => attributes[key]).find((value) => value !== undefined && value !== null && value !== '')
    },
    takeUnder(prefix) {
      for (const key of Object.keys(attributes)) if (key.startsWith(`${prefix}.`)) taken.add(key)
      return nestedUnder(attributes, prefix)
    },
    unread: () => Object.fromEntries(Object.entries(attributes).filter(([key]) => !taken.has(key))),
  }
}

/** Returns the attributes `prefix.0.x`, `prefix.1.x` and so on as a nested value; undefined if there are none. */
export function nestedUnder(attributes: Readonly<Record<string, unknown>>, prefix: string): unknown {
  const under = Object.entries(attributes).filter(([key]) => key.startsWith(`${prefix}.`))
  return nest(under.map(([key, value]) => [key.slice(prefix.length + 1), value]))
}

/** Far more than any convention has; a key of more ends in one long name. */
const MAX_LEVELS = 32

type Tree = Map<string, Tree | { leaf: unknown }>

/**
 * Turns `0.message.role`, `0.message.content`, `1...` into `[{ message: { role, content } }, ...]`. Levels whose keys are all whole numbers
 * become lists in numeric order. Undefined without entries.
 */
export function nest(entries: readonly (readonly [string, unknown])[]): unknown {
  if (entries.length === 0) return undefined
  const tree: Tree = new Map()
  for (const [path, value] of entries) insert(tree, levelsOf(path), value)
  return toJson(tree)
}

function levelsOf(path: string): string[] {
  const levels = path.split('.')
  return levels.length <= MAX_LEVELS
    ? levels
    : [...levels.slice(0, MAX_LEVELS - 1), levels.slice(MAX_LEVELS - 1).join('.')]
}

function insert(tree: Tree, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    if (!tree.has(key)) tree.set(key, { leaf: value })
    return
  }
  const known = tree.get(key)
  const inner: Tree = known instanceof Map ? known : new Map()
  if (inner !== known) tree.set(key, inner)
  insert(inner, rest, value)
}

function toJson(tree: Tree): unknown {
  const entries = [...tree].map(([key, value]) => [key, value instanceof Map ? toJson(value) : value.leaf] as const)
  if (!entries.every(([key]) => /^\d+$/.test(key))) return Object.fromEntries(entries)
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
}
