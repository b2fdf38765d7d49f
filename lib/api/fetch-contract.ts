import type { Contract, InputOf, OutputOf } from '../contracts/contract'
import { ApiError } from './api-error'
import { type CallOptions, exchange } from './call'

type Target<C extends Contract> = `${C['method']} ${C['path']}`
type AskOptions = Pick<CallOptions, 'project' | 'signal' | 'fetch' | 'baseUrl'>

/**
 * Calls a contract from a page of the same server: `ask<typeof getRun>('GET /api/v1/runs/{runId}', { runId })`. Only the
 * contract's type is used, which the target is checked against, so that no schema gets into the browser; the answer is
 * taken as it is, for the server let out only what the contract declares.
 * @throws ApiError for every refusal, network failure or answer that is not JSON. An abort stays an AbortError.
 */
export async function fetchContract<C extends Contract = never>(
  target: Target<C>,
  input: InputOf<C>,
  options: AskOptions = {},
): Promise<OutputOf<C>> {
  const { method, path } = split(target)
  const { response, answer } = await exchange({ name: target, method, path }, input, options)
  if (answer !== undefined) return answer as OutputOf<C>
  throw new ApiError('unexpected_answer', response.status, `${target}: the answer is not JSON`, {
    requestId: response.headers.get('x-request-id'),
  })
}

function split(target: string): Pick<Contract, 'method' | 'path'> {
  const [method, path = ''] = target.split(' ')
  return { method: method as Contract['method'], path }
}
