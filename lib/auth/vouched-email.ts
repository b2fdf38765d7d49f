import type { Profile } from 'next-auth'
import type { UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'

/** The e-mail another service vouches for. One it has not verified could be anybody's and is not taken. */
export function vouchedEmail(profile: Profile | undefined, email: string | null | undefined): string | null {
  if (!email) return null
  return profile && 'email_verified' in profile && profile.email_verified === true ? email : null
}

const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).catch([])

/**
 * Of the addresses that GitHub lists, the one a person shows, else their primary one; null where GitHub has not verified it. Its
 * profile alone does not say, and a new account's primary address may be anybody's.
 */
export function verifiedGitHubEmail(shown: string | null | undefined, listed: unknown): string | null {
  const verified = addresses.parse(listed).filter((address) => address.verified)
  const found = verified.find(({ email }) => email === shown) ?? verified.find(({ primary }) => primary)
  return found?.email ?? null
}

const ACCEPT = 'application/vnd.github+json'
const TIMEOUT_MS = 10_000

/** Reads who signs in with GitHub, in the terms of OpenID Connect. `api`: where its API is, of an Enterprise server another. */
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

/** Reads who signs in by OpenID Connect. Many services put an e-mail into the ID token; others only tell it when asked. */
export const oidcUserinfo: UserinfoEndpointHandler = {
  async request({ client, tokens }) {
    // What the sign-in library hands over, though its types say less. Asked with it, the answer has to be about the same person.
    const set = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>
    const claims = set.claims()
    if (claims.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined) return claims
    return { ...claims, ...(await client.userinfo(set)) }
  },
}
