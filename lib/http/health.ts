import { checkReadiness } from '@/lib/operations/health/readiness'
import { readMetrics } from '@/lib/operations/metrics'

const headers = { 'cache-control': 'no-store' }

/** GET /healthz: 200 while the process is up, whatever the state of the database. */
export async function healthz(_request: Request): Promise<Response> {
  return Response.json({ status: 'ok' }, { headers })
}

/** GET /readyz: 200 if this process can handle requests, else 503 with the reason. */
export async function readyz(_request: Request): Promise<Response> {
  const { ready, reason } = await checkReadiness()
  return Response.json({ status: ready ? 'ready' : 'not ready', reason }, { status: ready ? 200 : 503, headers })
}

/** GET /metrics: Prometheus metrics of the whole desk. They contain no project names. */
export async function metrics(_request: Request): Promise<Response> {
  const { contentType, text } = await readMetrics()
  return new Response(text, { headers: { ...headers, 'content-type': contentType } })
}
