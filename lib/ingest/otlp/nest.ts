type Tree = Map<string, Tree | { leaf: unknown }>

/**
 * Turns `0.message.role`, `0.message.content`, `1...` into `[{ message: { role, content } }, ...]`. Levels whose keys are
 * all whole numbers become lists in their order. Undefined when there are no entries.
 */
export function nest(entries: readonly (readonly [string, unknown])[]): unknown {
  if (entries.length === 0) return undefined
  const tree: Tree = new Map()
  for (const [path, value] of entries) insert(tree, path.split('.'), value)
  return toJson(tree)
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
