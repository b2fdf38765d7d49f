import { type Attributes, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'

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
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter() })],
    sampler: {
      shouldSample: (parent, traceId, name, kind, attributes, links) =>
        UNTRACED.test(String(attributes['http.target'] ?? ''))
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
