/**
 * The address a request came from, or null if unknown. The header has been replaced by the one trusted address before any code reads it
 * (`lib/http/trust-proxies`).
 */
export function addressIn(headers: Pick<Headers, 'get'>): string | null {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || null
}
