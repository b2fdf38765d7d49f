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
    `export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${origin}/v1/traces`,
    `export OTEL_EXPORTER_OTLP_HEADERS='Authorization=Bearer%20${encodeURIComponent(key)}'`,
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
  ].join('\n')
}

/** Returns Python code that sets up such an exporter. */
export function pythonSnippet({ origin, key }: SnippetTarget): string {
  return [
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

export const installSnippet = (origin: string) => `npm install --global ${origin}/client.tgz`
