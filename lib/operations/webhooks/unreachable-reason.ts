/** Why a connection failed, in words for people; the system's own where it is a rare one. */
export function unreachableReason(error: unknown): string {
  // A host with several addresses fails with one reason each.
  if (error instanceof AggregateError && error.errors.length > 0) return unreachableReason(error.errors[0])
  if (!(error instanceof Error)) return 'the connection failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return words[code] ?? families.find(([start]) => code.startsWith(start))?.[1] ?? (error.message || error.name)
}

const SELF_SIGNED = 'its certificate is self-signed, which is not trusted here'
const UNKNOWN_ISSUER = 'its certificate was issued by nobody who is trusted here'

const words: Record<string, string> = {
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  ECONNREFUSED: 'nothing listens at this address',
  ETIMEDOUT: 'nothing answers at this address',
  EHOSTUNREACH: 'no route leads to this address',
  ENETUNREACH: 'no route leads to this address',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  EPROTO: 'no TLS is spoken there, or none that fits',
}

const families: [string, string][] = [
  ['ERR_SSL_', 'no TLS is spoken there, or none that fits'],
  ['HPE_', 'what answers there does not speak HTTP'],
]
