import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import type { OperationObject, PathItem } from '@/lib/contracts/openapi'
import { TAGS } from '@/lib/contracts/tags'
import { toolsets } from '@/lib/contracts/vocabulary'

export const anyObject = { type: 'object', additionalProperties: true }
export const projectParameter = { $ref: '#/components/parameters/project' }
const MIB = MAX_BODY_BYTES / 1024 ** 2

/** OTLP errors have the protocol's own format, in the encoding of the request. */
const otlpErrors = Object.fromEntries(
  Object.entries({
    400: 'The body cannot be decoded.',
    401: 'The API key is missing or unknown, has expired, or was revoked.',
    403: 'The key may not write.',
    404: 'The key belongs to a different project than the one named.',
    413: `The body is larger than ${MIB} MiB, compressed or decompressed.`,
    415: 'The content encoding is neither gzip nor none.',
    429: 'Too many requests: retry after the seconds in Retry-After.',
    503: 'The desk cannot store data at the moment: retry after the seconds in Retry-After.',
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

/** MCP errors are those of JSON-RPC; `data.error` has the same format as in the rest of the API. */
const mcpErrors = Object.fromEntries(
  Object.entries({
    400: 'The body is not JSON, or not a message of the protocol.',
    401: 'The API key is missing or unknown, has expired, or was revoked.',
    403: 'The scopes of the key do not allow the tool, or the request comes from a page of another site.',
    413: `The body is larger than ${MIB} MiB, compressed or decompressed.`,
    415: 'The content type is not JSON, or the content encoding is neither gzip nor none.',
    429: 'Too many requests: retry after the seconds in `Retry-After`.',
    503: 'The database does not answer: retry after the seconds in `Retry-After`.',
  }).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/RpcError' } } } },
  ]),
)

const traces: Omit<OperationObject, 'operationId' | 'summary'> = {
  description:
    'Accepts the requests of any OpenTelemetry exporter: an ExportTraceServiceRequest as protobuf or JSON, uncompressed or gzip. Spans of one trace become one run; the GenAI conventions, OpenInference and others are supported. ' +
    'As attributes of a span or of the resource, `veritas.chain` names the chain, with precedence over `gen_ai.agent.name` and other names of agents, graphs and workflows, the root span and `service.name`; `veritas.version`, `veritas.scenario`, `veritas.execution`, `veritas.attempt` and `veritas.kind` (`dry_run`) set the fields of the run. ' +
    'Requires an API key with the scope `write`.',
  tags: [TAGS.traces.name],
  security: [{ apiKey: [] }],
  'x-veritas-scope': 'write',
  parameters: [projectParameter],
  requestBody: {
    required: true,
    description: `At most ${MIB} MiB.`,
    content: { 'application/json': { schema: anyObject }, 'application/x-protobuf': {} },
  },
  responses: {
    200: {
      description: 'Accepted. `partialSuccess` contains the number of rejected spans and the reason.',
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
    'An ExportLogsServiceRequest. Each `gen_ai.evaluation.result` event becomes a signal of the run of its trace and span, even before that run exists: by its annotator kind (LLM is peer, CODE and none downstream), if its score is from 0 to 1. Messages (`gen_ai.*.message`, `gen_ai.choice`, `gen_ai.client.inference.operation.details`) of sampled spans are shown at their step, whichever arrives first. Other records are accepted and dropped, which `partialSuccess` reports. ' +
    'Requires an API key with the scope `write`.',
}

const metrics: Described = {
  ...traces,
  description:
    'An ExportMetricsServiceRequest: accepted and dropped, so that an exporter of all three signals keeps working. Requires an API key with the scope `write`.',
}

/** Endpoints of standard protocols: OpenTelemetry traces, logs and metrics, and MCP. */
export const protocolEndpoints: Record<string, PathItem> = {
  '/v1/traces': {
    post: {
      ...traces,
      operationId: 'traces.export',
      summary: 'Send traces by OTLP/HTTP, at the default path of exporters.',
    },
  },
  '/api/otlp/v1/traces': {
    post: {
      ...traces,
      operationId: 'traces.exportBelowApi',
      summary: 'The same, for exporters configured with a base path.',
    },
  },
  '/api/public/otel/v1/traces': {
    post: {
      ...traces,
      operationId: 'traces.exportAsLangfuse',
      summary: "The same, where Langfuse's SDKs send to: the secret key is the API key.",
    },
  },
  '/v1/logs': {
    post: {
      ...logs,
      operationId: 'logs.export',
      summary: 'Send logs by OTLP/HTTP: evaluations become signals of their runs.',
    },
  },
  '/api/otlp/v1/logs': {
    post: {
      ...logs,
      operationId: 'logs.exportBelowApi',
      summary: 'The same, for exporters configured with a base path.',
    },
  },
  '/v1/metrics': {
    post: { ...metrics, operationId: 'metrics.export', summary: 'Send metrics by OTLP/HTTP: accepted and dropped.' },
  },
  '/api/otlp/v1/metrics': {
    post: {
      ...metrics,
      operationId: 'metrics.exportBelowApi',
      summary: 'The same, for exporters configured with a base path.',
    },
  },
  '/api/mcp': {
    post: {
      operationId: 'mcp.message',
      summary: 'Send a Model Context Protocol message over Streamable HTTP, without a session.',
      description:
        'One JSON-RPC message; the answer is JSON. Requires an API key, or the OAuth token of a connected app (`/.well-known/oauth-protected-resource/api/mcp`); tools that its scopes do not allow are not listed. No tool can decide.',
      tags: [TAGS.mcp.name],
      security: [{ apiKey: [] }],
      parameters: [
        {
          name: 'toolsets',
          in: 'query',
          description: `Lists only these, comma-separated: ${toolsets.join(', ')}. Other tools can still be called.`,
          schema: { type: 'string' },
        },
        {
          name: 'schemas',
          in: 'query',
          description: 'Short input schemas only, or full input and output schemas.',
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
              list: { summary: 'List the tools', value: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'The result of a request. A failed tool returns a result with `isError`.',
          content: { 'application/json': { schema: anyObject } },
        },
        202: { description: 'A notification was accepted.' },
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
        description: 'Absent if every span was accepted.',
        properties: {
          rejectedSpans: { type: ['integer', 'string'], description: 'Number of rejected spans; as digits in JSON.' },
          rejectedLogRecords: { type: ['integer', 'string'], description: 'For logs.' },
          rejectedDataPoints: { type: ['integer', 'string'], description: 'For metrics.' },
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
    description: 'A JSON-RPC error.',
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
