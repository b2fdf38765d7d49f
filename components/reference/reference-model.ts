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

export type ReferenceEntry = { method: HttpMethod; path: string; operation: OperationObject }
export type ReferenceGroup = { tag: TagObject; entries: ReferenceEntry[] }

/** Groups the operations of a document by tag, in the order of its tags. */
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

/** Sorts by path depth, then method; operations whose path is outside their noun come last. */
function byNearness(a: ReferenceEntry, b: ReferenceEntry): number {
  return (
    isOutsideNoun(a) - isOutsideNoun(b) || depth(a) - depth(b) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
  )
}

const depth = ({ path }: ReferenceEntry) => path.split('/').length
const isOutsideNoun = ({ path, operation: { operationId } }: ReferenceEntry) =>
  Number(!path.startsWith(`/api/v1/${operationId.split('.')[0]}`))

export function parametersOf(document: OpenApiDocument, { parameters = [] }: OperationObject): ParameterObject[] {
  return parameters.flatMap((parameter) => {
    if (!isReference(parameter)) return [parameter]
    return document.components.parameters[nameOf(parameter.$ref)] ?? []
  })
}

type ReferenceAnswer = { status: string; response: ResponseObject; isShared: boolean }

/** Returns the responses of an operation with references resolved; `isShared` marks those that were references. */
export function answersOf(document: OpenApiDocument, { responses }: OperationObject): ReferenceAnswer[] {
  return Object.entries(responses).flatMap(([status, response]): ReferenceAnswer[] => {
    if (!isReference(response)) return [{ status, response, isShared: false }]
    const shared = document.components.responses[nameOf(response.$ref)]
    return shared ? [{ status, response: shared, isShared: true }] : []
  })
}

/** Returns the last segment of a reference, the component's name. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** Returns the anchor of a named schema. */
export const shapeAnchor = (name: string) => `shape-${name}`

/** Returns the schema of a JSON body with references resolved; the name of a resolved schema becomes its title. */
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
