import { isLoopback } from '@/lib/contracts/connections'
import { getEnv } from '@/lib/env'

/**
 * Where apps find the desk: as the issuer of tokens, and as what they are for. null where the desk is not reached over https
 * or on its own machine: a token would be read on its way.
 */
export function oauthAddresses(): { issuer: string; resource: string } | null {
  const url = new URL(getEnv().APP_URL)
  if (url.protocol !== 'https:' && !isLoopback(url)) return null
  return { issuer: url.origin, resource: `${url.origin}/api/mcp` }
}

/** RFC 8707: whether a token is asked for what this desk has. Who names nothing means it. */
export function isOurResource(resource: string | undefined): boolean {
  if (resource === undefined || resource === '') return true
  const [ours, asked] = [oauthAddresses()?.resource, URL.parse(resource)?.href.replace(/\/$/, '')]
  return ours !== undefined && (asked === ours || asked === new URL(ours).origin)
}

/** RFC 6749, 8252: the same address to the letter, but for the port of an app on the person's own machine. */
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
