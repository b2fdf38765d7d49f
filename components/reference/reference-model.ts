import type {
  HttpMethod,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
  SchemaObject,
  TagObject,
} from '@/lib/contracts/openapi'

/** One operation with where it is served. */
export type ReferenceEntry = { method: HttpMethod; path: string; operation: OperationObject }
export type ReferenceGroup = { tag: TagObject; entries: ReferenceEntry[] }

/** The operations of a document by noun, in the order of its tags. */
export function groupsOf(document: OpenApiDocument): ReferenceGroup[] {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    (Object.entries(item) as [HttpMethod, OperationObject][]).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  )
  return document.tags.map((tag) => ({
    tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)).sort(byNearness),
  }))
}

const METHODS: readonly HttpMethod[] = ['post', 'get', 'patch', 'delete']

/** The noun itself before what hangs below it, and what is elsewhere last; else as the document has them. */
function byNearness(a: ReferenceEntry, b: ReferenceEntry): number {
  return isElsewhere(a) - isElsewhere(b) || depth(a) - depth(b) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
}

const depth = ({ path }: ReferenceEntry) => path.split('/').length
const isElsewhere = ({ path, operation: { operationId } }: ReferenceEntry) =>
  Number(!path.startsWith(`/api/v1/${operationId.split('.')[0]}`))

/** The parameters of an operation with those that it shares with others written out. */
export function parametersOf(document: OpenApiDocument, { parameters = [] }: OperationObject): ParameterObject[] {
  return parameters.flatMap((parameter) => {
    if (!isReference(parameter)) return [parameter]
    return document.components.parameters[nameOf(parameter.$ref)] ?? []
  })
}

export type ReferenceAnswer = { status: string; response: ResponseObject; isShared: boolean }

/** The answers of an operation, those that it shares with others written out. */
export function answersOf(document: OpenApiDocument, { responses }: OperationObject): ReferenceAnswer[] {
  return Object.entries(responses).flatMap(([status, response]): ReferenceAnswer[] => {
    if (!isReference(response)) return [{ status, response, isShared: false }]
    const shared = document.components.responses[nameOf(response.$ref)]
    return shared ? [{ status, response: shared, isShared: true }] : []
  })
}

/** The last part of a reference: the name of what it refers to. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** Where the page shows a named shape. */
export const shapeAnchor = (name: string) => `shape-${name}`

/** The schema of a JSON body with its fields: a named shape is written out, under its name. */
export function bodySchemaOf(document: OpenApiDocument, { requestBody }: OperationObject): SchemaObject | undefined {
  const schema = requestBody?.content['application/json']?.schema
  const writeOut = (part: SchemaObject): SchemaObject => {
    const name = part.$ref && nameOf(part.$ref)
    return name ? { ...document.components.schemas[name], title: name } : part
  }
  return schema?.anyOf ? { ...schema, anyOf: schema.anyOf.map(writeOut) } : schema && writeOut(schema)
}

function isReference(value: object): value is Reference {
  return '$ref' in value
}
