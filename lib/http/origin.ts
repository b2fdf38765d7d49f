import type { Actor, Origin } from '@/lib/operations/context'

/**
 * The address a request came from. The last entry is the one written by the nearest proxy, or by this server itself;
 * those before it are the sender's own claim. Null where nobody wrote one.
 */
export function addressOf({ headers }: Request): string | null {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || null
}

/** Whom a limit by address counts: requests without an address share one. */
export const senderOf = (request: Request) => addressOf(request) ?? 'unknown'

/** Where a request came from, for the record: a person's is from a browser, a key's from what its client says it is. */
export function originOf(request: Request, actor: Actor): Origin {
  const address = addressOf(request)
  if (actor.kind !== 'key') return { address, via: 'browser' }
  const told = request.headers.get('x-veritas-via')
  return { address, via: told === 'cli' || told === 'mcp' ? told : 'api' }
}
