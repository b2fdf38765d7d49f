import type { Content, PathItem } from '@/lib/contracts/openapi'
import { TAGS } from '@/lib/contracts/tags'
import { CALLERS, errorReference } from './error-responses'
import { anyObject, projectParameter, protocolEndpoints, protocolSchemas } from './protocol-endpoints'

const text = (type: string): Content => ({ [type]: { schema: { type: 'string' } } })
const errors = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, errorReference(status)]))

/** Endpoints for clients and operators besides the operations. */
export const otherEndpoints: Record<string, PathItem> = {
  ...protocolEndpoints,
  '/api/v1/events': {
    get: {
      operationId: 'live.events',
      summary: 'Stream the changes in a project as server-sent events.',
      description:
        `${CALLERS.read.text} First \`ready\`, which states whether every change since \`since\` will follow, then a \`change\` for each, ` +
        'with the subject of the change and never its data. The stream ends after ten minutes at the latest; reopen it with `Last-Event-ID`.',
      tags: [TAGS.live.name],
      security: CALLERS.read.security,
      'x-veritas-scope': 'read',
      parameters: [
        {
          name: 'since',
          in: 'query',
          description:
            'Up to where the caller has seen all changes: a time in milliseconds since 1970, or the id of an event.',
          schema: { type: 'string' },
        },
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'Id of the last event received; sent by browsers automatically. Takes precedence over `since`.',
          schema: { type: 'string' },
        },
        projectParameter,
      ],
      responses: {
        200: { description: 'The stream.', content: text('text/event-stream') },
        ...errors(400, 401, 403, 404, 405, 500, 503),
      },
    },
  },
  '/api/v1/openapi.json': {
    get: {
      operationId: 'openapi.get',
      summary: 'Get this document.',
      description: CALLERS.public.text,
      tags: [TAGS.health.name],
      security: [],
      responses: {
        200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: anyObject } } },
        304: { description: 'Unchanged since the `ETag` sent as `If-None-Match`.' },
        ...errors(405),
      },
    },
  },
  '/client.tgz': {
    get: {
      operationId: 'client.get',
      summary: 'Download the npm package of the command line and client of this desk.',
      description: `${CALLERS.public.text} Install with \`npm install --global <this address>\`, or without \`--global\` into a project.`,
      tags: [TAGS.health.name],
      security: [],
      responses: {
        200: { description: 'The package.', content: { 'application/gzip': {} } },
        304: { description: 'Unchanged since the `ETag` sent as `If-None-Match`.' },
        ...errors(405, 503),
      },
    },
  },
  '/healthz': {
    get: {
      operationId: 'health.live',
      summary: 'Check whether the process is up, whatever the state of the database.',
      description: CALLERS.public.text,
      tags: [TAGS.health.name],
      security: [],
      responses: {
        200: {
          description: 'The process is up.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } },
        },
        ...errors(405),
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'health.ready',
      summary: 'Check whether this process can handle requests.',
      description: CALLERS.public.text,
      tags: [TAGS.health.name],
      security: [],
      responses: {
        200: {
          description: 'Ready.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Readiness' } } },
        },
        503: {
          description: 'Not ready, with the reason.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Readiness' } } },
        },
        ...errors(405),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'health.metrics',
      summary: 'Get Prometheus metrics of the whole desk. They contain no project names.',
      description: CALLERS.public.text,
      tags: [TAGS.health.name],
      security: [],
      responses: { 200: { description: 'Prometheus text format.', content: text('text/plain') }, ...errors(405) },
    },
  },
}

export const otherSchemas = {
  ...protocolSchemas,
  Health: { type: 'object', properties: { status: { type: 'string', const: 'ok' } }, required: ['status'] },
  Readiness: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['ready', 'not ready'] },
      reason: { type: ['string', 'null'], description: 'Why it is not ready; null if it is.' },
    },
    required: ['status', 'reason'],
  },
}
