/** Every error code with its HTTP status; the enum, OpenAPI and the client derive from it. */
export const ERROR_STATUS = {
  invalid_input: 400,
  malformed_body: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale_evidence: 409,
  already_decided: 409,
  deadline_passed: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Digest of an error of a page that the database caused: all that the page's boundary in the browser knows of it. */
export const DATABASE_DIGEST = 'database'
