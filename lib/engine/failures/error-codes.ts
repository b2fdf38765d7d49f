import type { FailureClass } from '@/lib/contracts/primitives'
import { type FailureEvidence, isMention } from './failure-class'

/** Documented codes: POSIX errno, Node and gRPC codes, and the error codes and types of model providers. */
const codesByClass: readonly (readonly [FailureClass, string])[] = [
  [
    'provider_spend_limit',
    'insufficient_quota insufficient_credits insufficient_balance quota_exceeded quota_exhausted quotaExceeded ' +
      'dailyLimitExceeded billing_hard_limit_reached billing_not_active billing_error payment_required ' +
      'spend_limit_exceeded spending_limit_reached budget_exceeded usage_limit_reached usage_limit_exceeded ' +
      'credit_balance_too_low',
  ],
  [
    'provider_auth',
    'invalid_api_key missing_api_key api_key_invalid authentication_error auth_error permission_error unauthorized_client ' +
      'invalid_client invalid_grant invalid_token expired_token token_expired invalid_authentication account_deactivated ' +
      'UNAUTHENTICATED PERMISSION_DENIED SignatureDoesNotMatch InvalidAccessKeyId UnrecognizedClientException ' +
      'ExpiredToken ExpiredTokenException PermissionDeniedError TokenExpiredError JsonWebTokenError',
  ],
  [
    'policy_blocked',
    'content_policy_violation content_filter policy_violation policy_blocked blocked_by_policy moderation_blocked ' +
      'responsible_ai_policy_violation ResponsibleAIPolicyViolation PROHIBITED_CONTENT guardrail_intervened tool_not_allowed',
  ],
  [
    'rate_limited',
    'rate_limit_error rate_limit_exceeded rate_limited rateLimitExceeded userRateLimitExceeded too_many_requests ' +
      'RESOURCE_EXHAUSTED ResourceExhausted SlowDown RequestLimitExceeded Throttling ProvisionedThroughputExceededException',
  ],
  [
    'timeout',
    'ETIMEDOUT ESOCKETTIMEDOUT ETIME UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ' +
      'ERR_CONNECTION_TIMED_OUT DEADLINE_EXCEEDED deadline_exceeded request_timeout timeout_error',
  ],
  [
    'provider_transient',
    'ECONNRESET ECONNREFUSED ECONNABORTED EPIPE EAI_AGAIN EAI_FAIL ENOTFOUND ENETUNREACH ENETDOWN ENETRESET EHOSTUNREACH ' +
      'EHOSTDOWN UND_ERR_SOCKET ERR_NETWORK ERR_SOCKET_CLOSED ERR_STREAM_PREMATURE_CLOSE ERR_CONNECTION_RESET ' +
      'ERR_CONNECTION_REFUSED ERR_NAME_NOT_RESOLVED UNAVAILABLE overloaded_error engine_overloaded server_error api_error ' +
      'internal_server_error internal_error service_unavailable bad_gateway ModelNotReadyException RemoteDisconnected IncompleteRead ' +
      'ChunkedEncodingError RemoteProtocolError UnknownHostException ERR_INTERNET_DISCONNECTED ERR_CONNECTION_CLOSED ' +
      'NoBrokersAvailable',
  ],
  ['missing_target_path', 'ENOENT ENOTDIR NoSuchFileException DirectoryNotFoundException NotADirectoryError'],
  [
    'permission_required',
    'EACCES EPERM EROFS PermissionError UnauthorizedAccessException approval_required permission_required',
  ],
  [
    'invalid_tool_args',
    'invalid_tool_args invalid_arguments invalid_params ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_VALUE ERR_INVALID_URL ERR_OUT_OF_RANGE ERR_MISSING_ARGS ' +
      'ERR_PARSE_ARGS_UNKNOWN_OPTION JSONDecodeError tool_use_failed ZodError -32602',
  ],
  [
    'unknown',
    'context_length_exceeded ContextWindowExceededError ContextOverflowError exceed_context_size_error request_too_large',
  ],
]

/** Families of exception names, matched by the part that carries the meaning, with any prefix; and gRPC codes as Go writes them. */
const exceptions: [FailureClass, RegExp][] = [
  ['provider_auth', /\bcode = (?:Unauthenticated|PermissionDenied)\b/g],
  ['invalid_tool_args', /\bcode = InvalidArgument\b/g],
  ['rate_limited', /\bcode = ResourceExhausted\b/g],
  ['timeout', /\bcode = DeadlineExceeded\b/g],
  ['provider_transient', /\bcode = Unavailable\b/g],
  ['provider_spend_limit', /\b\w*(?:Quota|Budget)\w*(?:Error|Exception)\b/g],
  ['policy_blocked', /\b\w*(?:ContentPolicy|ContentFilter|PolicyViolation)\w*(?:Error|Exception)\b/g],
  ['provider_auth', /\b\w*(?:Authentication|Authorization|Unauthorized|Credentials?)(?:Error|Exception)\b/g],
  [
    'provider_auth',
    /\b(?:Expired|Invalid)Signature(?:Error|Exception)\b|(?<!java\.nio\.file\.)\bAccessDeniedException\b/g,
  ],
  ['rate_limited', /\b\w*(?:RateLimit|Throttl\w*|TooManyRequests)\w*(?:Error|Exception)\b/g],
  ['timeout', /\b\w*(?:Timeout|TimedOut)(?:Error|Exception|Expired)\b|\b(?:Read|Connect|Write|Pool)Timeout\b/g],
  [
    'provider_transient',
    /\b\w*(?:Connection(?:Reset|Refused|Aborted)?|Network|InternalServer|ServiceUnavailable|BrokenPipe|BusyLoading)(?:Error|Exception)\b/g,
  ],
  ['missing_target_path', /\bFileNotFound(?:Error|Exception)\b/g],
  ['permission_required', /\bjava\.nio\.file\.AccessDeniedException\b/g],
  [
    'invalid_tool_args',
    /\b(?:\w*Invalid\w*(?:Args?|Arguments?|Input|Params?)|(?:\w*[a-z])?Validation|InvalidToolInput)(?:Error|Exception)\b/g,
  ],
]

