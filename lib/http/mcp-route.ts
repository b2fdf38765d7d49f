import { localhostAllowedOrigins, originValidationResponse } from '@modelcontextprotocol/server'
import { v7 as uuid } from 'uuid'
import { addressIn } from '@/lib/auth/sender'
import { RUN_BODY } from '@/lib/contracts/body-limits'
import { connectionScope } from '@/lib/contracts/connections'
import { getEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { type Context, createContext } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'
import { unlessDatabaseHangs } from '@/lib/operations/health/readiness'
import { MAX_JSON_DEPTH } from '@/lib/operations/parse-json'
import { toAppError } from '@/lib/operations/to-app-error'
import { limitStranger, mcpActorOf, readFrom } from './actor'
import { ownerOf, withBodyMemory } from './body/body-memory'
import { readJson } from './body/read-body'
import { metadataAddress } from './oauth'
import { allowOf } from './other-methods'
import { CHALLENGE, measure } from './respond'

type Answer = (message: { request: Request; body: unknown; ctx: Context }) => Promise<Response>
/** Returns the paths of what is kept digit for digit in a message. */
type ExactIn = (message: unknown) => readonly string[]

/** Standard JSON-RPC codes for errors before any message was read; other errors use a custom code. */
const RPC_CODE: Readonly<Record<string, number>> = { malformed_body: -32700, invalid_input: -32600, internal: -32603 }
const OTHER_RPC_CODE = -32000
const LIMITS = { ...RUN_BODY, depth: MAX_JSON_DEPTH }

/**
 * Streamable HTTP endpoint of MCP: one message per request, authenticated by an API key or the token of a connected app. Session
 * cookies are ignored, so that pages of other sites cannot act for a person.
 */
export function mcpRoute(answer: Answer, exactIn: ExactIn): (request: Request) => Promise<Response> {
  return (request) => measure('/api/mcp', request.method, () => handleMessage(request, answer, exactIn))
}

/** There are no MCP sessions to stream or to end. */
export function noMcpSession(_request: Request): Response {
  return toRpcError(405, OTHER_RPC_CODE, 'this server keeps no sessions: POST each message', undefined, {
    allow: allowOf(['POST']),
  })
}

async function handleMessage(request: Request, answer: Answer, exactIn: ExactIn): Promise<Response> {
  const requestId = uuid()
  try {
    const refused = originValidationResponse(request, [
      ...localhostAllowedOrigins(),
      new URL(getEnv().APP_URL).hostname,
    ])
    if (refused) return refused
    const authorization = request.headers.get('authorization')
    if (authorization === null) {
      await limitStranger(request)
      throw new AppError('unauthorized', 'send an API key as a bearer token, or sign in with OAuth')
    }
    const origin = { address: addressIn(request.headers), via: 'mcp' as const }
    const identify = () => mcpActorOf(request, authorization)
    const ctx = createContext(await unlessDatabaseHangs(identify()), {
      requestId,
      signal: request.signal,
      origin,
    })
    const response = await unlessDatabaseHangs(
      withBodyMemory(ownerOf(ctx), async (claim) =>
        answer({
          request,
          body: await readFrom(ctx.actor, identify, () => readJson(request, LIMITS, claim, exactIn)),
          ctx,
        }),
      ),
    )
    response.headers.set('cache-control', 'no-store')
    response.headers.set('x-request-id', requestId)
    return response
  } catch (reason) {
    return refuse(reason, request, requestId)
  }
}

function refuse(reason: unknown, request: Request, requestId: string): Response {
  const { code, status, message, issues, retryAfterS } = toAppError(reason)
  if (code === 'internal') log.error({ err: reason, requestId }, 'MCP request failed')
  const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-request-id': requestId }
  if (retryAfterS !== undefined) headers['retry-after'] = String(Math.ceil(retryAfterS))
  const challenge = toChallenge(status, request)
  if (challenge) headers['www-authenticate'] = challenge
  return toRpcError(status, RPC_CODE[code] ?? OTHER_RPC_CODE, message, { code, message, issues, requestId }, headers)
}

/** `WWW-Authenticate` value: how to authenticate, that the token is invalid, or that its scope is insufficient. */
function toChallenge(status: number, { headers }: Request): string | null {
  if (status !== 401 && status !== 403) return null
  const error = status === 403 ? 'insufficient_scope' : headers.has('authorization') ? 'invalid_token' : null
  const metadata = metadataAddress()
  return [
    CHALLENGE,
    ...(error ? [`error="${error}"`] : []),
    ...(metadata ? [`scope="${connectionScope.options.join(' ')}"`, `resource_metadata="${metadata}"`] : []),
  ].join(', ')
}

function toRpcError(status: number, code: number, message: string, error: unknown, headers: HeadersInit): Response {
  const data = error === undefined ? {} : { data: { error } }
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message, ...data } }, { status, headers })
}
