import { isLoopback } from '@/lib/contracts/connections'
import { getEnv } from '@/lib/env'

/**
 * The OAuth issuer and resource of this server, or null if it is reached neither over https nor on loopback: a token could then be
 * intercepted.
 */
export function oauthAddresses(): { issuer: string; resource: string } | null {
  const url = new URL(getEnv().APP_URL)
  if (url.protocol !== 'https:' && !isLoopback(url)) return null
  return { issuer: url.origin, resource: `${url.origin}/api/mcp` }
}

/** RFC 8707: whether the requested resource is this server's. A missing one means it is. */
export function isOurResource(resource: string | undefined): boolean {
  if (resource === undefined || resource === '') return true
  const [ours, asked] = [oauthAddresses()?.resource, URL.parse(resource)?.href.replace(/\/$/, '')]
  return ours !== undefined && (asked === ours || asked === new URL(ours).origin)
}

/** RFC 6749, 8252: exact match, except for the port of a loopback address. */
export function isRegistered(given: string, registered: readonly string[]): boolean {
  if (registered.includes(given)) return true
  const url = URL.parse(given)
  if (!url || !isLoopback(url)) return false
  return registered.some((text) => {
    const other = URL.parse(text)
    if (!other || !isLoopback(other)) return false
    other.port = url.port
    return other.href === url.href
  })
}
