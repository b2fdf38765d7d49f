import type { NextAuthOptions, Profile } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import GitHubProvider from 'next-auth/providers/github'
import type { UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { sessionOf, sessionPlace, sessionUser } from '@/lib/auth'
import { isPrintable } from '@/lib/contracts/printable'
import { SESSION_MAX_AGE_S, type SignInProvider } from '@/lib/contracts/session'
import { getDb } from '@/lib/db/client'
import { getEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { beginSession, endSession, findSession } from '@/lib/operations/account/sessions'
import { findUserByEmail, findUserByPassword } from '@/lib/operations/account/users'
import { createContext } from '@/lib/operations/context'
import { admitOrProvision } from '@/lib/operations/invitations/sign-in-domains'
import { redirectWithin } from './callback-url'
import { isServedOverHttps } from './session-cookie'

const EMAIL_MAX = 320
const credentials = z.object({ email: z.string().max(EMAIL_MAX).refine(isPrintable), password: z.string().max(200) })

let cached: NextAuthOptions | undefined

/** NextAuth options: sign-in by password, and by GitHub or OpenID Connect if configured in the environment. */
export function authOptions(): NextAuthOptions {
  cached ??= makeOptions()
  return cached
}

/** The configured sign-in services besides the password. */
export function signInProviders(): SignInProvider[] {
  return authOptions()
    .providers.filter((provider) => provider.type === 'oauth')
    .map(({ id, name }) => ({ id, name }))
}

function makeOptions(): NextAuthOptions {
  const env = getEnv()
  process.env.NEXTAUTH_URL = env.APP_URL
  return {
    secret: env.AUTH_SECRET,
    useSecureCookies: isServedOverHttps(),
    session: { strategy: 'jwt', maxAge: SESSION_MAX_AGE_S },
    pages: { signIn: '/signin', signOut: '/signin', error: '/signin' },
    logger: {
      error: logSignIn,
      warn: (code) => log.warn({ code }, 'sign-in warning'),
    },
    providers: [passwordProvider(), ...githubProvider(), ...oidcProvider()],
    callbacks: {
      redirect: redirectWithin,
      signIn: ({ account, profile }) => account?.type === 'credentials' || withoutDetails(admit(profile)),
      /** The cookie contains only the session and its user. An ended session gets no new cookie. */
      async jwt({ token, account, user }) {
        const place = await sessionPlace()
        const now = new Date()
        if (!account) {
          const session = sessionOf(token)
          if (session && (await findSession(getDb(), session, place, now))) return token
          throw new SessionEnded()
        }
        const known = await findUserByEmail(getDb(), user.email ?? '')
        const stamp = 'stamp' in user && typeof user.stamp === 'string' ? user.stamp : known?.stamp
        if (!known || stamp === undefined) return {}
        // End the session this browser had before.
        const before = await sessionUser()
        if (before) await endSession(getDb(), before.sessionId)
        const session = await beginSession(getDb(), { userId: known.userId, stamp }, place, now)
        return session === null ? {} : { sub: known.userId, session }
      },
    },
    events: {
      async signOut({ token }) {
        const session = sessionOf(token)
        if (session) await endSession(getDb(), session.sessionId)
      },
    },
  }
}

/** Whether a person from an external service may sign in, or where they are sent instead. */
async function admit(profile: Profile | undefined): Promise<boolean | string> {
  const email = vouchedEmail(profile)
  if (email === null) return false
  const signedIn = await sessionUser()
  const actor = signedIn ? ({ kind: 'user', ...signedIn } as const) : ({ kind: 'anonymous' } as const)
  // A service may send anything as a name.
  const name: unknown = profile?.name
  const ctx = createContext(actor, { requestId: uuid() })
  const verdict = await admitOrProvision(ctx, email, typeof name === 'string' ? name : null)
  return verdict === 'unproven' ? '/signin?error=Unproven' : verdict === 'in'
}

/** The work, or an error that says nothing: the sign-in library puts its message into the answer, which anyone may read. */
export async function withoutDetails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    log.error({ err: error }, 'sign-in failed')
    throw new Error('Unavailable')
  }
}

/** Thrown to the sign-in library, which then clears the cookie. */
class SessionEnded extends Error {}

/** Expired sessions are normal and only logged at debug level. */
function logSignIn(code: string, details: unknown): void {
  if (code === 'JWT_SESSION_ERROR') log.debug({ code }, 'a session has ended')
  else log.error({ code, details }, 'sign-in failed')
}

function passwordProvider() {
  return CredentialsProvider({
    name: 'Password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: authorizePassword,
  })
}

/** The person with this e-mail and password, as the sign-in library takes them, or null. */
export async function authorizePassword(given: unknown) {
  const parsed = credentials.safeParse(given)
  if (!parsed.success) return null
  const user = await withoutDetails(findUserByPassword(getDb(), parsed.data.email, parsed.data.password))
  return user && { id: user.userId, email: user.email, stamp: user.stamp }
}

function githubProvider() {
  const { GITHUB_ID: clientId, GITHUB_SECRET: clientSecret, GITHUB_URL } = getEnv()
  if (!clientId || !clientSecret) return []
  const url = (GITHUB_URL ?? GITHUB).replace(/\/$/, '')
  const options = { clientId, clientSecret, userinfo: githubUserinfo(url === GITHUB ? GITHUB_API : `${url}/api/v3`) }
  if (url === GITHUB) return [GitHubProvider(options)]
  const at = `${url}/login/oauth`
  const authorization = { url: `${at}/authorize`, params: { scope: 'read:user user:email' } }
  return [GitHubProvider({ ...options, issuer: at, authorization, token: `${at}/access_token` })]
}

const GITHUB = 'https://github.com'
const GITHUB_API = 'https://api.github.com'

type OidcProvider = NextAuthOptions['providers'][number] & { type: 'oauth' }

function oidcProvider(): OidcProvider[] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = getEnv()
  if (!issuer || !clientId || !clientSecret) return []
  return [
    {
      id: 'oidc',
      name: new URL(issuer).hostname,
      type: 'oauth',
      wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      clientId,
      clientSecret,
      authorization: { params: { scope: 'openid email profile' } },
      checks: ['pkce', 'state'],
      idToken: true,
      userinfo: oidcUserinfo,
      profile: (profile: Profile) => ({ id: profile.sub ?? '', email: profile.email ?? null }),
    },
  ]
}

/** Of ASCII: other letters may become those of another person's address in lower case, as the Kelvin sign becomes a k. */
const address = z.email({ pattern: z.regexes.html5Email }).max(EMAIL_MAX)

/**
 * The e-mail verified by an external service, or null. An unverified one, or what is no address, may belong to another person. The claim
 * itself is read: the sign-in library gives it on in lower case.
 */
export function vouchedEmail(profile: Profile | undefined): string | null {
  const isVerified = profile && 'email_verified' in profile && profile.email_verified === true
  return (isVerified && address.safeParse(profile.email).data) || null
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
function githubUserinfo(api: string): UserinfoEndpointHandler {
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
const oidcUserinfo: UserinfoEndpointHandler = {
  async request({ client, tokens }) {
    // The library passes a TokenSet, although its types say less. Given the set, userinfo is checked to be about the same person.
    const set = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>
    const claims = set.claims()
    if (claims.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined) return claims
    return { ...claims, ...(await client.userinfo(set)) }
  },
}
