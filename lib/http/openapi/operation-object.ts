import { SMALL_BODY } from '@/lib/contracts/body-limits'
import type { Contract } from '@/lib/contracts/contract'
import type {
  Content,
  ExampleObject,
  HttpMethod,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
  SchemaObject,
} from '@/lib/contracts/openapi'
import { TAGS } from '@/lib/contracts/tags'
import { CALLERS, errorReference } from './error-responses'
import { withoutDefaults } from './tidy-schema'

const ANSWERS = { 200: 'Success.', 201: 'Created.', 202: 'Accepted: processing continues.' }

export const methodOf = (contract: Contract) => METHODS[contract.method]
const METHODS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<
  Contract['method'],
  HttpMethod
>

/** Converts a contract to OpenAPI: parameters in its path, the rest of the input as body, or as query for GET and DELETE. */
export function operationObject(contract: Contract, input: SchemaObject, output: SchemaObject): OperationObject {
  const { name, summary, scope, method, path } = contract
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? ''))
  const [pathFields, rest] = splitFields(input, inPath)
  const hasBody = method === 'POST' || method === 'PATCH'
  const isOfProject = scope !== 'public' && scope !== 'session'
  const parameters: (ParameterObject | Reference)[] = [
    ...fieldsOf(pathFields).map((field) => pathParameter(field)),
    ...(hasBody ? [] : fieldsOf(rest).map((field) => queryParameter(field))),
    ...(contract.table ? [{ $ref: '#/components/parameters/format' }] : []),
    ...(isOfProject ? [{ $ref: '#/components/parameters/project' }] : []),
  ]
  const caller = CALLERS[scope]
  return {
    operationId: name,
    summary,
    description: caller.text,
    tags: [TAGS[contract.tag].name],
    security: caller.security,
    'x-veritas-scope': scope,
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: {
        required: true,
        description: `At most ${(contract.body ?? SMALL_BODY).bytes / 1024 ** 2} MiB.`,
        content: jsonContent(withoutDefaults(rest), examplesOf(contract, 'body')),
      },
    }),
    responses: {
      [contract.status ?? 200]: contract.streams ? linesOf(output) : answerOf(contract, output),
      ...(contract.revalidates && {
        304: { description: 'Unchanged since the `ETag` sent as `If-None-Match`.' },
      }),
      ...Object.fromEntries(errorsOf(contract).map((status) => [status, errorReference(status)])),
    },
  }
}

function answerOf(contract: Contract, output: SchemaObject): ResponseObject {
  return {
    description: ANSWERS[contract.status ?? 200],
    headers: {
      'x-request-id': { description: 'Id of this request, as in the log.', schema: { type: 'string' } },
    },
    content: {
      ...jsonContent(output, examplesOf(contract, 'answer')),
      ...(contract.markdown && { 'text/markdown': { schema: { type: 'string' } } }),
      ...(contract.table && { 'text/csv': { schema: { type: 'string' } }, 'application/x-ndjson': { schema: {} } }),
    },
  }
}

function linesOf(output: SchemaObject): ResponseObject {
  return {
    description: 'Lines of JSON, each of this shape. The connection is aborted if not all of them could be sent.',
    content: { 'application/x-ndjson': { schema: output } },
  }
}

function errorsOf({ scope, method, path, rate, queues }: Contract): number[] {
  const hasBody = method === 'POST' || method === 'PATCH'
  const isOfProject = scope !== 'public' && scope !== 'session'
  const mayConflict = method !== 'GET' && scope !== 'read'
  return [
    400,
    ...(scope === 'public' ? [] : [401]),
    ...(scope === 'public' && !hasBody ? [] : [403]),
    ...(isOfProject || path.includes('{') ? [404] : []),
    ...(mayConflict ? [409] : []),
    ...(hasBody ? [413, 415] : []),
    ...(rate || queues ? [429] : []),
    500,
    503,
  ]
}

function examplesOf({ examples = [] }: Contract, part: 'body' | 'answer'): Record<string, ExampleObject> | undefined {
  const given = examples.filter((example) => example[part] !== undefined)
  if (given.length === 0) return undefined
  return Object.fromEntries(
    given.map(({ name = 'example', summary, ...example }) => [
      name,
      { ...(part === 'body' && summary && { summary }), value: example[part] },
    ]),
  )
}

function jsonContent(schema: SchemaObject, examples?: Record<string, ExampleObject>): Content {
  return { 'application/json': { schema, ...(examples && { examples }) } }
}

function splitFields(schema: SchemaObject, names: ReadonlySet<string>): [SchemaObject, SchemaObject] {
  if (names.size === 0) return [{}, schema]
  const { properties = {}, required = [], ...rest } = schema
  const only = (isWanted: (name: string) => boolean): SchemaObject => {
    const kept = required.filter(isWanted)
    return {
      ...rest,
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isWanted(name))),
      ...(kept.length > 0 && { required: kept }),
    }
  }
  return [only((name) => names.has(name)), only((name) => !names.has(name))]
}

type Field = { name: string; schema: SchemaObject; required: boolean }

function fieldsOf({ properties = {}, required = [] }: SchemaObject): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }))
}

function pathParameter({ name, schema }: Field): ParameterObject {
  const { description = '', ...bare } = schema
  return { name, in: 'path', required: true, description, schema: bare }
}

function queryParameter({ name, schema, required }: Field): ParameterObject {
  const { description = '', ...bare } = schema
  const isList = bare.type === 'array'
  return {
    name,
    in: 'query',
    description: isList ? [description.replace(/([^.])$/, '$1.'), howToList(bare.items)].join(' ').trim() : description,
    ...(required && { required }),
    schema: bare,
    ...(isList && { style: 'form', explode: true }),
  }
}

function howToList(items: SchemaObject['items']): string {
  const isFreeText = items?.type === 'string' && !items.enum && !items.format
  const commas = isFreeText ? ' A repeated one is not split: send a single value that contains a comma twice.' : ''
  return `Repeated or comma-separated.${commas}`
}
