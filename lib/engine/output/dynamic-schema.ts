import type { OutputUnit, SchemaObject } from '@hyperjump/json-schema'
import type { Keyword } from '@hyperjump/json-schema/experimental'
import type { ValidateFunction } from 'ajv'
import { isRecord } from '@/lib/contracts/is-record'
import { canonicalJson } from '../audit/canonical-json'
import { compileKeyword, formatCheck, holdsSchemas, namedSchemas, toSchemaPattern } from './schema-dialect'
import { type CompiledSchema, type SchemaError, toSchemaError } from './schema-error'
import { pointerToPath } from './texts'

const base = 'https://schema.invalid/'

/**
 * Compiles a schema of 2020-12 or 2019-09 for the interpreter, which implements dynamic references, evaluated members and embedded
 * resources as the standard requires. The schema keeps its draft's metaschema. Nothing is registered or fetched: references can only lead
 * into the schema or to a metaschema.
 * @throws {Error} with the reason if the schema cannot be compiled.
 */
export async function compileDynamic(schema: Record<string, unknown>, draft: string): Promise<CompiledSchema> {
  const { buildSchemaDocument, compile, fromJs, getSchema, interpret } = await openLibrary()
  const document = buildSchemaDocument(toPlain(schema) as SchemaObject, base, draft)
  const cached = { uri: document.baseUri, document, cursor: '', _cache: { [document.baseUri]: document } }
  const compiled = await compile(await getSchema(document.baseUri, cached)).catch(refuseReference)
  const resources = { ...cached._cache, ...document.embedded }
  const format = errorFormatter((resource, keys) => stepInto(resources[resource]?.root, keys))
  const check = (value: unknown, format: 'FLAG' | 'BASIC') => interpret(compiled, fromJs(value as never), format)
  return {
    accepts: (value) => check(value, 'FLAG').valid,
    faults: (value, max) => {
      const { errors: found = [] } = check(value, 'BASIC') as { errors?: OutputUnit[] }
      const errors: SchemaError[] = []
      for (const unit of found.slice(0, max)) errors.push(...format(unit, value))
      return { errors: errors.slice(0, max), total: Math.max(found.length, errors.length) }
    },
  }
}

let library: ReturnType<typeof loadLibrary> | undefined

function openLibrary() {
  library ??= loadLibrary()
  return library
}

/**
 * Loaded with the first schema that needs it. The changes to the library's keywords only affect this module, because no other imports it.
 */
async function loadLibrary() {
  const { setShouldValidateSchema } = await import('@hyperjump/json-schema/draft-2020-12')
  await import('@hyperjump/json-schema/draft-2019-09')
  const { addKeyword, getKeyword, ...compiling } = await import('@hyperjump/json-schema/experimental')
  const { fromJs, ...instance } = await import('@hyperjump/json-schema/instance/experimental')
  const { removeUriSchemePlugin, value } = await import('@hyperjump/browser')
  for (const scheme of ['http', 'https', 'file']) removeUriSchemePlugin(scheme)
  setShouldValidateSchema(false)

  const keyword = (name: string) => getKeyword<unknown>(`https://json-schema.org/keyword/${name}`)
  const replace = <A>(name: string, handler: Pick<Keyword<A>, 'compile' | 'interpret'>) =>
    addKeyword<A>({ ...(keyword(name) as Keyword<A>), ...handler })
  const replaceCompiled = <A>(name: string, change: (compiled: A) => A) => {
    const { compile, interpret } = keyword(name) as Keyword<A>
    replace<A>(name, { compile: async (...args) => change(await compile(...args)), interpret })
  }
  replace<string>('const', {
    compile: async (schema) => constantText(value(schema)),
    interpret: (text, node) => canonicalJson(instance.value(node)) === text,
  })
  replace<string[]>('enum', {
    compile: async (schema) => value<unknown[]>(schema).map(constantText),
    interpret: (texts, node) => texts.includes(canonicalJson(instance.value(node))),
  })
  replace<RegExp>('pattern', {
    compile: async (schema) => toSchemaPattern(value<string>(schema), 'u'),
    interpret: (pattern, node) => instance.typeOf(node) !== 'string' || pattern.test(instance.value<string>(node)),
  })
  for (const draft of ['draft-2020-12/format', 'draft-2019-09/format', 'draft-2019-09/format-assertion'])
    replace<(value: unknown) => boolean>(draft, {
      compile: async (schema) => formatCheck(value(schema)),
      interpret: (accepts, node) => accepts(instance.value(node)),
    })
  replaceCompiled<[RegExp, unknown][]>('patternProperties', (patterns) =>
    patterns.map(([{ source }, schema]) => [toSchemaPattern(source, 'u'), schema]),
  )
  replaceCompiled<[RegExp, unknown]>('additionalProperties', ([{ source }, schema]) => [
    toSchemaPattern(source, 'u'),
    schema,
  ])
  const contains = keyword('contains')
  replace<[unknown, boolean]>('contains', {
    compile: async (...args) => [await contains.compile(...args), args[0].document.dialectId.includes('2019-09')],
    // Only since 2020-12 does `contains` mark an item as evaluated.
    interpret: ([compiled, isOld], node, context) =>
      contains.interpret(
        compiled,
        node,
        isOld ? Object.assign({ ...context }, { evaluatedItems: undefined }) : context,
      ),
  })
  return { ...compiling, fromJs }
}

