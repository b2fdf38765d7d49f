import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, name, page, queryFlag } from './primitives'

/** Scopes an app may be granted. Never `decide`. */
export const connectionScope = z.enum(['read', 'write'])

// Schemes that a browser executes or reads locally instead of passing them to an app.
const DANGEROUS_SCHEMES = /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|ws|wss|ftp|mailto)$/
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether the URL is a loopback address (RFC 8252): where an app on the person's machine listens, on a port it learns only at start. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname)
}

/** Redirect URI: https, loopback, or an app's private-use scheme. */
export const redirectUri = z
  .string()
  .max(2000)
  .refine((text) => {
    const url = URL.parse(text)
    if (!url || text.includes('#') || url.username !== '' || url.password !== '' || /[\s\p{Cc}]/u.test(text))
      return false
    if (url.protocol === 'https:' || isLoopback(url)) return true
    return url.protocol !== 'http:' && !DANGEROUS_SCHEMES.test(url.protocol.slice(0, -1))
  }, "must be https, http on this machine (127.0.0.1, [::1], localhost), or an app's own scheme, without a fragment")

/** Client registration (RFC 7591). Unused metadata is not stored, and no URL in it is fetched. */
export const clientRegistration = z.object({
  redirect_uris: z.array(redirectUri).min(1).max(10),
  client_name: name.optional(),
})

/** Authorization request, as in the query string of the consent page. */
export const authorizationRequest = z.object({
  client_id: z.string().min(1).max(200),
  redirect_uri: z.string().min(1).max(2000),
  response_type: z.literal('code', { error: 'must be "code"' }),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the S256 challenge of PKCE'),
  code_challenge_method: z.literal('S256', { error: 'must be "S256"' }),
  state: z.string().max(2000).optional(),
  scope: z.string().max(1000).optional(),
  resource: z.string().max(2000).optional(),
})

/** An app that acts for a person in the project. */
export const connectionView = z.object({
  id,
  app: z.string().describe('The name the app registered with'),
  person: z.string(),
  isMine: z.boolean(),
  scopes: z.array(connectionScope),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  expiresAt: isoTime.describe('When it must be authorized again, unless it is used before'),
})

export const listConnections = contract({
  name: 'connections.list',
  summary: 'List the apps that act for you in the project, newest first; admins see those of all members.',
  scope: 'member',
  target: 'GET /api/v1/connections',
  input: z.strictObject({ mine: queryFlag.default(false).describe('Only your own, as an admin too'), ...page }),
  output: z.object({
    connections: z.array(connectionView).describe('Fewer than `limit` also where some have ended by themselves'),
    next: z.string().nullable(),
  }),
})

export const createConnection = contract({
  name: 'connections.create',
  summary:
    'Authorize an app to act for you in the project. Returns the redirect URL with the code that the app exchanges. An earlier connection of the same app ends.',
  scope: 'member',
  target: 'POST /api/v1/connections',
  status: 201,
  input: z.strictObject({ request: authorizationRequest, scopes: z.array(connectionScope).min(1).max(2) }),
  output: z.object({ redirectTo: z.string() }),
})

export const revokeConnection = contract({
  name: 'connections.revoke',
  summary: 'End a connection immediately: your own, or any in the project as an admin.',
  scope: 'member',
  target: 'DELETE /api/v1/connections/{connectionId}',
  input: z.strictObject({ connectionId: id }),
  output: z.object({ revoked: z.literal(true) }),
})

export type ConnectionScope = z.infer<typeof connectionScope>
export type AuthorizationRequest = z.infer<typeof authorizationRequest>
export type ConnectionView = z.infer<typeof connectionView>
