import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import {
  type AuthorizationRequest,
  authorizationRequest,
  type ConnectionScope,
  type clientRegistration,
  connectionScope,
} from '@/lib/contracts/connections'
import { DAY_MS } from '@/lib/contracts/durations'
import { type Db, getDb } from '@/lib/db/client'
import { AppError } from '../errors'
import { isOurResource, isRegistered, oauthAddresses } from './addresses'

/** What the consent page shows. Answers only go to an address that the app registered. */
export type OpenedRequest =
  /** There is no address to send an answer to. */
  | { kind: 'refused'; reason: 'unknown_app' | 'other_address' | 'not_offered' }
  /**
   * The app made a mistake. The person has to press a button to send the error, otherwise any registered app could use this page as an open
   * redirect.
   */
  | { kind: 'faulty'; what: string; place: string; redirectTo: string }
  | {
      kind: 'ask'
      request: AuthorizationRequest
      app: string
      place: string
      scopes: ConnectionScope[]
      deniedTo: string
    }

type Parameters = Readonly<Record<string, string | string[] | undefined>>

/** Parses an app's authorization request: RFC 6749 with PKCE. */
export async function openRequest(db: Db, parameters: Parameters): Promise<OpenedRequest> {
  if (!oauthAddresses()) return { kind: 'refused', reason: 'not_offered' }
  const { client_id: clientId, redirect_uri: redirectTo, state } = parameters
  const client = typeof clientId === 'string' ? await findClient(db, clientId) : null
  if (!client) return { kind: 'refused', reason: 'unknown_app' }
  if (typeof redirectTo !== 'string' || !isRegistered(redirectTo, client.redirectUris))
    return { kind: 'refused', reason: 'other_address' }
  const back = (error: string, description: string) =>
    withAnswer(redirectTo, {
      error,
      error_description: description,
      state: typeof state === 'string' ? state : undefined,
    })
  const parsed = authorizationRequest.safeParse(parameters)
  const faulty = (error: string, what: string) =>
    ({ kind: 'faulty', what, place: placeOf(redirectTo), redirectTo: back(error, what) }) as const
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const isType = issue?.path[0] === 'response_type' && typeof parameters.response_type === 'string'
    const what = `${issue?.path.join('.')}: ${issue?.message}`
    return faulty(isType ? 'unsupported_response_type' : 'invalid_request', what)
  }
  if (!isOurResource(parsed.data.resource)) return faulty('invalid_target', 'resource: this desk has no such resource')
  return {
    kind: 'ask',
    request: parsed.data,
    app: client.name,
    place: placeOf(redirectTo),
    scopes: requestedScopes(parsed.data.scope),
    deniedTo: back('access_denied', 'the person denied access'),
  }
}

/** Returns the known scopes among the requested ones, or all if there are none. */
export function requestedScopes(asked: string | undefined): ConnectionScope[] {
  const known = connectionScope.options.filter((scope) => asked?.split(' ').includes(scope))
  return known.length > 0 ? known : [...connectionScope.options]
}

/** Returns the redirect address with an answer and the issuer: RFC 9207. */
export function withAnswer(redirectTo: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectTo)
  for (const [name, value] of Object.entries({ ...answer, iss: oauthAddresses()?.issuer }))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

const UNUSED_DAYS = 7
const MAX_UNUSED = 5000

type RegisteredClient = { id: string; name: string; redirectUris: string[]; createdAt: Date }

/**
 * Registers an app: RFC 7591. Registration grants nothing. Apps that are not connected within a week are deleted, so that open registration
 * cannot fill the database.
 */
export async function registerClient(
  { redirect_uris, client_name }: z.output<typeof clientRegistration>,
  now = new Date(),
): Promise<RegisteredClient> {
  const db = getDb()
  const unused = { connectedAt: null }
  await db.oauthClient.deleteMany({
    where: { ...unused, createdAt: { lt: new Date(now.getTime() - UNUSED_DAYS * DAY_MS) } },
  })
  if ((await db.oauthClient.count({ where: unused })) >= MAX_UNUSED)
    throw new AppError('rate_limited', 'too many apps wait to be connected: try again tomorrow', [], DAY_MS / 1000)
  const id = `vrc_${randomBytes(16).toString('base64url')}`
  const [first = ''] = redirect_uris
  const name = client_name ?? placeOf(first)
  return db.oauthClient.create({ data: { id, name, redirectUris: redirect_uris, createdAt: now } })
}

function findClient(db: Db, id: string): Promise<RegisteredClient | null> {
  return db.oauthClient.findUnique({ where: { id } })
}

/** Describes where the answer goes, for the person who gives consent. */
export function placeOf(redirectUri: string): string {
  const url = URL.parse(redirectUri)
  if (!url) return redirectUri
  if (url.protocol === 'http:') return 'an app on this computer'
  return url.protocol === 'https:' ? url.host : `the app ${url.protocol.slice(0, -1)}`
}
