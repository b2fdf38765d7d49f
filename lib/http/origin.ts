import { addressIn } from '@/lib/auth/sender'
import type { Actor, Origin } from '@/lib/operations/context'

/** Key of a per-address limit; requests without an address share one. */
export const senderOf = (request: Request) => addressIn(request.headers) ?? 'unknown'

/** Origin of a request, for the audit log: a person's is the browser, a key's is what its client reports. */
export function originOf(request: Request, actor: Actor): Origin {
  const address = addressIn(request.headers)
  if (actor.kind !== 'key') return { address, via: 'browser' }
  const reported = request.headers.get('x-veritas-via')
  return { address, via: reported === 'cli' || reported === 'mcp' ? reported : 'api' }
}
