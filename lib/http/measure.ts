import { observeRequest } from '@/lib/operations/metrics'
import { traced } from '@/lib/tracing'

/** Times an answer for the metrics and the desk's own traces. `pattern` names the route with its parameters unfilled. */
export async function measure(pattern: string, method: string, answer: () => Promise<Response>): Promise<Response> {
  const startedAt = performance.now()
  const response = await traced(`${method} ${pattern}`, { 'http.route': pattern }, answer)
  observeRequest(pattern, method, response.status, (performance.now() - startedAt) / 1000)
  return response
}
