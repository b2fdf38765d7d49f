import { checkReadiness } from '@/lib/operations/health/check-readiness'
import { readMetrics } from '@/lib/operations/metrics'

const headers = { 'cache-control': 'no-store' }

/** The process is up, whatever the database does. */
export async function healthz(_request: Request): Promise<Response> {
  return Response.json({ status: 'ok' }, { headers })
}

/** 200 when work can be sent here, else 503 with why. */
export async function readyz(_request: Request): Promise<Response> {
  const { ready, reason } = await checkReadiness()
  return Response.json({ status: ready ? 'ready' : 'not ready', reason }, { status: ready ? 200 : 503, headers })
}

/** Figures for Prometheus, of the whole desk: nothing in them names a project. */
export async function metrics(_request: Request): Promise<Response> {
  const { contentType, text } = await readMetrics()
  return new Response(text, { headers: { ...headers, 'content-type': contentType } })
}
