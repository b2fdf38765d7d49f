import type { Content, PathItem } from '@/lib/contracts/openapi'
import { TAGS } from '@/lib/contracts/tags'
import { CALLERS } from './callers'
import { errorReference } from './error-responses'
import { protocolEndpoints, protocolSchemas } from './protocol-endpoints'

const anyObject = { type: 'object', additionalProperties: true }
const text = (type: string): Content => ({ [type]: { schema: { type: 'string' } } })
const errors = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, errorReference(status)]))
const otherMethod = { 405: { description: 'It takes GET and HEAD only.' } }
const project = { $ref: '#/components/parameters/project' }

/** What clients and operators use beside the operations. */
export const otherEndpoints: Record<string, PathItem> = {
  ...protocolEndpoints,
  '/api/v1/events': {
    get: {
      operationId: 'live.events',
      summary: 'Changes in a project as server-sent events.',
      description:
        `${CALLERS.read.words} First comes \`ready\`, which says whether every change since \`since\` will follow, then a \`change\` for each, ` +
        'with what changed and never the data itself. The stream ends after ten minutes at the latest; open it again with `Last-Event-ID`.',
      tags: [TAGS.live.name],
      security: CALLERS.read.security,
      'x-veritas-scope': 'read',
      parameters: [
        {
          name: 'since',
          in: 'query',
          description: 'The moment up to which the caller knows everything, in milliseconds since 1970.',
          schema: { type: 'integer', minimum: 0 },
        },
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'Id of the last event that arrived; browsers send it themselves. Wins over `since`.',
          schema: { type: 'string' },
        },
        project,
      ],
      responses: {
        200: { description: 'The stream.', content: text('text/event-stream') },
        ...errors(400, 401, 403, 404, 500, 503),
      },
    },
  },
  '/api/v1/openapi.json': {
    get: {
      operationId: 'openapi.get',
      summary: 'This document.',
      description: CALLERS.public.words,
      tags: [TAGS.health.name],
      security: [],
      responses: {
        200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: anyObject } } },
        304: { description: 'Unchanged since the `ETag` that was sent as `If-None-Match`.' },
        ...otherMethod,
      },
    },
  },
  '/client.tgz': {
    get: {
      operationId: 'client.get',
      summary: 'The command line and the client of this desk, as npm installs them.',
      description: `${CALLERS.public.words} \`npm install --global <this address>\`, or without \`--global\` into a project.`,
      tags: [TAGS.health.name],
      security: [],
      responses: {
        200: { description: 'The package.', content: { 'application/gzip': {} } },
        304: { description: 'Unchanged since the `ETag` that was sent as `If-None-Match`.' },
        ...errors(404),
        ...otherMethod,
      },
    },
  },
  '/healthz': {
    get: {
      operationId: 'health.live',
      summary: 'Whether the process is up, whatever the database does.',
      description: CALLERS.public.words,
      tags: [TAGS.health.name],
      security: [],
      responses: {
        200: {
          description: 'It is.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } },
        },
        ...otherMethod,
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'health.ready',
      summary: 'Whether work can be sent here.',
      description: CALLERS.public.words,
      tags: [TAGS.health.name],
      security: [],
      responses: {
        200: {
          description: 'Yes.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Readiness' } } },
        },
        503: {
          description: 'No, and why.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Readiness' } } },
        },
        ...otherMethod,
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'health.metrics',
      summary: 'Figures of the whole desk for Prometheus. Nothing in them names a project.',
      description: CALLERS.public.words,
      tags: [TAGS.health.name],
      security: [],
      responses: { 200: { description: 'Prometheus text format.', content: text('text/plain') }, ...otherMethod },
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
      reason: { type: ['string', 'null'], description: 'Why no work can be sent; null when it can.' },
    },
    required: ['status', 'reason'],
  },
}
