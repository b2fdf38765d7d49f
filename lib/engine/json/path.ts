import { isRecord } from '@/lib/contracts/is-record'

const SEGMENT = /([^.[\]]+)|\[(\d+)\]/y

/** Parses a path like `a.b[0].c` into its steps, or returns null if it is malformed. */
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
 * Returns the value at `a.b[0].c` of a JSON value, or undefined when a step is missing. Only own members count, so `constructor` or
 * `length` never resolve. If the path leads nowhere, a member named like the whole path is used.
 */
export function valueAt(root: unknown, path: string): unknown {
  const value = parsePath(path)?.reduce(member, root)
  return value ?? (isRecord(root) && Object.hasOwn(root, path) ? root[path] : value)
}

/** A value found in an execution result; `nodeId` is the node whose result contained it, otherwise null. */
interface Found {
  value: unknown
  nodeId: string | null
}

/**
 * Looks a path up in the execution result itself, then in each `results.*.result`, then in `context`, and returns the first present value.
 * Undefined and null count as missing.
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

/** Whether a value is undefined or null. 0 and false are present; "", [] and {} are present but empty. */
export function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** Whether a value is "", [] or {}. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}

const JSON_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

export type JsonType = (typeof JSON_TYPES)[number]

/** Whether a value is the name of a JSON type. */
export function isJsonType(name: unknown): name is JsonType {
  return JSON_TYPES.some((type) => type === name)
}

/** Returns the JSON type of a value; a whole number is a `number`, undefined is `null`. */
export function typeOf(value: unknown): JsonType {
  if (value === undefined || value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'object' ? 'object' : 'number'
}

/** Whether a value has the JSON type; `integer` accepts whole numbers, `number` accepts both. */
export function hasType(value: unknown, expected: JsonType): boolean {
  return expected === 'integer' ? Number.isInteger(value) : typeOf(value) === expected
}
