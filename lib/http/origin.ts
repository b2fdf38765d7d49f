import { addressIn } from '@/lib/auth/sender'
import type { Actor, Origin } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'
import type { ApiRequest } from './node-door'

/** Key of a per-address limit; requests without an address share one. */
export const senderOf = (request: ApiRequest) => addressIn(request.headers) ?? 'unknown'

/** Origin of a request, for the audit log: a person's is the browser, a key's is what its client reports. */
export function originOf(request: ApiRequest, actor: Actor): Origin {
  const address = addressIn(request.headers)
  if (actor.kind !== 'key') return { address, via: 'browser' }
  const reported = request.headers.get('x-veritas-via')
  return { address, via: reported === 'cli' || reported === 'mcp' ? reported : 'api' }
}

/**
 * Refuses a browser's cross-site write. Browsers set Sec-Fetch-Site themselves; Origin is the fallback for old ones.
 * Reads pass: they change nothing and other origins cannot see the answer.
 */
export function assertSameOrigin(request: ApiRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) {
    if (site === 'same-origin') return
    throw new AppError('forbidden', 'cross-site requests may not change anything')
  }
  const origin = request.headers.get('origin')
  // A sandboxed page sends "null", which is not a URL.
  if (origin !== null && URL.parse(origin)?.host === request.headers.get('host')) return
  throw new AppError('forbidden', 'a write with a session needs an Origin header of this site')
}
