/** Runs once when a server starts: timed work lives in the server's own process and ends with it. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { trustProxies } = await import('@/lib/http/trust-proxies')
  const { getEnv } = await import('@/lib/env')
  trustProxies(getEnv().TRUST_PROXY)
  const { startJobs } = await import('@/lib/operations/jobs/start-jobs')
  const { shutdownSignal } = await import('@/lib/operations/shutdown')
  const jobs = startJobs()
  shutdownSignal().addEventListener('abort', () => void jobs.stop())
}
