import { isRecord } from '@/lib/contracts/is-record'

const SEGMENT = /([^.[\]]+)|\[(\d+)\]/y

/** The steps of a path like `a.b[0].c`, or null when the text does not read as one. */
export function parsePath(path: string): string[] | null {
  const steps: string[] = []
  SEGMENT.lastIndex = 0
  while (SEGMENT.lastIndex < path.length) {
    const match = SEGMENT.exec(path)
    if (!match) return null
    const [, name, index] = match
    steps.push(name ?? index ?? '')
    if (path[SEGMENT.lastIndex] !== '.') continue
    SEGMENT.lastIndex += 1
    if (SEGMENT.lastIndex === path.length || path[SEGMENT.lastIndex] === '[') return null
  }
  return steps.length > 0 ? steps : null
}

function member(holder: unknown, step: string): unknown {
  if (Array.isArray(holder)) return /^\d+$/.test(step) ? holder[Number(step)] : undefined
  return isRecord(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined
}

/**
 * The value at `a.b[0].c` inside one JSON value, undefined when any step is absent. Only own members count, so
 * `constructor` or `length` never resolve. A member whose name is the whole path is found when the path itself leads nowhere.
 */
export function valueAt(root: unknown, path: string): unknown {
  const value = parsePath(path)?.reduce(member, root)
  return value ?? (isRecord(root) && Object.hasOwn(root, path) ? root[path] : value)
}
