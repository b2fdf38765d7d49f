import { type Attributes, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('veritas')

// Asked all the time and about nothing; and what takes traces in would tell of itself without end where a desk is its own collector.
const UNTOLD = /^(?:https?:\/\/[^/]+)?\/(?:healthz|readyz|metrics|_next|v1\/|api\/otlp\/|api\/v1\/events)/

/** Does work within a span of its own, where the desk sends its traces. Of what goes wrong only the name is told. */
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
 * Sends the desk's own traces by OTLP, to where the variables of OpenTelemetry say: requests (Next tells of them itself), jobs, and what
 * Prisma asks the database. Its packages are loaded here alone. `stop` sends what is left.
 */
export async function startTracing(): Promise<{ stop: () => Promise<void> }> {
  const { sdk, resources, hooks, exporter, prisma } = await loadPackages()
  const usual = new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio()) })
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes({ 'service.name': serviceName() })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter() })],
    sampler: {
      shouldSample: (parent, traceId, name, kind, attributes, links) =>
        UNTOLD.test(String(attributes['http.target'] ?? ''))
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

/** The part of the traces that is sent. */
function ratio(): number {
  const given = Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1)
  return given >= 0 && given <= 1 ? given : 1
}

/** As they are: the build need not read what hardly anybody loads. */
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
