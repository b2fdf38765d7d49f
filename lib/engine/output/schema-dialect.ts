import { Ajv, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addLibraryFormats from 'ajv-formats'
import { isRecord } from '@/lib/contracts/is-record'
import { testPattern } from '../json/pattern/test-pattern'

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

/** One draft of JSON Schema: a fault of the schema itself, and fresh validators for a schema without one. */
interface SchemaDialect {
  faultOf: (schema: object) => string | null
  create: (options: { allErrors: boolean }) => Ajv
}

const draft2020 = dialect((options) => new Ajv2020(options))
const draft2019 = dialect((options) => new Ajv2019(options))
const draft7 = dialect((options) => new Ajv(options))

const byUri = new Map([
  ['https://json-schema.org/draft/2020-12/schema', draft2020],
  ['https://json-schema.org/draft/2019-09/schema', draft2019],
  ['http://json-schema.org/draft-07/schema', draft7],
])

/** The draft that `$schema` names, 2020-12 when it names none, null when it names one that is not known here. */
export function dialectOf(schema: Record<string, unknown>): SchemaDialect | null {
  if (schema.$schema === undefined) return draft2020
  return byUri.get(String(schema.$schema).replace(/#$/, '')) ?? null
}

function dialect(instance: (options: Options) => Ajv): SchemaDialect {
  let checker: Ajv | undefined
  return {
    faultOf: (schema) => {
      checker ??= instance({ strict: false, logger: false })
      return checker.validateSchema(schema) ? null : checker.errorsText(checker.errors, { dataVar: 'schema' })
    },
    // A fresh instance for each schema: an `$id` of one caller must never be seen by another.
    create: ({ allErrors }) => {
      const ajv = instance({
        allErrors,
        strict: false,
        logger: false,
        ownProperties: true,
        validateSchema: false,
        code: { regExp: toSchemaPattern },
      })
      addFormats(ajv)
      return ajv
    },
  }
}

/** What the standard asks beyond what the library checks: a text has to satisfy both. */
const narrower: Record<string, RegExp> = {
  uuid: /^[\da-f-]{36}$/i,
  hostname: /[^.]$/,
  // No unit may be left out between two others (RFC 3339, appendix A).
  duration: /^P(?!\d+Y\d+D)[^T]*(?:T(?!\d+H\d+S).*)?$/,
  // Hours to 23 also in a leap second, and an offset of hours and minutes (RFC 3339, 5.6).
  'date-time': /^.{10}.(?:[01]\d|2[0-3]):.*(?:z|[+-]\d\d:\d\d)$/i,
  time: /^(?:[01]\d|2[0-3]):.*(?:z|[+-]\d\d:\d\d)$/i,
}

const library = new Ajv({ strict: false, logger: false })
addLibraryFormats(library)

const exact = Object.entries(narrower).map(([name, shape]) => {
  const isKept = library.compile({ format: name })
  return { name, check: (text: string) => shape.test(text) && isKept(text) }
})

/** Adds the formats of JSON Schema to a validator. */
function addFormats(ajv: Ajv): void {
  addLibraryFormats(ajv)
  for (const { name, check } of exact) ajv.addFormat(name, check)
}

const nativeTextMax = 10_000
const variableQuantifier = /[*+]|\{\d+,\d*\}|(?<!\()\?/g

/** Thrown during a check when a pattern has no answer within bounded time. */
export class PatternUnanswered extends Error {}

/**
 * A `pattern` of a schema that no text can hang: with more than one variable repetition, or on a long text, it runs on the
 * linear-time matcher. Unicode by the standard; patterns that only older engines accept (`\-`) are read as written.
 */
function toSchemaPattern(pattern: string, flags: string): RegExp {
  const native = toRegExp(pattern, flags)
  const quantifiers = pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g, 'x').match(variableQuantifier)
  const isSimple = (quantifiers?.length ?? 0) <= 1
  return Object.assign(native, {
    test: (text: string) => {
      if (isSimple && text.length <= nativeTextMax) return RegExp.prototype.test.call(native, text)
      const answer = testPattern(pattern, text)
      if (!answer.ok)
        throw new PatternUnanswered(
          `the pattern ${JSON.stringify(pattern).slice(0, 100)} cannot be checked: ${answer.message}`,
        )
      return answer.matches
    },
  })
}
toSchemaPattern.code = 'new RegExp'

function toRegExp(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return new RegExp(pattern)
  }
}
