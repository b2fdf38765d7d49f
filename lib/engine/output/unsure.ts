import { isRecord } from '@/lib/contracts/is-record'

type Schema = Record<string, unknown>

/** Keywords whose schemas are applied to the same value: all of them, or those that a value happens to fit. */
const everywhere = ['allOf', '$ref', '$dynamicRef', '$recursiveRef']
const inBranches = ['anyOf', 'oneOf', 'if', 'then', 'else']
const evaluating = ['prefixItems', 'items', 'additionalItems', 'unevaluatedItems']

/** What the validator may misread in a schema, and in which values that can make a difference. */
export type Unsure = { reason: string; concerns: (value: unknown) => boolean }

/**
 * Where a "valid" of the validator cannot be trusted for this schema, or null where it always can. It misreads
 * `unevaluatedItems` where `contains` or one of several branches evaluates items, and a `$dynamicRef` whose anchor stands in
 * more than one of the embedded schemas. What it calls invalid stays so.
 */
export function findUnsure(schema: Schema, text: string): Unsure | null {
  if (text.includes('"$dynamicRef"') && hasRivalAnchors(schema))
    return { reason: '$dynamicRef over several schemas', concerns: () => true }
  if (text.includes('"unevaluatedItems"') && some(schema, (inner) => losesItems(schema, inner)))
    return { reason: 'unevaluatedItems beside contains or branches', concerns: holdsItems }
  return null
}

function holdsItems(value: unknown): boolean {
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next) && next.length > 0) return true
    if (isRecord(next)) for (const inner of Object.values(next)) waiting.push(inner)
  }
  return false
}

/** Whether one dynamic anchor is given by two schemas of the document that have an `$id`, or by one and the document itself. */
function hasRivalAnchors(root: Schema): boolean {
  const homes = new Map<string, unknown>()
  const visit = (value: unknown, outer: unknown): boolean => {
    if (Array.isArray(value)) return value.some((item) => visit(item, outer))
    if (!isRecord(value)) return false
    const home = typeof value.$id === 'string' ? value : outer
    const { $dynamicAnchor: anchor } = value
    if (typeof anchor === 'string' && (homes.get(anchor) ?? home) !== home) return true
    if (typeof anchor === 'string') homes.set(anchor, home)
    return Object.values(value).some((item) => visit(item, home))
  }
  return visit(root, root)
}

function losesItems(root: Schema, schema: Schema): boolean {
  if (schema.unevaluatedItems === undefined || schema.unevaluatedItems === true) return false
  const seen = { branch: new Set<unknown>(), whole: new Set<unknown>() }
  const isLost = (value: unknown, place: keyof typeof seen): boolean => {
    if (Array.isArray(value)) return value.some((item) => isLost(item, place))
    if (!isRecord(value) || seen[place].has(value)) return false
    seen[place].add(value)
    if (value.contains !== undefined) return true
    if (place === 'branch' && evaluating.some((keyword) => value[keyword] !== undefined)) return true
    return (
      inBranches.some((keyword) => isLost(value[keyword], 'branch')) ||
      everywhere.some((keyword) => {
        const applied = value[keyword]
        if (typeof applied !== 'string') return isLost(applied, place)
        const target = find(root, applied)
        return target === undefined || isLost(target, place)
      })
    )
  }
  return isLost(schema, 'whole')
}

/** What a reference within one document leads to; undefined where it leads to a schema with an `$id` of its own. */
function find(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const fragment = decodeURIComponent(reference.slice(1))
  if (fragment !== '' && !fragment.startsWith('/')) return findAnchor(root, fragment)
  const keys = fragment.split('/').slice(1)
  return keys.reduce<unknown>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) return value[Number(name)]
    return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }, root)
}

function findAnchor(root: Schema, name: string): Schema | undefined {
  let found: Schema | undefined
  some(root, (schema) => {
    if (schema.$anchor === name || schema.$dynamicAnchor === name) found = schema
    return found !== undefined
  })
  return found
}

/** Looks at everything that may be a schema: a value that only looks like one can make a check unsure, never sure. */
function some(value: unknown, matches: (schema: Schema) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => some(item, matches))
  return isRecord(value) && (matches(value) || Object.values(value).some((item) => some(item, matches)))
}
