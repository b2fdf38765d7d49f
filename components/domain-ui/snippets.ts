/** Origin and API key that a snippet sends runs with. */
type SnippetTarget = { origin: string; key: string }

export const KEY_PLACEHOLDER = '<your API key>'

const firstRun = {
  id: 'my-first-run',
  chain: 'support-answers',
  version: '1.0.0',
  request: { question: 'How do I reset my password?' },
  output: { answer: 'Open Settings, choose Security, then Reset password.' },
  nodes: [{ id: 'retrieve' }, { id: 'answer', dependencies: ['retrieve'] }],
  signals: { self: 0.9, peer: 0.8 },
}

/** Returns a shell command that sends a complete run and prints its scores. */
export function curlSnippet({ origin, key }: SnippetTarget): string {
  return [
    `curl ${origin}/api/v1/runs \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${oneLineEach(firstRun)}'`,
  ].join('\n')
}

/** Formats JSON with one line per top-level field, to keep the snippet short. */
function oneLineEach(fields: object): string {
  const lines = Object.entries(fields).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n  }`
}

/** Returns the environment variables that make an OpenTelemetry exporter send its traces here. */
export function otlpSnippet({ origin, key }: SnippetTarget): string {
  return [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}`,
    `export OTEL_EXPORTER_OTLP_HEADERS='Authorization=Bearer%20${encodeURIComponent(key)}'`,
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
  ].join('\n')
}

/** Returns Python code that sets up such an exporter and sends a first trace. */
export function pythonSnippet({ origin, key }: SnippetTarget): string {
  return [
    '# pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http',
    'from opentelemetry import trace',
    'from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter',
    'from opentelemetry.sdk.trace import TracerProvider',
    'from opentelemetry.sdk.trace.export import BatchSpanProcessor',
    '',
    'exporter = OTLPSpanExporter(',
    `    endpoint="${origin}/v1/traces",`,
    `    headers={"Authorization": "Bearer ${key}"},`,
    ')',
    'provider = TracerProvider()',
    'provider.add_span_processor(BatchSpanProcessor(exporter))',
    'trace.set_tracer_provider(provider)',
    '',
    '# Instead of this, the spans of your agent, or of its instrumentation.',
    `with trace.get_tracer("agent").start_as_current_span("${firstRun.chain}") as run:`,
    `    run.set_attribute("input.value", "${firstRun.request.question}")`,
    `    run.set_attribute("output.value", "${firstRun.output.answer}")`,
    'provider.force_flush()',
  ].join('\n')
}

/** Returns shell commands that install the CLI from this server and import a file of runs. */
export function commandLineSnippet({ origin, key }: SnippetTarget): string {
  return [
    installSnippet(origin),
    `export VERITAS_URL=${origin}`,
    `export VERITAS_API_KEY='${key}'`,
    'veritas import runs.jsonl --dry-run   # shows how its fields are read; without it they are sent',
  ].join('\n')
}

/** Returns the command that adds the desk's MCP server to Claude Code, and what other hosts are configured with. */
export function mcpSnippets({ origin, key }: SnippetTarget): { command: string; json: string } {
  const headers = { Authorization: `Bearer ${key}` }
  return {
    command: `claude mcp add --transport http veritas ${origin}/api/mcp --header 'Authorization: ${headers.Authorization}'`,
    json: JSON.stringify({ mcpServers: { veritas: { type: 'http', url: `${origin}/api/mcp`, headers } } }, null, 2),
  }
}

export const installSnippet = (origin: string) => `npm install --global ${origin}/client.tgz`
