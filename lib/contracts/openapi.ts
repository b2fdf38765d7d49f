/** JSON Schema (draft 2020-12), as far as the document uses it. */
export type SchemaObject = {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, SchemaObject>
  required?: string[]
  additionalProperties?: boolean | SchemaObject
  propertyNames?: SchemaObject
  items?: SchemaObject
  prefixItems?: SchemaObject[]
  anyOf?: SchemaObject[]
  oneOf?: SchemaObject[]
  allOf?: SchemaObject[]
}

export type Reference = { $ref: string }
export type ExampleObject = { summary?: string; value: unknown }
type MediaType = { schema?: SchemaObject; examples?: Record<string, ExampleObject> }
export type Content = Record<string, MediaType>
type HeaderObject = { description: string; schema: SchemaObject }

export type ParameterObject = {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: boolean
  schema: SchemaObject
  style?: 'form'
  explode?: boolean
}

type RequestBody = { required: boolean; description?: string; content: Content }
export type ResponseObject = { description: string; headers?: Record<string, HeaderObject>; content?: Content }

export type OperationObject = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: (ParameterObject | Reference)[]
  requestBody?: RequestBody
  responses: Record<string, ResponseObject | Reference>
  /** Required scope of the caller. */
  'x-veritas-scope'?: string
}

export type HttpMethod = 'get' | 'post' | 'patch' | 'delete'
export type PathItem = Partial<Record<HttpMethod, OperationObject>>
export type TagObject = { name: string; description: string }

/** The OpenAPI 3.1 document of the API. */
export type OpenApiDocument = {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    summary: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: TagObject[]
  security: Record<string, string[]>[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: {
    schemas: Record<string, SchemaObject>
    parameters: Record<string, ParameterObject>
    responses: Record<string, ResponseObject>
    securitySchemes: Record<string, object>
  }
}