const errnoNumbers: [FailureClass, RegExp][] = [
  ['missing_target_path', /\[(?:Errno|WinError) (?:2|3|20)\]/g],
  ['permission_required', /\[(?:Errno (?:1|13|30)|WinError 5)\]/g],
  ['timeout', /\[(?:Errno (?:60|110)|WinError 10060)\]/g],
  ['provider_transient', /\[(?:Errno (?:-2|-3|8|32|54|61|101|103|104|111|113)|WinError (?:10054|10061))\]/g],
]

const classByCode = new Map<string, FailureClass>()
for (const [failureClass, codes] of codesByClass) {
  for (const code of codes.split(' ')) classByCode.set(code.toLowerCase(), failureClass)
}

const codeShape =
  /(?<![\w-])(?:-32602|[A-Za-z]+(?:_[A-Za-z]+)+|E[A-Z]{3,}|[A-Z]{9,}|[a-z]+(?:[A-Z][a-z]+)+|[A-Z][A-Za-z]{0,60}[a-z][A-Z][A-Za-z]{0,60}|Throttling)(?!\w)/g

/** Returns the class of an error code or exception name reported by a client, or null for an unknown one. */
export function classOfCode(code: string): FailureClass | null {
  return classByCode.get(code.toLowerCase()) ?? codesIn(code)[0]?.failureClass ?? null
}

/** Returns every known code and exception name in the text as evidence. */
export function codesIn(text: string): FailureEvidence[] {
  const found: FailureEvidence[] = []
  function add(failureClass: FailureClass, match: RegExpExecArray) {
    if (!isMention(text, match.index, match.index + match[0].length))
      found.push({ failureClass, matched: match[0], source: 'text_code' })
  }
  for (const match of text.matchAll(codeShape)) {
    const failureClass = classByCode.get(match[0].toLowerCase())
    if (failureClass) add(failureClass, match)
  }
  for (const [failureClass, shape] of [...exceptions, ...errnoNumbers]) {
    for (const match of text.matchAll(shape)) add(failureClass, match)
  }
  return found
}

const reasonPhrases =
  'Unauthorized|Payment Required|Forbidden|Proxy Authentication Required|Request Timeout|Too Many Requests|' +
  'Internal Server Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out|' +
  'Overloaded|Client Error|Server Error'
const afterError = '(?=\\s*(?:$|(?:while|after|during|when)\\b|[{\\[(:;,.\\-–—·|"\']|\\w+_error\\b))'

/** The ways a message states an HTTP status. A bare number never counts as one. */
const statements = [
  /\bHTTP(?:\/\d(?:\.\d)?)?\s*(?:status|error|code|response)?(?:\s+code)?\s*[:=(-]?\s*(\d{3})(?!\d|\w)/gi,
  // As Starlette, Google's and OpenAI's clients begin a message: in front of a colon, of a bracket, or of what was exceeded.
  /^\s*(?:\[(\d{3})\]|(\d{3})(?=:\s|\s+(?:quota|rate.?limit)))/gi,
  // As Google's Python clients print an exception: behind its qualified name.
  /^\s*(?:[a-z_]\w*\.)+[A-Z]\w*:\s+(4\d{2})(?=\s+[A-Z])/g,
  /\b(?:status|statusCode|status[_ ]code|error[_ ]code|response[_ ]code|http[_ ]code|code)\b["']?\s*(?:[:=]|\bis\b)?\s*["']?(\d{3})(?![\d\w]|\.\d|\s*(?:files?|rows?|items?|lines?)\b)/gi,
  new RegExp(`(?<![\\d.])\\b(\\d{3})\\s+(?:${reasonPhrases})\\b`, 'gi'),
  new RegExp(`(?:\\b|_)error\\b["']?\\s*:?\\s*(\\d{3})\\b${afterError}`, 'gi'),
  /\b(?:rejected|failed|refused|denied|error|response|returned)\s*\((\d{3})\)/gi,
  /\b(?:returned|responded with|answered with|replied with|received|got)\s+(?:an?\s+)?(?:http\s+|error:?\s+|status\s+)(\d{3})\b/gi,
  /\b(?:returned|received|got)\s+(?:an?\s+)?(\d{3})\s+(?:from|by)\s+(?:the\s+)?(?:\w+\s+)?(?:provider|server|api|upstream|endpoint|gateway|service)\b/gi,
]

/** Returns the class that an HTTP status alone decides, or null when the status is not conclusive. */
export function classOfStatus(status: number): FailureClass | null {
  if (status === 402) return 'provider_spend_limit'
  if (status === 401 || status === 403 || status === 407) return 'provider_auth'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status >= 500 && status <= 599 ? 'provider_transient' : null
}

/** Returns every HTTP status stated in the text as evidence. */
export function statusesIn(text: string): FailureEvidence[] {
  return statements.flatMap((statement) =>
    [...text.matchAll(statement)].flatMap((match) => {
      const failureClass = classOfStatus(Number(match[1] ?? match[2]))
      if (!failureClass || isMention(text, match.index, match.index + match[0].length)) return []
      return [{ failureClass, matched: match[0], source: 'text_status' as const }]
    }),
  )
}
