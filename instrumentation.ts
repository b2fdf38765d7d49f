/** Runs once when a server starts: the job scheduler, tracing and OTLP over gRPC run in the server's process and end with it. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { trustProxies } = await import('@/lib/http/trust-proxies')
  const { getEnv } = await import('@/lib/env')
  const { HOST, OTEL_EXPORTER_OTLP_ENDPOINT, OTLP_GRPC_PORT, TRUST_PROXY } = getEnv()
  trustProxies(TRUST_PROXY)
  const { startJobs } = await import('@/lib/operations/jobs/start-jobs')
  const { shutdownSignal } = await import('@/lib/operations/shutdown')
  const tracing = OTEL_EXPORTER_OTLP_ENDPOINT ? await (await import('@/lib/tracing')).startTracing() : null
  const jobs = startJobs()
  shutdownSignal().addEventListener('abort', () => void jobs.stop().finally(() => tracing?.stop()))
  if (OTLP_GRPC_PORT === undefined) return
  const { startOtlp } = await import('@/lib/http/otlp-grpc')
  await startOtlp({ host: HOST, port: OTLP_GRPC_PORT, proxies: TRUST_PROXY }, shutdownSignal())
}

/** Called by Next with every error that a page fails of. One that the database caused, as a lock that lasts, is answered as such. */
export async function onRequestError(error: unknown) {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { sayPageWaits } = await import('@/lib/operations/health/page-failure')
  sayPageWaits(error)
}
