import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addLibraryFormats from 'ajv-formats'
import { isRecord } from '@/lib/contracts/is-record'
import { testPattern } from '../json/pattern/test-pattern'
import { PatternUnanswered } from './schema-error'

/** Keywords that hold schemas by names of the caller's. */
export const namedSchemas = [
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'dependencies'],
]
const inList = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const direct = [
  ...['items', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties', 'unevaluatedProperties'],
  ...['propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'],
]

/** Whether the standard says that this keyword holds schemas. */
export function holdsSchemas(keyword: string): boolean {
  return namedSchemas.includes(keyword) || inList.includes(keyword) || direct.includes(keyword)
}

/**
 * Writes a schema so that the validator reads it as the standard does, in two places where it does not. In draft 7 nothing
 * beside a `$ref` counts. A property may be named `__proto__`. Anything else stays as it is.
 */
export function prepareSchema(schema: Record<string, unknown>, text: string): Record<string, unknown> {
  const hasProto = text.includes('"__proto__":')
  const refsAlone = text.includes('"$ref"') && String(schema.$schema).includes('/draft-07/')
  if (!hasProto && !refsAlone) return schema
  return rewrite(schema, (given) => {
    const alone = refsAlone && typeof given.$ref === 'string' ? withReferenceAlone(given) : given
    return hasProto ? withProtoPattern(alone) : alone
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

type Change = (schema: Record<string, unknown>) => Record<string, unknown>

/** Changes every subschema, and no value that only looks like one, as those of `const`, `enum` and `default`. */
function rewrite(schema: Record<string, unknown>, change: Change): Record<string, unknown> {
  const inner = (value: unknown): unknown => (isRecord(value) ? rewrite(value, change) : value)
  const changed = change(schema)
  const result = { ...changed }
  for (const [key, value] of Object.entries(changed)) {
    if (namedSchemas.includes(key) && isRecord(value)) result[key] = mapValues(value, inner)
    else if (inList.includes(key) && Array.isArray(value)) result[key] = value.map(inner)
    else if (direct.includes(key)) result[key] = inner(value)
  }
  return result
}

function mapValues(record: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/** One draft of JSON Schema: a fault of the schema itself, and fresh validators for a schema without one. */
export interface SchemaDialect {
  uri: string
  faultOf: (schema: object) => string | null
  create: (options: { allErrors: boolean }) => Ajv
}

const draft2020 = dialect('https://json-schema.org/draft/2020-12/schema', (options) => new Ajv2020(options))
const draft2019 = dialect('https://json-schema.org/draft/2019-09/schema', (options) => new Ajv2019(options))
const draft7 = dialect('http://json-schema.org/draft-07/schema', (options) => new Ajv(options))

const byUri = new Map([draft2020, draft2019, draft7].map((draft) => [draft.uri, draft]))

/** What depends on the scope of a check or on what other keywords evaluated, several resources, and a list of no values. */
const beyondAjv = /"(?:\$dynamicRef|\$recursiveRef|unevaluatedItems|unevaluatedProperties)":|"enum":\[\]/

/** Whether a schema of this draft uses what ajv misreads or refuses, though the standard allows it. */
export function isBeyondAjv({ uri }: SchemaDialect, schema: Record<string, unknown>, text: string): boolean {
  if (uri === draft7.uri) return false
  const ids = text.split('"$id":"').length - 1
  return beyondAjv.test(text) || ids > (typeof schema.$id === 'string' ? 1 : 0)
}

/** The draft that `$schema` names, 2020-12 when it names none, null when it names one that is not known here. */
export function dialectOf(schema: Record<string, unknown>): SchemaDialect | null {
  if (schema.$schema === undefined) return draft2020
  return byUri.get(String(schema.$schema).replace(/#$/, '')) ?? null
}

const checking: Options = {
  strict: false,
  logger: false,
  ownProperties: true,
  validateSchema: false,
  code: { regExp: toSchemaPattern },
}

function dialect(uri: string, instance: (options: Options) => Ajv): SchemaDialect {
  let checker: Ajv | undefined
  return {
    uri,
    faultOf: (schema) => {
      checker ??= instance({ strict: false, logger: false })
      return checker.validateSchema(schema) ? null : checker.errorsText(checker.errors, { dataVar: 'schema' })
    },
    // A fresh instance for each schema: an `$id` of one caller must never be seen by another.
    create: ({ allErrors }) => withFormats(instance({ ...checking, allErrors })),
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

function withFormats(ajv: Ajv): Ajv {
  addLibraryFormats(ajv)
  for (const { name, check } of exact) ajv.addFormat(name, check)
  return ajv
}

let keywords: Ajv | undefined

/** The check of one keyword that looks at a value alone; it tells its faults in the words of the validator. */
export function compileKeyword(keyword: string, argument: unknown): ValidateFunction {
  keywords ??= withFormats(new Ajv2020({ ...checking, allErrors: true }))
  const schema = { [keyword]: argument }
  const validate = keywords.compile(schema)
  keywords.removeSchema(schema)
  return validate
}

/** The check of a format; one of an unknown name accepts everything. */
export function formatCheck(format: unknown): (value: unknown) => boolean {
  const validate = compileKeyword('format', format)
  return (value) => validate(value)
}

const nativeTextMax = 10_000
const variableQuantifier = /[*+]|\{\d+,\d*\}|(?<!\()\?/g

/**
 * A `pattern` of a schema that no text can hang: with more than one variable repetition, or on a long text, it runs on the
 * linear-time matcher. Unicode by the standard; patterns that only older engines accept (`\-`) are read as written.
 */
export function toSchemaPattern(pattern: string, flags: string): RegExp {
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
