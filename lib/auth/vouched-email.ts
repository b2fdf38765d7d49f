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

/** Reads who signs in with GitHub, in the terms of OpenID Connect. */
export const githubUserinfo: UserinfoEndpointHandler = {
  url: 'https://api.github.com/user',
  async request({ client, tokens }) {
    const token = tokens.access_token ?? ''
    const profile = await client.userinfo(token)
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
    const response = await fetch('https://api.github.com/user/emails', { headers })
    const email = verifiedGitHubEmail(profile.email, response.ok ? await response.json() : [])
    return { ...profile, email: email ?? undefined, email_verified: email !== null }
  },
}
