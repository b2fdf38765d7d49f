import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addLibraryFormats from 'ajv-formats'
import { isRecord } from '@/lib/contracts/is-record'
import { asText } from '../json/as-text'
import { testPattern } from '../json/pattern/test-pattern'
import { PatternUnanswered } from './schema-error'

/** Keywords that hold schemas under names chosen by the caller. */
export const namedSchemas = [
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'dependencies'],
]
const inList = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const direct = [
  ...['items', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties', 'unevaluatedProperties'],
  ...['propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'],
]

/** Whether the standard defines that this keyword holds schemas. */
export function holdsSchemas(keyword: string): boolean {
  return namedSchemas.includes(keyword) || inList.includes(keyword) || direct.includes(keyword)
}

/**
 * Rewrites a schema in the two cases in which the validator deviates from the standard: in draft 7 siblings of a `$ref` are ignored, and a
 * property may be named `__proto__`. Everything else is unchanged.
 */
export function prepareSchema(schema: Record<string, unknown>, text: string): Record<string, unknown> {
  const hasProto = text.includes('"__proto__":')
  const refsAlone = text.includes('"$ref"') && asText(schema.$schema).includes('/draft-07/')
  if (!hasProto && !refsAlone) return schema
  return rewrite(schema, (given) => {
    const alone = refsAlone && typeof given.$ref === 'string' ? withReferenceAlone(given) : given
    return hasProto ? withProtoPattern(alone) : alone
  })
}

/** Keeps definitions next to a reference, which can still be referred to. */
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

/** Applies a change to every subschema, but not to values that only look like schemas, as in `const`, `enum` and `default`. */
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

/** One draft of JSON Schema: checks schemas, and creates validators for valid ones. */
export interface SchemaDialect {
  uri: string
  faultOf: (schema: object) => string | null
  create: (options: { allErrors: boolean }) => Ajv
}

const draft2020 = dialect('https://json-schema.org/draft/2020-12/schema', (options) => new Ajv2020(options))
const draft2019 = dialect('https://json-schema.org/draft/2019-09/schema', (options) => new Ajv2019(options))
const draft7 = dialect('http://json-schema.org/draft-07/schema', (options) => new Ajv(options))

const byUri = new Map([draft2020, draft2019, draft7].map((draft) => [draft.uri, draft]))

/** Keywords that depend on the dynamic scope or on what other keywords evaluated, and empty enums. */
const interpreterKeywords = /"(?:\$dynamicRef|\$recursiveRef|unevaluatedItems|unevaluatedProperties)":|"enum":\[\]/

/**
 * Whether a schema of this draft uses features that ajv misreads or refuses although the standard allows them, including several resources.
 */
export function needsInterpreter({ uri }: SchemaDialect, schema: Record<string, unknown>, text: string): boolean {
  if (uri === draft7.uri) return false
  const ids = text.split('"$id":"').length - 1
  return interpreterKeywords.test(text) || ids > (typeof schema.$id === 'string' ? 1 : 0)
}

/** Returns the draft named by `$schema`: 2020-12 when it is absent, null for an unknown draft. */
export function dialectOf(schema: Record<string, unknown>): SchemaDialect | null {
  if (schema.$schema === undefined) return draft2020
  return byUri.get(asText(schema.$schema).replace(/#$/, '')) ?? null
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
    // A new instance for each schema, so that an `$id` of one caller is never visible to another.
    create: ({ allErrors }) => withFormats(instance({ ...checking, allErrors })),
  }
}

/** Additional requirements of the standard beyond the library's checks; a text has to satisfy both. */
const narrower: Record<string, RegExp> = {
  uuid: /^[\da-f-]{36}$/i,
  hostname: /[^.]$/,
  // No unit between two others may be left out (RFC 3339, appendix A).
  duration: /^P(?!\d+Y\d+D)[^T]*(?:T(?!\d+H\d+S).*)?$/,
  // Hours to 23 even in a leap second, and an offset with hours and minutes (RFC 3339, 5.6).
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

/** Compiles the check of one keyword that only depends on the value; its errors have the validator's messages. */
export function compileKeyword(keyword: string, argument: unknown): ValidateFunction {
  keywords ??= withFormats(new Ajv2020({ ...checking, allErrors: true }))
  const schema = { [keyword]: argument }
  const validate = keywords.compile(schema)
  keywords.removeSchema(schema)
  return validate
}

/** Returns the check of a format; unknown formats accept everything. */
export function formatCheck(format: unknown): (value: unknown) => boolean {
  const validate = compileKeyword('format', format)
  return (value) => validate(value)
}

const nativeTextMax = 10_000
const variableQuantifier = /[*+]|\{\d+,\d*\}|(?<!\()\?/g

/**
 * Compiles a schema's `pattern` so that no text can make it hang: with more than one variable repetition, or on a long text, it runs on the
 * linear-time matcher. Unicode by the standard; patterns that are only valid without the `u` flag (`\-`) are used as written.
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
