import { addressIn } from '@/lib/auth/sender'
import type { Actor, Origin } from '@/lib/operations/context'

/** Whom a limit by address counts: requests without an address share one. */
export const senderOf = (request: Request) => addressIn(request.headers) ?? 'unknown'

/** Where a request came from, for the record: a person's is from a browser, a key's from what its client says it is. */
export function originOf(request: Request, actor: Actor): Origin {
  const address = addressIn(request.headers)
  if (actor.kind !== 'key') return { address, via: 'browser' }
  const told = request.headers.get('x-veritas-via')
  return { address, via: told === 'cli' || told === 'mcp' ? told : 'api' }
}
