const OPEN_DEPTH = 2
const OPEN_CHILDREN = 20
const OPEN_SIZE = 4000

/** Whether a value is a non-empty object or array. */
export function isFoldable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

export function childrenOf(value: object): [string, unknown][] {
  return Object.entries(value)
}

/** Formats the summary of a folded branch: "{ 3 keys }" or "[ 12 items ]". */
export function outlineOf(value: object): string {
  const count = Object.keys(value).length
  if (Array.isArray(value)) return `[ ${count} ${count === 1 ? 'item' : 'items'} ]`
  return `{ ${count} ${count === 1 ? 'key' : 'keys'} }`
}

/** Whether a branch starts open: near the root and small. */
export function startsOpen(value: unknown, depth: number): boolean {
  if (!isFoldable(value) || depth >= OPEN_DEPTH) return false
  if (depth === 0) return Object.keys(value).length <= 2 * OPEN_CHILDREN
  return Object.keys(value).length <= OPEN_CHILDREN && isWithin(value, OPEN_SIZE)
}

function isWithin(value: unknown, budget: number): boolean {
  let left = budget
  const visit = (part: unknown): boolean => {
    left -= typeof part === 'string' ? part.length : 8
    if (left < 0) return false
    return typeof part !== 'object' || part === null || Object.values(part).every(visit)
  }
  return visit(value)
}

/** Returns the accessor path of a child: `$.nodes[2]["odd key"]`. */
export function childPath(parent: string, key: string, isItem: boolean): string {
  if (isItem) return `${parent}[${key}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}
