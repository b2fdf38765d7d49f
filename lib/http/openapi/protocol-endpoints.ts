import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import type { OperationObject, PathItem } from '@/lib/contracts/openapi'
import { TAGS } from '@/lib/contracts/tags'
import { toolsets } from '@/lib/contracts/vocabulary'

const anyObject = { type: 'object', additionalProperties: true }
const project = { $ref: '#/components/parameters/project' }
const MIB = MAX_BODY_BYTES / 1024 ** 2

/** OTLP has an error of its own, in the encoding of the request. */
const otlpErrors = Object.fromEntries(
  Object.entries({
    400: 'The body cannot be decoded.',
    401: 'The API key is missing, not known, or was revoked.',
    403: 'The key may not write.',
    404: 'The key belongs to another project than the one named.',
    413: `The body is larger than ${MIB} MiB, packed or unpacked.`,
    415: 'The content encoding is neither gzip nor none.',
    429: 'Too many requests: try again after the seconds in Retry-After.',
    503: 'The desk cannot store at the moment: try again after the seconds in Retry-After.',
  }).map(([status, description]) => [
    status,
    {
      description,
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/RpcStatus' } },
        'application/x-protobuf': {},
      },
    },
  ]),
)

/** MCP's are those of JSON-RPC; `data.error` holds the same error as elsewhere. */
const mcpErrors = Object.fromEntries(
  Object.entries({
    400: 'The body is no JSON, or no message of the protocol.',
    401: 'The API key is missing, not known, or was revoked.',
    403: 'The scopes of the key do not allow the tool, or a page of another site asks.',
    413: `The body is larger than ${MIB} MiB, packed or unpacked.`,
    415: 'The content type is not JSON, or the content encoding is neither gzip nor none.',
    429: 'Too many requests: try again after the seconds in `Retry-After`.',
    503: 'The database does not answer: try again after the seconds in `Retry-After`.',
  }).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/RpcError' } } } },
  ]),
)

const traces: Omit<OperationObject, 'operationId' | 'summary'> = {
  description:
    'What any OpenTelemetry exporter sends: an ExportTraceServiceRequest as protobuf or JSON, plain or gzip. Spans of one trace become one run; the GenAI conventions, OpenInference and others are read. ' +
    'As attributes of a span or of the resource, `veritas.chain` names the chain, before `gen_ai.agent.name` and other names of agents, graphs and workflows, the root span and `service.name`; `veritas.version`, `veritas.scenario`, `veritas.execution`, `veritas.attempt` and `veritas.kind` (`dry_run`) say what the fields of a run do. ' +
    'An API key with the scope `write` is needed.',
  tags: [TAGS.traces.name],
  security: [{ apiKey: [] }],
  'x-veritas-scope': 'write',
  parameters: [project],
  requestBody: {
    required: true,
    description: `At most ${MIB} MiB.`,
    content: { 'application/json': { schema: anyObject }, 'application/x-protobuf': {} },
  },
  responses: {
    200: {
      description: 'Taken in. `partialSuccess` counts the spans that were refused, and says why.',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/TraceResponse' } },
        'application/x-protobuf': {},
      },
    },
    ...otlpErrors,
  },
}

type Described = Omit<OperationObject, 'operationId' | 'summary'>

const logs: Described = {
  ...traces,
  description:
    'An ExportLogsServiceRequest. Each event `gen_ai.evaluation.result` is a signal of the run of its trace and span, also before that is there: by its annotator kind (LLM is peer, CODE and none downstream), as far as its score lies from 0 to 1. Other records are taken and not kept, which `partialSuccess` says. ' +
    'An API key with the scope `write` is needed.',
}

const metrics: Described = {
  ...traces,
  description:
    'An ExportMetricsServiceRequest: taken and not kept, so that an exporter of all three goes on. An API key with the scope `write` is needed.',
}

/** Protocols of others: traces of OpenTelemetry, and MCP. */
export const protocolEndpoints: Record<string, PathItem> = {
  '/v1/traces': {
    post: {
      ...traces,
      operationId: 'traces.export',
      summary: 'OTLP/HTTP traces at the path that exporters use by themselves.',
    },
  },
  '/api/otlp/v1/traces': {
    post: {
      ...traces,
      operationId: 'traces.exportBelowApi',
      summary: 'The same, for exporters that are given a base path.',
    },
  },
  '/v1/logs': {
    post: { ...logs, operationId: 'logs.export', summary: 'OTLP/HTTP logs: evaluations become signals of their runs.' },
  },
  '/api/otlp/v1/logs': {
    post: {
      ...logs,
      operationId: 'logs.exportBelowApi',
      summary: 'The same, for exporters that are given a base path.',
    },
  },
  '/v1/metrics': {
    post: { ...metrics, operationId: 'metrics.export', summary: 'OTLP/HTTP metrics: taken and not kept.' },
  },
  '/api/otlp/v1/metrics': {
    post: {
      ...metrics,
      operationId: 'metrics.exportBelowApi',
      summary: 'The same, for exporters that are given a base path.',
    },
  },
  '/api/mcp': {
    post: {
      operationId: 'mcp.message',
      summary: 'A message of the Model Context Protocol over Streamable HTTP, without a session.',
      description:
        'One JSON-RPC message; the answer is JSON. An API key is needed, or the token of an app that a person connected by OAuth (`/.well-known/oauth-protected-resource/api/mcp`); the tools that its scopes do not allow are not listed. No tool decides anything.',
      tags: [TAGS.mcp.name],
      security: [{ apiKey: [] }],
      parameters: [
        {
          name: 'toolsets',
          in: 'query',
          description: `Lists these alone, comma-separated: ${toolsets.join(', ')}. Others are answered all the same.`,
          schema: { type: 'string' },
        },
        {
          name: 'schemas',
          in: 'query',
          description: 'Inputs in short, or all of them and the outputs as well.',
          schema: { type: 'string', enum: ['short', 'full'], default: 'short' },
        },
      ],
      requestBody: {
        required: true,
        description: `At most ${MIB} MiB.`,
        content: {
          'application/json': {
            schema: anyObject,
            examples: {
              list: { summary: 'Which tools there are', value: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'The result of a request. A tool that fails says so in its result, with `isError`.',
          content: { 'application/json': { schema: anyObject } },
        },
        202: { description: 'A notification was taken in.' },
        ...mcpErrors,
      },
    },
  },
}

export const protocolSchemas = {
  TraceResponse: {
    type: 'object',
    properties: {
      partialSuccess: {
        type: 'object',
        description: 'Absent when every span was taken in.',
        properties: {
          rejectedSpans: { type: ['integer', 'string'], description: 'How many; as digits in JSON.' },
          rejectedLogRecords: { type: ['integer', 'string'], description: 'Of logs.' },
          rejectedDataPoints: { type: ['integer', 'string'], description: 'Of metrics.' },
          errorMessage: { type: 'string' },
        },
      },
    },
  },
  RpcStatus: {
    type: 'object',
    description: 'google.rpc.Status',
    properties: { code: { type: 'integer' }, message: { type: 'string' } },
    required: ['message'],
  },
  RpcError: {
    type: 'object',
    description: 'An error of JSON-RPC.',
    properties: {
      jsonrpc: { type: 'string', const: '2.0' },
      id: { type: ['string', 'integer', 'null'] },
      error: {
        type: 'object',
        properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
        required: ['code', 'message'],
      },
    },
    required: ['jsonrpc', 'error'],
  },
}
