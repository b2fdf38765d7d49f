/** Runs once when a server starts: timed work, and OTLP over gRPC, live in the server's own process and end with it. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { trustProxies } = await import('@/lib/http/trust-proxies')
  const { getEnv } = await import('@/lib/env')
  const { HOST, OTLP_GRPC_PORT, TRUST_PROXY } = getEnv()
  trustProxies(TRUST_PROXY)
  const { startJobs } = await import('@/lib/operations/jobs/start-jobs')
  const { shutdownSignal } = await import('@/lib/operations/shutdown')
  const jobs = startJobs()
  shutdownSignal().addEventListener('abort', () => void jobs.stop())
  if (OTLP_GRPC_PORT === undefined) return
  const { startOtlp } = await import('@/lib/http/otlp-grpc')
  await startOtlp(HOST, OTLP_GRPC_PORT, shutdownSignal())
}
