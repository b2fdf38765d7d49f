import { isRecord } from '@/lib/contracts/is-record'

const inMap = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'dependencies']
const inList = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const direct = [
  ...['items', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties', 'unevaluatedProperties'],
  ...['propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'],
]

/** A reference into a condition or its branches, which would no longer be there. */
const intoBranch = /"#[^"]*\/(?:if|then|else)["/]/

/**
 * Writes a schema so that the validator reads it as the standard does, in four places where it does not. Beside
 * `unevaluatedProperties` an `if` evaluates what it names when it holds, and only then. A `$dynamicRef` within a document of
 * one resource is a plain `$ref`; one to the root the validator finds by itself. In draft 7 nothing beside a `$ref` counts. A
 * property may be named `__proto__`. Anything else stays as it is.
 */
export function prepareSchema(schema: Record<string, unknown>, text: string): Record<string, unknown> {
  const hasUnevaluated =
    text.includes('"unevaluatedProperties"') && !text.includes('"unevaluatedItems"') && !intoBranch.test(text)
  const hasDynamic = text.includes('"$dynamicRef"')
  const hasProto = text.includes('"__proto__":')
  const refsAlone = text.includes('"$ref"') && String(schema.$schema).includes('/draft-07/')
  if (!hasUnevaluated && !hasDynamic && !hasProto && !refsAlone) return schema
  const isPlain = hasDynamic && !hasInnerId(schema)
  const atRoot = `#${schema.$dynamicAnchor}`
  return rewrite(schema, (given) => {
    const alone = refsAlone && typeof given.$ref === 'string' ? withReferenceAlone(given) : given
    const referring = isPlain && alone.$dynamicRef !== atRoot ? withPlainReference(alone) : alone
    const named = hasProto ? withProtoPattern(referring) : referring
    return hasUnevaluated ? withBranches(named) : named
  })
}

/** What is defined beside a reference can still be referred to. */
function withReferenceAlone(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    ['$schema', '$ref', 'definitions', '$defs'].flatMap((key) => (key in given ? [[key, given[key]]] : [])),
  )
}

function withProtoPattern(given: Record<string, unknown>): Record<string, unknown> {
  const { properties, patternProperties = {} } = given
  if (!isRecord(properties) || !isRecord(patternProperties) || !Object.hasOwn(properties, '__proto__')) return given
  const others = Object.entries(properties).filter(([name]) => name !== '__proto__')
  return {
    ...given,
    properties: Object.fromEntries(others),
    patternProperties: { ...patternProperties, '^(?:__proto__)$': Reflect.get(properties, '__proto__') },
  }
}

function withPlainReference({ $dynamicRef, ...others }: Record<string, unknown>): Record<string, unknown> {
  if ($dynamicRef === undefined) return others
  return '$ref' in others ? { ...others, $dynamicRef } : { ...others, $ref: $dynamicRef }
}

function withBranches(given: Record<string, unknown>): Record<string, unknown> {
  const { if: condition, then: met = true, else: unmet = true, ...others } = given
  if (condition === undefined) return given
  const branches = { anyOf: [{ allOf: [condition, met] }, { allOf: [{ not: condition }, unmet] }] }
  return { ...others, allOf: [...(Array.isArray(others.allOf) ? others.allOf : []), branches] }
}

function hasInnerId(schema: Record<string, unknown>): boolean {
  let ids = 0
  rewrite(schema, (given) => {
    if (given !== schema && typeof given.$id === 'string') ids += 1
    return given
  })
  return ids > 0
}

type Change = (schema: Record<string, unknown>) => Record<string, unknown>

/** Changes every subschema, and no value that only looks like one, as those of `const`, `enum` and `default`. */
function rewrite(schema: Record<string, unknown>, change: Change): Record<string, unknown> {
  const inner = (value: unknown): unknown => (isRecord(value) ? rewrite(value, change) : value)
  const changed = change(schema)
  const result = { ...changed }
  for (const [key, value] of Object.entries(changed)) {
    if (inMap.includes(key) && isRecord(value)) result[key] = mapValues(value, inner)
    else if (inList.includes(key) && Array.isArray(value)) result[key] = value.map(inner)
    else if (direct.includes(key)) result[key] = inner(value)
  }
  return result
}

function mapValues(record: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
