import type { Method } from '../contracts/contract'
import type { InputAt, OutputAt, Target } from '../contracts/targets'
import { ApiError } from './api-error'
import { type CallOptions, exchange } from './call'

type AskOptions = Pick<CallOptions, 'project' | 'signal' | 'fetch' | 'baseUrl'>

/**
 * Calls a contract from a page of the same server: `fetchContract('GET /api/v1/runs/{runId}', { runId })`. Input and output are typed by
 * the contract at that target, without shipping schemas to the browser; the answer is not validated, since the server returns only what
 * the contract declares.
 * @throws ApiError for every error response, network failure or answer that is not JSON. An abort stays an AbortError.
 */
export async function fetchContract<T extends Target>(
  target: T,
  input: InputAt<T>,
  options: AskOptions = {},
): Promise<OutputAt<T>> {
  const { method, path } = split(target)
  const { response, answer } = await exchange({ name: target, method, path }, input, options)
  if (answer !== undefined) return answer as OutputAt<T>
  throw new ApiError('unexpected_answer', response.status, `${target}: the answer is not JSON`, {
    requestId: response.headers.get('x-request-id'),
  })
}

function split(target: string): { method: Method; path: string } {
  const [method, path = ''] = target.split(' ')
  return { method: method as Method, path }
}
