import type { Profile } from 'next-auth'
import type { UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'

/** The e-mail verified by an external service, or null. An unverified one may belong to another person. */
export function vouchedEmail(profile: Profile | undefined, email: string | null | undefined): string | null {
  if (!email) return null
  return profile && 'email_verified' in profile && profile.email_verified === true ? email : null
}

const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).catch([])

/**
 * Picks the public e-mail of a GitHub account, else its primary one; null if GitHub has not verified it. The profile alone does not state
 * whether it is verified, and the primary address of a new account may belong to another person.
 */
export function verifiedGitHubEmail(shown: string | null | undefined, listed: unknown): string | null {
  const verified = addresses.parse(listed).filter((address) => address.verified)
  const found = verified.find(({ email }) => email === shown) ?? verified.find(({ primary }) => primary)
  return found?.email ?? null
}

const ACCEPT = 'application/vnd.github+json'
const TIMEOUT_MS = 10_000

/** Reads a GitHub user as OpenID Connect claims. `api` is the base URL of the API, which differs for GitHub Enterprise Server. */
export function githubUserinfo(api: string): UserinfoEndpointHandler {
  return {
    url: `${api}/user`,
    async request({ client, tokens }) {
      const token = tokens.access_token ?? ''
      const profile = await client.userinfo(token)
      const response = await fetch(`${api}/user/emails`, {
        headers: { authorization: `Bearer ${token}`, accept: ACCEPT, 'user-agent': 'Veritas' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const email = verifiedGitHubEmail(profile.email, response.ok ? await response.json() : [])
      return { ...profile, email: email ?? undefined, email_verified: email !== null }
    },
  }
}

/** Reads an OpenID Connect user. Many providers put the e-mail into the ID token; others only return it from the userinfo endpoint. */
export const oidcUserinfo: UserinfoEndpointHandler = {
  async request({ client, tokens }) {
    // The library passes a TokenSet, although its types say less. Given the set, userinfo is checked to be about the same person.
    const set = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>
    const claims = set.claims()
    if (claims.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined) return claims
    return { ...claims, ...(await client.userinfo(set)) }
  },
}
