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

/** A value found in an execution result; `nodeId` names the node whose result held it, null elsewhere. */
interface Found {
  value: unknown
  nodeId: string | null
}

/**
 * Looks a path up in the execution result itself, then in each `results.*.result`, then in `context`: the first
 * present value wins. Undefined and null are missing, so the search goes on past them.
 */
export function lookup(executionResult: unknown, path: string): Found {
  const direct = valueAt(executionResult, path)
  if (!isRecord(executionResult) || !isMissing(direct)) return { value: direct, nodeId: null }
  for (const [key, node] of Object.entries(executionResult.results ?? {})) {
    if (!isRecord(node)) continue
    const value = valueAt(node.result, path)
    if (!isMissing(value)) return { value, nodeId: typeof node.node_id === 'string' ? node.node_id : key }
  }
  const inContext = valueAt(executionResult.context, path)
  return { value: inContext ?? direct, nodeId: null }
}

/** True for undefined and null. 0 and false are present; "", [] and {} are present but empty. */
export function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** True for "", [] and {}. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}

const JSON_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

export type JsonType = (typeof JSON_TYPES)[number]

/** True for the name of a JSON type. */
export function isJsonType(name: unknown): name is JsonType {
  return JSON_TYPES.some((type) => type === name)
}

/** The JSON type of a value; a whole number is a `number` here. Undefined counts as `null`. */
export function typeOf(value: unknown): JsonType {
  if (value === undefined || value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'object' ? 'object' : 'number'
}

/** True when a value is of the expected JSON type; `integer` takes whole numbers, `number` takes both. */
export function hasType(value: unknown, expected: JsonType): boolean {
  return expected === 'integer' ? Number.isInteger(value) : typeOf(value) === expected
}
