import { observeRequest } from '@/lib/operations/metrics'

/** Times an answer for the metrics. `pattern` names the route with its parameters unfilled. */
export async function measure(pattern: string, method: string, answer: () => Promise<Response>): Promise<Response> {
  const startedAt = performance.now()
  const response = await answer()
  observeRequest(pattern, method, response.status, (performance.now() - startedAt) / 1000)
  return response
}
