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
  if (OTLP_GRPC_PORT !== undefined) await serveGrpc(HOST, OTLP_GRPC_PORT, shutdownSignal())
}

/** OTLP over gRPC beside the desk. Where its port is taken the desk goes on without it, and says so. */
async function serveGrpc(host: string, port: number, stopped: AbortSignal) {
  // Said here as well, so that nothing of it is bundled for a runtime that is not Node's.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { serveOtlp } = await import('@/lib/http/otlp-grpc')
  const { log } = await import('@/lib/log')
  try {
    const server = await serveOtlp(host, port)
    log.info({ host, port }, 'OTLP over gRPC')
    stopped.addEventListener('abort', () => void server.stop())
  } catch (error) {
    log.error({ err: error, host, port }, 'OTLP over gRPC cannot be served: OTLP_GRPC_PORT is taken, or not allowed')
  }
}
