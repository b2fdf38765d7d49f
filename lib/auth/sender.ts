/**
 * The address a request came from, or null where it is not known. The header holds one address by the time anything reads it: the
 * one that is trusted (`lib/http/trust-proxies`); what the sender claimed beyond it is gone.
 */
export function addressIn(headers: Pick<Headers, 'get'>): string | null {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || null
}
