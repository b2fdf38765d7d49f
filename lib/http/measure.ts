import { observeRequest } from '@/lib/operations/metrics'
import { traced } from '@/lib/tracing'

/** Records the duration of a response in the metrics and traces. `pattern` is the route with unfilled parameters. */
export async function measure(pattern: string, method: string, answer: () => Promise<Response>): Promise<Response> {
  const startedAt = performance.now()
  const response = await traced(`${method} ${pattern}`, { 'http.route': pattern }, answer)
  observeRequest(pattern, method, response.status, (performance.now() - startedAt) / 1000)
  return response
}
