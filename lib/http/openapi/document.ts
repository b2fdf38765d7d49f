import { createHash } from 'node:crypto'
import { sessionCookieName } from '@/lib/auth/session-cookie'
import type { Contract } from '@/lib/contracts/contract'
import { errorBody } from '@/lib/contracts/errors'
import type { OpenApiDocument, PathItem, SchemaObject } from '@/lib/contracts/openapi'
import { TAGS } from '@/lib/contracts/tags'
import { webhookBodies } from '@/lib/contracts/webhook-events'
import { getEnv } from '@/lib/env'
import { registry, streams } from '@/lib/operations/registry'
import packageJson from '@/package.json'
import { errorResponses } from './error-responses'
import { jsonSchemasOf } from './json-schemas'
import { namedSchemas } from './named-schemas'
import { methodOf, operationObject } from './operation-object'
import { otherEndpoints, otherSchemas } from './other-endpoints'
import { webhooksOf } from './webhooks'

type Rendered = { document: OpenApiDocument; json: string; etag: string }

let rendered: Rendered | undefined

/** The OpenAPI document of this desk. It only changes with the program, so it is built once per process. */
export function openApiDocument(): OpenApiDocument {
  return render().document
}

/** GET /api/v1/openapi.json: public, since it contains nothing beyond the program itself. */
export function openApiAnswer(request: Request): Response {
  const { json, etag } = render()
  const headers = { etag, 'cache-control': 'public, max-age=300' }
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return new Response(null, { status: 304, headers })
  return new Response(json, { headers: { ...headers, 'content-type': 'application/json' } })
}

function render(): Rendered {
  if (rendered) return rendered
  const document = buildDocument({
    contracts: [...registry, ...streams].map(({ contract }) => contract),
    version: packageJson.version,
    serverUrl: getEnv().APP_URL,
    sessionCookie: sessionCookieName(),
  })
  const json = JSON.stringify(document)
  rendered = { document, json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"` }
  return rendered
}

type Options = { contracts: readonly Contract[]; version: string; serverUrl: string; sessionCookie: string }

const DESCRIPTION = `
One API for everything: the same operations serve the browser, the command line and MCP.

**Authentication.** Send an API key as \`Authorization: Bearer <key>\`; a key belongs to one project. The browser sends its session
cookie, with the project in \`project\` (or the header \`x-veritas-project\`). A key can only have the scopes \`read\` and \`write\`: only a
signed-in person decides.

**Bodies** are JSON in UTF-8, uncompressed or gzip. Unknown fields are rejected, to catch
misspelt names. Responses may get additional fields over time.

**Missing is not zero.** A score that could not be measured is \`null\`.

**Pagination.** If a response has \`next\`, pass it as \`cursor\` to get the next page; \`null\` is the end.

**Lists in a query** are separated by commas, or the parameter is repeated. If it is repeated, commas belong to the values: a single value
with a comma is sent twice.

**Errors** have one shape: a \`code\` for programs, a \`message\` for people, \`issues\` with the path of each invalid field, and the
\`requestId\` found in the log. After 429 and 503 wait for the seconds in \`Retry-After\`. Sending a run again with the same id is safe.
`.trim()

/** Builds the OpenAPI 3.1 document of these operations and of the other endpoints. */
export function buildDocument({ contracts, version, serverUrl, sessionCookie }: Options): OpenApiDocument {
  const byName = (pick: (contract: Contract) => Contract['input']) =>
    Object.fromEntries(contracts.map((contract) => [contract.name, pick(contract)]))
  const inputs = byName(({ sends, input }) => sends ?? input)
  const outputs = { ...byName(({ output }) => output), ...webhookBodies, Error: errorBody }
  const schemas = jsonSchemasOf(namedSchemas, inputs, outputs)
  const paths: Record<string, PathItem> = {}
  for (const contract of contracts) {
    const { name, path } = contract
    const operation = operationObject(contract, schemas.inputs[name] ?? {}, schemas.outputs[name] ?? {})
    paths[path] = { ...paths[path], [methodOf(contract)]: operation }
  }
  Object.assign(paths, otherEndpoints)
  const used = new Set(operationsOf(paths).flatMap(({ tags }) => tags))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Veritas',
      version,
      summary: 'The review desk for AI-agent runs.',
      description: DESCRIPTION,
      contact: { name: 'Operator of this desk', url: serverUrl },
      license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: serverUrl, description: 'This desk' }],
    tags: Object.values(TAGS).filter(({ name }) => used.has(name)),
    security: [],
    paths,
    webhooks: webhooksOf(schemas.outputs),
    components: {
      schemas: { ...schemas.components, ...(otherSchemas satisfies Record<string, SchemaObject>) },
      parameters: {
        project: {
          name: 'project',
          in: 'query',
          description: 'Slug of the project. Required with a session; an API key has its own project.',
          schema: { type: 'string' },
        },
        format: {
          name: 'format',
          in: 'query',
          description:
            '`csv` or `jsonl` streams all matching rows, one per line, without pagination. In CSV, text that a spreadsheet would read as a formula is prefixed with an apostrophe. `excel` is `csv` with the byte order mark that Excel needs to read UTF-8.',
          schema: { type: 'string', enum: ['json', 'csv', 'excel', 'jsonl'], default: 'json' },
        },
      },
      responses: errorResponses,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a project, created in its settings.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'The session of a signed-in person. Writes must come from the same site.',
        },
      },
    },
  }
}

function operationsOf(paths: Record<string, PathItem>) {
  return Object.values(paths).flatMap((item) => Object.values(item))
}
