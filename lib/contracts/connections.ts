import { z } from 'zod'
import { contract } from './contract'
import { id, isoTime, name } from './primitives'

/** What an app may be let do. No more: it never decides. */
export const connectionScope = z.enum(['read', 'write'])

// Addresses that a browser runs or reads from its own machine instead of handing them to an app.
const DANGEROUS_SCHEMES = /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|ws|wss|ftp|mailto)$/
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** RFC 8252: where an app on the person's own machine listens, at a port that it learns only when it starts. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname)
}

/** An address that an answer may be sent to: https, this very machine, or an app's own scheme. */
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

/** RFC 7591: what an app says of itself. What the desk has no use for is not kept, and nothing is fetched. */
export const clientRegistration = z.object({
  redirect_uris: z.array(redirectUri).min(1).max(10),
  client_name: name.optional(),
})

/** What an app asks of a person, as it stands in the address of the page. */
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
  app: z.string().describe('What it calls itself'),
  person: z.string(),
  isMine: z.boolean(),
  scopes: z.array(connectionScope),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  expiresAt: isoTime.describe('When it has to ask again, unless it is used before'),
})

export const listConnections = contract({
  name: 'connections.list',
  tag: 'connections',
  summary: 'Apps that act for people in the project: your own, and as an admin those of everybody.',
  scope: 'member',
  effects: [],
  method: 'GET',
  path: '/api/v1/connections',
  input: z.strictObject({}),
  output: z.object({ connections: z.array(connectionView) }),
})

export const createConnection = contract({
  name: 'connections.create',
  tag: 'connections',
  summary:
    'Let an app act for you in the project. The answer is where to go with the code that the app exchanges; an earlier connection of the same app ends.',
  scope: 'member',
  effects: ['write'],
  method: 'POST',
  path: '/api/v1/connections',
  status: 201,
  input: z.strictObject({ request: authorizationRequest, scopes: z.array(connectionScope).min(1).max(2) }),
  output: z.object({ redirectTo: z.string() }),
})

export const revokeConnection = contract({
  name: 'connections.revoke',
  tag: 'connections',
  summary: 'End a connection at once: your own, and as an admin any of the project.',
  scope: 'member',
  effects: ['write'],
  method: 'DELETE',
  path: '/api/v1/connections/{connectionId}',
  input: z.strictObject({ connectionId: id }),
  output: z.object({ revoked: z.literal(true) }),
})

export type ConnectionScope = z.infer<typeof connectionScope>
export type AuthorizationRequest = z.infer<typeof authorizationRequest>
export type ConnectionView = z.infer<typeof connectionView>
