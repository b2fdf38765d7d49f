import { isRecord } from '@/lib/contracts/is-record'
import { isLargeInteger } from './large-integers'

const SEGMENT = /([^.[\]]+)|\[(\d+)\]/y

const parsed = new Map<string, readonly string[] | null>()
const parsedMax = 1000
const keptLength = 200

/** Parses a path like `a.b[0].c` into its steps, or returns null if it is malformed. The rules of a chain name the same paths in every run. */
export function parsePath(path: string): readonly string[] | null {
  const known = parsed.get(path)
  if (known !== undefined) return known
  const steps = stepsOf(path)
  if (path.length > keptLength) return steps
  if (parsed.size >= parsedMax) parsed.clear()
  parsed.set(path, steps)
  return steps
}

function stepsOf(path: string): readonly string[] | null {
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
  const value = parsePath(path)?.reduce<unknown>(member, root)
  return value ?? (isRecord(root) && Object.hasOwn(root, path) ? root[path] : value)
}

/** A value found in an execution result; `nodeId` is the node whose result contained it, otherwise null. */
interface Found {
  value: unknown
  nodeId: string | null
}

/** Where a field may be found. */
interface Place {
  holder: unknown
  /** The node whose result it is; null for any other place. */
  nodeId: string | null
  /** Whether only paths of two or more steps lead into it. */
  isDeep?: boolean
}

/** A symbol, since no JSON contains one. */
const PLACES = Symbol('places')

type Searched = Record<string, unknown> & { [PLACES]?: readonly Place[] }

/** Has fields looked up in these places, in order, instead of by the names that an execution result gives them. */
export function searchedIn(value: Record<string, unknown>, places: readonly Place[]): Searched {
  return { ...value, [PLACES]: places }
}

function* placesOf(executionResult: Record<string, unknown>): Generator<Place> {
  yield { holder: executionResult, nodeId: null }
  for (const [key, node] of Object.entries(executionResult.results ?? {}))
    if (isRecord(node)) yield { holder: node.result, nodeId: typeof node.node_id === 'string' ? node.node_id : key }
  yield { holder: executionResult.context, nodeId: null }
}

/**
 * Looks a path up in the execution result itself, then in each `results.*.result`, then in `context`, and returns the first present value.
 * Undefined and null count as missing.
 */
export function lookup(executionResult: Searched, path: string): Found {
  const isDeep = (parsePath(path)?.length ?? 0) > 1
  let missing: undefined | null
  for (const place of executionResult[PLACES] ?? placesOf(executionResult)) {
    if (place.isDeep && !isDeep) continue
    const value = valueAt(place.holder, path)
    if (!isMissing(value)) return { value, nodeId: place.nodeId }
    if (value === null) missing = null
  }
  return { value: missing, nodeId: null }
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

/**
 * Whether a value has the JSON type; `integer` accepts whole numbers, `number` accepts both. The digits of a whole number beyond 2^53 have
 * either type, and are a string.
 */
export function hasType(value: unknown, expected: JsonType): boolean {
  if ((expected === 'integer' || expected === 'number') && isLargeInteger(value)) return true
  return expected === 'integer' ? Number.isInteger(value) : typeOf(value) === expected
}
