import { type Attributes, type Context, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

const tracer = trace.getTracer('veritas')

// Routes that are never traced: they are polled constantly, and tracing the ingestion of traces would loop if the desk is its own
// collector.
const UNTRACED =
  /^(?:https?:\/\/[^/]+)?\/(?:healthz|readyz|metrics|_next|v1\/|api\/otlp\/|api\/public\/otel\/|api\/v1\/events)/

/** Runs work in a span of its own, if tracing is enabled. Of an error only the name is recorded. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
      throw error
    } finally {
      span.end()
    }
  })
}

/**
 * Exports the desk's own traces by OTLP, configured by the OpenTelemetry variables: requests (traced by Next.js), jobs, and Prisma's
 * database queries. The tracing packages are only loaded here. `stop` flushes and shuts down.
 */
export async function startTracing(): Promise<{ stop: () => Promise<void> }> {
  const { sdk, resources, hooks, exporter, prisma } = await loadPackages()
  const usual = new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio()) })
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes({ 'service.name': serviceName() })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: withoutSecrets(new exporter.OTLPTraceExporter()) })],
    sampler: {
      shouldSample: (parent, traceId, name, kind, attributes, links) =>
        UNTRACED.test(String(attributes['http.target'] ?? '')) || isStray(name, parent)
          ? { decision: sdk.SamplingDecision.NOT_RECORD }
          : usual.shouldSample(parent, traceId, name, kind, attributes, links),
    },
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  const database = new prisma.PrismaInstrumentation()
  database.setTracerProvider(provider)
  database.enable()
  return {
    async stop() {
      database.disable()
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

/** Queries of neither request nor job: the desk looks every few seconds for what changed, and each look would be a trace. */
const isStray = (name: string, parent: Context) => name.startsWith('prisma:') && !trace.getSpanContext(parent)

/** Exports spans without what may be secret: Next.js and Prisma record whole addresses, and the messages of errors. */
function withoutSecrets(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(plainSpan), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function plainSpan(span: ReadableSpan): ReadableSpan {
  const { code, message = '' } = span.status
  const shown: Partial<ReadableSpan> = {
    name: plainAddresses(span.name),
    attributes: Object.fromEntries(Object.entries(span.attributes).map(plainAttribute)),
    // A single word is the name of an error.
    status: /^\w+$/.test(message) ? span.status : { code },
    events: span.events.map(({ attributes, ...event }) => {
      const type = attributes?.['exception.type']
      return { ...event, attributes: type === undefined ? {} : { 'exception.type': type } }
    }),
  }
  return Object.assign(Object.create(span), shown)
}

// In a statement, which contains no values, `?` is an operator.
const plainAttribute = ([name, value]: [string, Attributes[string]]): [string, Attributes[string]] => [
  name,
  typeof value === 'string' && name !== 'db.query.text' ? plainAddresses(value) : value,
]

/** Shortens addresses of other servers to their origin, links with a token to the part before it, and others to their path. */
const plainAddresses = (text: string) =>
  text
    .replaceAll(/(https?:\/\/)(?:[^/\s@]*@)?([^/\s?#]+)\S*/g, '$1$2')
    .replaceAll(/(\/(?:invite|reset)\/)[^/?\s[]+/g, '$1…')
    .replaceAll(/\?\S*/g, '')

const serviceName = () => process.env.OTEL_SERVICE_NAME || 'veritas'

function ratio(): number {
  const given = Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1)
  return given >= 0 && given <= 1 ? given : 1
}

/** Excluded from bundling: few installations load these packages. */
async function loadPackages() {
  const [sdk, resources, hooks, exporter, prisma] = await Promise.all([
    import(/* turbopackIgnore: true */ '@opentelemetry/sdk-trace'),
    import(/* turbopackIgnore: true */ '@opentelemetry/resources'),
    import(/* turbopackIgnore: true */ '@opentelemetry/context-async-hooks'),
    import(/* turbopackIgnore: true */ '@opentelemetry/exporter-trace-otlp-proto'),
    import(/* turbopackIgnore: true */ '@prisma/instrumentation'),
  ])
  return { sdk, resources, hooks, exporter, prisma }
}