/**
 * Replaces constants by text, because the library would read members named `$id` or `$anchor` in them as schema identifiers. Such members
 * within unknown keywords are removed for the same reason.
 */
function toPlain(schema: unknown, isKnown = true): unknown {
  if (Array.isArray(schema)) return schema.map((item) => toPlain(item, isKnown))
  if (!isRecord(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, argument]): [string, unknown][] => {
      if (unread.includes(key) || (!isKnown && identifying.includes(key) && typeof argument === 'string')) return []
      if (key === 'const') return [[key, toConstant(argument)]]
      if (key === 'enum' && Array.isArray(argument)) return [[key, argument.map(toConstant)]]
      if (key === 'dependentRequired') return [[key, argument]]
      const isApplied = isKnown && holdsSchemas(key)
      if (!namedSchemas.includes(key) || !isRecord(argument)) return [[key, toPlain(argument, isApplied)]]
      const named = Object.entries(argument).map(([name, inner]) => [name, toPlain(inner, isApplied)])
      return [[key, Object.fromEntries(named)]]
    }),
  )
}

// A `$vocabulary` would register a dialect for the whole process.
const unread = ['$vocabulary', '$comment', 'default', 'examples']
const identifying = ['$id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$schema']

const mark = 'JSON '

function toConstant(value: unknown): string {
  return mark + canonicalJson(value)
}

/** Decodes a constant. Constants of a metaschema are unencoded, and none of them begins with the mark. */
function constantText(argument: unknown): string {
  return typeof argument === 'string' && argument.startsWith(mark)
    ? argument.slice(mark.length)
    : canonicalJson(argument)
}

function refuseReference(error: unknown): never {
  const text = error instanceof Error ? error.message : ''
  const [, target] = /^(?:Unable to load resource|No such anchor|No schema found at) '(.*?)'/.exec(text) ?? []
  if (target === undefined) throw error
  throw new Error(`"${decode(target).replace(base, '')}" ${leadsNowhere}`)
}

/** Completes a message about a reference. */
export const leadsNowhere = 'does not resolve within the schema; references to other documents are not followed'

const onFalse: Record<string, string> = {
  additionalProperties: 'must not have additional properties',
  unevaluatedProperties: 'must not have unevaluated properties',
  unevaluatedItems: 'must not have unevaluated items',
  additionalItems: 'must not have additional items',
  items: 'must not have additional items',
}

const onSchemas: Record<string, string> = {
  anyOf: 'must match a schema in anyOf',
  oneOf: 'must match exactly one schema in oneOf',
  not: 'must not be valid',
  contains: 'must contain the required number of matching items',
}

/**
 * Returns a function that formats the errors of one schema. The message for a keyword comes from the other validator, run on that keyword
 * alone.
 */
function errorFormatter(argumentAt: (resource: string, keys: readonly string[]) => unknown) {
  const checks = new Map<string, ValidateFunction | null>()
  const checkOf = (location: string, keyword: string, argument: unknown) => {
    const known = checks.get(location)
    if (known !== undefined) return known
    const isTold = argument !== undefined && !(Array.isArray(argument) && argument.length === 0)
    const check = isTold ? compileKeyword(keyword, argument) : null
    checks.set(location, check)
    return check
  }
  return ({ keyword, absoluteKeywordLocation, instanceLocation }: OutputUnit, value: unknown): SchemaError[] => {
    const [, instance = ''] = instanceLocation.split('#', 2)
    const [resource = '', pointer = ''] = absoluteKeywordLocation.split('#', 2)
    const isName = instance.startsWith('*')
    const place = decode(isName ? instance.slice(1) : instance)
    const path = pointerToPath(place, value)
    const keys = tokens(decode(pointer))
    const code = keys.at(-1) ?? 'false schema'
    if (keyword.endsWith('/evaluation/validate')) {
      const message = namedSchemas.includes(keys.at(-2) ?? '') ? undefined : onFalse[code]
      return [message ? { code, path, message } : { code: 'false schema', path, message: 'must not be present' }]
    }
    const message = onSchemas[code]
    if (message) return [{ code, path, message }]
    const check = checkOf(absoluteKeywordLocation, code, toArgument(code, argumentAt(resource, keys)))
    const target = isName ? tokens(place).at(-1) : stepInto(value, tokens(place))
    if (!check || check(target)) return [{ code, path, message: `does not satisfy ${code}` }]
    return (check.errors ?? []).map((error) => toSchemaError(error, target, path))
  }
}

function toArgument(keyword: string, argument: unknown): unknown {
  if (keyword === 'const') return JSON.parse(constantText(argument))
  return keyword === 'enum' && Array.isArray(argument)
    ? argument.map((item) => JSON.parse(constantText(item)))
    : argument
}

function tokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Returns what a reference within a schema leads to, as in `#/$defs/a`; undefined for any other reference. */
export function followReference(schema: unknown, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined
  return stepInto(schema, tokens(decode(reference.slice(1))))
}

function stepInto(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => {
    return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
      ? Reflect.get(inner, key)
      : undefined
  }, value)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
