import type { Scope } from '@/lib/contracts/contract'
import { ERROR_STATUS, type ErrorCode } from '@/lib/contracts/error-codes'
import type { ExampleObject, Reference, ResponseObject } from '@/lib/contracts/openapi'
import { COMPONENT } from './json-schemas'

/** Meaning of each error code and how to handle it. */
const MEANING: Record<ErrorCode, string> = {
  invalid_input: 'A field is invalid. `issues` names each one by its path.',
  malformed_body: 'The body is empty, not JSON, not UTF-8, or nested deeper than 100 levels.',
  unauthorized: 'There is no session, or the API key is unknown, has expired or was revoked.',
  forbidden: 'The role or the key lacks the scope, or a write with a session came from another site.',
  not_found: 'It does not exist, or it belongs to a project the caller has no access to.',
  method_not_allowed: 'The path exists but does not support this method. `Allow` lists the supported ones.',
  conflict: 'It already exists, or something it depends on has changed.',
  stale_evidence: 'The evidence has changed since it was shown. Read it again.',
  already_decided: 'Another person has already decided.',
  deadline_passed: 'The deadline has passed. The gate can no longer be decided.',
  too_large: 'The body is larger than this operation allows, compressed or decompressed.',
  unsupported_media_type:
    'The content type is not `application/json`, or the content encoding is neither gzip nor none.',
  rate_limited: 'Too many requests. Wait for the seconds in `Retry-After`.',
  internal: 'An internal error. Find it in the log by `requestId`.',
  unavailable:
    'The database does not answer, or too much is being processed. Retry after the seconds in `Retry-After`.',
}

const TITLES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'Internal',
  503: 'Unavailable',
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } }
const OWN_HEADERS: Record<number, ResponseObject['headers']> = {
  401: { 'WWW-Authenticate': { description: '`Bearer`: how to authenticate.', schema: { type: 'string' } } },
  405: { Allow: { description: 'The methods that the path supports.', schema: { type: 'string' } } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
}
const REQUEST_ID = { description: 'Id of this request, as in the log.', schema: { type: 'string' } }

const codes = Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => code in ERROR_STATUS)

/** One response per error status, listing its error codes. */
export const errorResponses: Record<string, ResponseObject> = Object.fromEntries(
  Object.entries(TITLES).map(([status, title]) => [title, responseOf(Number(status))]),
)

export const errorReference = (status: number): Reference => ({ $ref: `#/components/responses/${TITLES[status]}` })

function responseOf(status: number): ResponseObject {
  const own = codes.filter((code) => ERROR_STATUS[code] === status)
  return {
    description: own.map((code) => `\`${code}\`: ${MEANING[code]}`).join('\n\n'),
    headers: { 'x-request-id': REQUEST_ID, ...OWN_HEADERS[status] },
    content: {
      'application/json': {
        schema: { $ref: `${COMPONENT}Error` },
        examples: Object.fromEntries(own.map((code) => [code, exampleOf(code)])),
      },
    },
  }
}

function exampleOf(code: ErrorCode): ExampleObject {
  const issues = code === 'invalid_input' ? [{ path: 'nodes[1].id', message: 'node id "search" is used twice' }] : []
  const message = issues.map((issue) => `${issue.path}: ${issue.message}`).join('') || MEANING[code].replaceAll('`', '')
  return { value: { error: { code, message, issues, requestId: '01993c5e-8f4a-7d31-9f0e-2b6f6c1d4a57' } } }
}

type Security = Record<string, string[]>[]

const PERSON: Security = [{ session: [] }]
const PERSON_OR_KEY: Security = [{ apiKey: [] }, { session: [] }]

/** Who may call an operation of a scope: as text, and as an OpenAPI security requirement. */
export const CALLERS: Record<Scope, { text: string; security: Security }> = {
  public: { text: 'Anyone, without signing in.', security: [] },
  session: { text: 'A signed-in person. API keys are refused.', security: PERSON },
  member: { text: 'Any signed-in member of the project. API keys are refused.', security: PERSON },
  read: { text: 'An API key with the scope `read`, or any member of the project.', security: PERSON_OR_KEY },
  write: {
    text: 'An API key with the scope `write`, or a reviewer or admin of the project.',
    security: PERSON_OR_KEY,
  },
  decide: {
    text: 'A signed-in reviewer or admin of the project. API keys and agents are always refused: a person decides.',
    security: PERSON,
  },
  admin: { text: 'A signed-in admin of the project. API keys are always refused.', security: PERSON },
}
