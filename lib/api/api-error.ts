import { ERROR_STATUS, type ErrorCode } from '../contracts/error-codes'
import { isRecord } from '../contracts/is-record'

export type ApiErrorCode = ErrorCode | 'network' | 'unexpected_answer'

type ApiErrorDetails = {
  issues?: readonly { path: string; message: string }[]
  requestId?: string | null
  retryAfterS?: number | null
  cause?: unknown
}

/**
 * Error of a call. `status` is 0 without a response (`network`); `unexpected_answer` is a response that violates the contract.
 * `retryAfterS` is the server's Retry-After in seconds, null if absent.
 */
export class ApiError extends Error {
  readonly issues: readonly { path: string; message: string }[]
  readonly requestId: string | null
  readonly retryAfterS: number | null
  readonly code: ApiErrorCode
  readonly status: number

  constructor(code: ApiErrorCode, status: number, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = status
    this.name = 'ApiError'
    this.issues = details.issues ?? []
    this.requestId = details.requestId ?? null
    this.retryAfterS = details.retryAfterS ?? null
  }
}

/** Converts a non-2xx response to an error, whether or not its body has the API's error format. */
export function toApiError(response: Response, body: unknown): ApiError {
  const { status, headers } = response
  const retryAfterS = parseRetryAfter(headers.get('retry-after'))
  const error = readErrorBody(body)
  if (error === null) {
    // Too many requests, and what proxies answer while the desk does not.
    const advice = status > 428 ? ': try again' : ''
    const message = `the server answered ${status} ${response.statusText}`.trim() + advice
    return new ApiError(codeOfStatus(status), status, message, { requestId: headers.get('x-request-id'), retryAfterS })
  }
  const { code, message, issues, requestId } = error
  return new ApiError(isErrorCode(code) ? code : codeOfStatus(status), status, message, {
    issues,
    requestId,
    retryAfterS,
  })
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}

function codeOfStatus(status: number): ApiErrorCode {
  const codes = Object.keys(ERROR_STATUS).filter(isErrorCode)
  return codes.find((code) => ERROR_STATUS[code] === status) ?? 'unexpected_answer'
}

/** Seconds of a Retry-After header; null for its date form, which is left to the caller's own backoff. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null || !/^\d+$/.test(header.trim())) return null
  return Number(header)
}

/** Same shape as `errorBody`; written out, since the published client types must not depend on zod. */
type ErrorOfBody = { code: string; message: string; issues: { path: string; message: string }[]; requestId: string }

/** Reads the API's error body, null for any other body. Without zod, since this code is on every page and zod is not. */
export function readErrorBody(body: unknown): ErrorOfBody | null {
  const error = fieldsOf(fieldsOf(body).error)
  const { code, message, requestId, issues } = error
  if (typeof code !== 'string' || typeof message !== 'string' || typeof requestId !== 'string') return null
  if (!Array.isArray(issues)) return null
  const read = issues.flatMap((issue: unknown) => {
    const { path, message } = fieldsOf(issue)
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : []
  })
  return read.length === issues.length ? { code, message, issues: read, requestId } : null
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
