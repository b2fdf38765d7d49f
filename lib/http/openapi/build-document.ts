import type { Contract } from '@/lib/contracts/contract'
import { errorBody } from '@/lib/contracts/errors'
import type { OpenApiDocument, PathItem, SchemaObject } from '@/lib/contracts/openapi'
import { TAGS } from '@/lib/contracts/tags'
import { errorResponses } from './error-responses'
import { jsonSchemasOf } from './json-schemas'
import { namedSchemas } from './named-schemas'
import { methodOf, operationObject } from './operation-object'
import { otherEndpoints, otherSchemas } from './other-endpoints'

type Options = { contracts: readonly Contract[]; version: string; serverUrl: string; sessionCookie: string }

const DESCRIPTION = `
Everything the desk does is here: the same operations serve the browser, the command line and MCP.

**Who asks.** Send an API key as \`Authorization: Bearer <key>\`; it belongs to one project. In the browser the session
cookie does, and \`project\` (or the header \`x-veritas-project\`) names the project. A key holds \`read\` and \`write\` and can hold nothing else: only a
signed-in person decides.

**Bodies** are JSON in UTF-8, plain or gzip. Unknown fields are refused, so that a
misspelt one is not lost. Answers may get more fields over time.

**Missing is not zero.** A score that could not be measured is \`null\`.

**Pages.** Where an answer has \`next\`, pass it as \`cursor\` to go on; \`null\` is the end.

**Errors** have one shape: a \`code\` to act on, a \`message\` to read, \`issues\` with the path of each wrong field, and the
\`requestId\` that stands in the log. After 429 and 503 wait as long as \`Retry-After\` says. Sending a run again under its id is safe.
`.trim()

/** The OpenAPI 3.1 document of these operations and of the other endpoints of the desk. */
export function buildDocument({ contracts, version, serverUrl, sessionCookie }: Options): OpenApiDocument {
  const byName = (pick: (contract: Contract) => Contract['input']) =>
    Object.fromEntries(contracts.map((contract) => [contract.name, pick(contract)]))
  const inputs = byName(({ sends, input }) => sends ?? input)
  const schemas = jsonSchemasOf(namedSchemas, inputs, { ...byName(({ output }) => output), Error: errorBody })
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
      contact: { name: 'Whoever runs this desk', url: serverUrl },
      license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: serverUrl, description: 'This desk' }],
    tags: Object.values(TAGS).filter(({ name }) => used.has(name)),
    security: [],
    paths,
    components: {
      schemas: { ...schemas.components, ...(otherSchemas satisfies Record<string, SchemaObject>) },
      parameters: {
        project: {
          name: 'project',
          in: 'query',
          description: 'Slug of the project. Needed with a session; an API key has a project of its own.',
          schema: { type: 'string' },
        },
        format: {
          name: 'format',
          in: 'query',
          description:
            '`csv` or `jsonl` sends all rows that fit, a line each, and goes through the pages by itself. In CSV a text that a spreadsheet would take for a formula begins with an apostrophe.',
          schema: { type: 'string', enum: ['json', 'csv', 'jsonl'], default: 'json' },
        },
      },
      responses: errorResponses,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a project, made in its settings.' },
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
