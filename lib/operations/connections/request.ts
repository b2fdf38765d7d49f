import {
  type AuthorizationRequest,
  authorizationRequest,
  type ConnectionScope,
  connectionScope,
} from '@/lib/contracts/connections'
import type { Db } from '@/lib/db/client'
import { isOurResource, isRegistered, oauthAddresses } from './addresses'
import { findClient, placeOf } from './clients'

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
