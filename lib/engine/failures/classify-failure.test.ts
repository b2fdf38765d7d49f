import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClassifyFailureInput, classifyFailure } from '@/lib/engine/failures/classify-failure'

function classOf(message: string, rest: Omit<ClassifyFailureInput, 'message'> = {}) {
  return classifyFailure({ message, ...rest }).failureClass
}

describe('the ten classes', () => {
  it.each([
    ['Worker timed out after 120s', 'timeout', true, 'timeout', 'timeout'],
    ['HTTP 429 Too Many Requests', 'rate_limited', true, '429', 'rate-limit'],
    ['HTTP 503 Service Unavailable', 'provider_transient', true, 'error', 'error'],
    ['HTTP 402: spend limit exceeded', 'provider_spend_limit', false, '402', 'rate-limit'],
    ['HTTP 401 invalid api key', 'provider_auth', false, 'error', 'error'],
    ['Tool call blocked: not allowed by policy', 'policy_blocked', false, 'error', 'error'],
    ['failed to parse arguments as JSON', 'invalid_tool_args', false, 'error', 'error'],
    ['File not found: src/x.ts', 'missing_target_path', false, 'error', 'error'],
    ['This action requires approval', 'permission_required', false, 'error', 'error'],
    ['kaboom', 'unknown', false, 'error', 'error'],
  ])('%s', (message, failureClass, retryable, errorType, failureMode) => {
    expect(classifyFailure({ message })).toMatchObject({ failureClass, retryable, errorType, failureMode })
  })
})

describe('examples from the specification', () => {
  it.each([
    ['Worker exceeded time limit', 'timeout'],
    ['Provider rate limit hit', 'rate_limited'],
    ['Temporary provider issue', 'provider_transient'],
    ['API key budget exhausted', 'provider_spend_limit'],
    ['Invalid API key', 'provider_auth'],
    ['Tool call blocked by policy', 'policy_blocked'],
    ['Malformed tool arguments', 'invalid_tool_args'],
    ['Referenced files do not exist', 'missing_target_path'],
    ['Needs user approval', 'permission_required'],
    ['Unclassified failure', 'unknown'],
  ])('classifies "%s" as %s', (message, failureClass) => {
    expect(classOf(message)).toBe(failureClass)
  })
})

describe('phrases', () => {
  it.each([
    ['Your credit balance is too low to access the API', 'provider_spend_limit'],
    ['Weekly limit reached', 'provider_spend_limit'],
    ['Workspace budget of 200 USD for November is used up', 'provider_spend_limit'],
    ['The team exceeded its limit of €50 for this month', 'provider_spend_limit'],
    ['Your free trial credits have run out', 'provider_spend_limit'],
    ['quota exceeded: 100 requests per 60 seconds', 'rate_limited'],
    ['Maximum run time of 45 minutes exceeded for stage "load"', 'timeout'],
    ['Task killed: wall clock limit of 600 s reached', 'timeout'],
    ['Communications link failure', 'provider_transient'],
    ['The host name api.example could not be resolved', 'provider_transient'],
    ['ERROR: deadlock detected', 'provider_transient'],
    ['ORA-01017: invalid username/password; logon denied', 'provider_auth'],
    ["login failed for user 'sa'", 'provider_auth'],
    ["Tool 'shell.exec' is not in the allow list for this agent", 'policy_blocked'],
    ['Candidate was blocked due to SAFETY', 'policy_blocked'],
    ["The argument 'depth' is out of range: must be between 1 and 5", 'invalid_tool_args'],
    ['400 Bad Request: "limit" must be less than or equal to 100', 'invalid_tool_args'],
    ['ERROR: syntax error at or near "SELCT"', 'invalid_tool_args'],
    ['NoSuchKey: The specified key does not exist.', 'missing_target_path'],
    ['ORA-01031: insufficient privileges', 'permission_required'],
    ['must be owner of table orders', 'permission_required'],
    ['402 Payment Required', 'provider_spend_limit'],
    ['The security token included in the request is expired', 'provider_auth'],
    ['OPENAI_API_KEY is not set', 'provider_auth'],
    ['fatal: Authentication failed for https://git.example.com/x.git', 'provider_auth'],
    ['Output blocked by content filtering policy', 'policy_blocked'],
    ['Request was throttled. Expected available in 12 seconds.', 'rate_limited'],
    ["Quota exceeded for quota metric 'requests' and limit 'requests per minute'", 'rate_limited'],
    ["ls: cannot open directory '/root': Permission denied", 'permission_required'],
    ["The user doesn't want to proceed with this tool use", 'permission_required'],
    ["grep: invalid option -- 'Z'", 'invalid_tool_args'],
    ['Input should be a valid integer', 'invalid_tool_args'],
    ['SyntaxError: Unexpected token } in JSON at position 5', 'invalid_tool_args'],
    ["error: pathspec 'nope' did not match any file(s) known to git", 'missing_target_path'],
    ['curl: (6) Could not resolve host: nope.invalid', 'provider_transient'],
    ['FATAL: the database system is starting up', 'provider_transient'],
    ['FATAL: terminating connection due to administrator command', 'provider_transient'],
    ['ERROR 2013 (HY000): Lost connection to MySQL server during query', 'provider_transient'],
    ['The connection to the server localhost:8080 was refused', 'provider_transient'],
    ['dial tcp: lookup db.internal on 10.0.0.2:53: no such host', 'provider_transient'],
    ['rpc error: code = Unavailable desc = transport is closing', 'provider_transient'],
    ['redis.exceptions.BusyLoadingError: loading', 'provider_transient'],
    ['Job was active longer than specified deadline', 'timeout'],
    ['Tool execution cancelled: it ran longer than the allowed 60 seconds', 'timeout'],
    ['Monthly spend limit of $50.00 reached for this workspace', 'provider_spend_limit'],
    ['pods is forbidden: User "ci" cannot list resource "pods"', 'provider_auth'],
    ['Tool call rejected: unexpected property "foo" in arguments', 'invalid_tool_args'],
    ['The argument "date" does not match the format YYYY-MM-DD', 'invalid_tool_args'],
    ["Cannot find module './utils/helper'", 'missing_target_path'],
    ["Cannot find module 'lodash'", 'unknown'],
    ['docs: explain how rate limiting works', 'unknown'],
    ['EDQUOT: disk quota exceeded, write', 'unknown'],
    ['The model is currently overloaded. Please try again later.', 'provider_transient'],
    ['TypeError: fetch failed', 'provider_transient'],
    ['context deadline exceeded', 'timeout'],
    ['exceeded maximum execution time', 'timeout'],
    ['Execution exceeded 300s', 'timeout'],
    ['the files src/a.ts and src/b.ts do not exist', 'missing_target_path'],
    ['curl: (28) Operation timed out after 1001 milliseconds', 'timeout'],
  ])('classifies "%s" as %s', (message, failureClass) => {
    expect(classOf(message)).toBe(failureClass)
  })
})

describe('a request longer than the model reads has none of the classes: neither waiting nor other arguments help', () => {
  it.each([
    ['Context length exceeded'],
    ['Context window limit exceeded'],
    ["This model's maximum context length is 8192 tokens. However, your messages resulted in 10000 tokens."],
    ['Your input exceeds the context window of this model. Please adjust your input and try again.'],
    ['Input tokens exceed the configured limit of 272000 tokens.'],
    ['{"error":{"message":"Bad request","type":"invalid_request_error","code":"context_length_exceeded"}}'],
    [
      '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
    ],
    ['input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length'],
    ['{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}'],
    ['The input token count (1043256) exceeds the maximum number of tokens allowed (1048576).'],
    ['Unable to submit request because the input token count is 1100000 but the model only supports up to 1048576.'],
    ['An error occurred (ValidationException) when calling InvokeModel: Input is too long for requested model.'],
    ['The decoder prompt (length 5000) is longer than the maximum model length of 4096.'],
    ['Input prompt (5000 tokens) is too long and exceeds limit of 4096'],
    ['the input length exceeds the context length'],
    ['the request exceeds the available context size, try increasing it'],
    ['too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000.'],
    ['Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193.'],
    ["This model's maximum prompt length is 131072 but the request contains 140000 tokens."],
    ['litellm.ContextWindowExceededError: litellm.BadRequestError: see the provider'],
  ])('%s', (message) => {
    const { failureClass, retryable, matched, confidence } = classifyFailure({ message })
    expect({ failureClass, retryable }).toEqual({ failureClass: 'unknown', retryable: false })
    expect(message).toContain(matched)
    expect(confidence).toBeGreaterThan(0.6)
  })

  it.each([
    ['upstream connect error: maximum context length', { httpStatus: 502 }, 'provider_transient'],
    ['Context length exceeded', { httpStatus: 429 }, 'rate_limited'],
    ['Throttling error: Too many tokens, please wait before trying again.', {}, 'rate_limited'],
    ['Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.', {}, 'rate_limited'],
    ['ValidationException: 2 validation errors detected', {}, 'invalid_tool_args'],
    ['context deadline exceeded', {}, 'timeout'],
    ['Input is too long for requested model.', { errorCode: 'ValidationException' }, 'unknown'],
  ])('%s with %o is %s', (message, told, failureClass) => {
    expect(classifyFailure({ message, ...told }).failureClass).toBe(failureClass)
  })
})

describe('bare numbers are never a status', () => {
  it.each([
    'processed 4290 rows',
    'wrote 503 lines',
    'the deadlock test passed',
    'on the block list of houses we saw no error',
    'SyntaxError: invalid syntax (app.py, line 3)',
    'argument about the budget of 200 people',
    'Payment of 20 EUR was declined by the card issuer',
    'expected 401 items but found 400',
    'the repo has 429 python files',
    'AssertionError: expected 200 got 503',
    'The function returns 500 when the queue is empty',
  ])('%s', (message) => {
    expect(classOf(message)).toBe('unknown')
  })

  it('ignores a number within a duration', () => {
    expect(classOf('call timed out after 403s')).toBe('timeout')
  })
})

describe('text that only mentions a failure is unknown', () => {
  it.each([
    'Authentication error handling is missing in src/login.py',
    'Rate limiting is handled in src/mw.ts',
    'Add a test for rate limit exceeded',
    'the invalid api key banner is never shown',
    'HTTP 503 is mapped to the wrong class',
    'The weekly limit check uses the wrong timezone (src/limits.py:88)',
    "NameError: name 'TimeoutError' is not defined",
    "TypeError: Cannot read properties of undefined (reading 'timeout')",
    'Error: payment method not found',
  ])('%s', (message) => {
    expect(classOf(message)).toBe('unknown')
  })
})

describe('precedence', () => {
  it.each([
    ['HTTP 500: request timed out upstream', 'provider_transient'],
    ['Error: 429 while waiting, timed out', 'rate_limited'],
    ['HTTP 403 after timeout', 'provider_auth'],
    ['504 Gateway Timeout', 'provider_transient'],
    ['HTTP 408 Request Timeout', 'timeout'],
    ['connect ETIMEDOUT, then ECONNRESET', 'timeout'],
    ['Error code: 429 - insufficient_quota', 'provider_spend_limit'],
    ['429 quota exceeded', 'rate_limited'],
    ['429: Quota exceeded for metric requests_per_minute', 'rate_limited'],
    ['[429] Rate limit reached, timed out', 'rate_limited'],
    ['litellm.ContentPolicyViolationError: litellm.BadRequestError: The response was filtered', 'policy_blocked'],
    ['rpc error: code = InvalidArgument desc = limit must be positive', 'invalid_tool_args'],
    ['java.nio.file.AccessDeniedException: /var/lib/agent/state.db', 'permission_required'],
    ['An error occurred (AccessDeniedException) when calling the InvokeModel operation', 'provider_auth'],
    ['jwt.exceptions.ExpiredSignatureError', 'provider_auth'],
    ['JWT verification failed: signature has expired', 'provider_auth'],
    ['503: the read timed out', 'provider_transient'],
    ['google.api_core.exceptions.PermissionDenied: 403 This API is disabled in the project', 'provider_auth'],
    ['shop.errors.OrderError: 403 items are sold out', 'unknown'],
    ['Customer 503 not found', 'unknown'],
    ['401 Main Street was not found', 'unknown'],
    ['429 items failed to parse', 'unknown'],
    ['429: You exceeded your current quota, please check your plan and billing details', 'provider_spend_limit'],
  ])('classifies "%s" as %s', (message, failureClass) => {
    expect(classOf(message)).toBe(failureClass)
  })

  it.each([
    ['timed out', { httpStatus: 429 }, 'rate_limited'],
    ['timed out', { httpStatus: 503 }, 'provider_transient'],
    ['timed out', { errorCode: '401' }, 'provider_auth'],
    ['something', { errorCode: 'ETIMEDOUT', httpStatus: 429 }, 'rate_limited'],
    ['something', { errorCode: 'request_timeout', httpStatus: 401 }, 'provider_auth'],
    ['something', { errorCode: 'DEADLINE_EXCEEDED', httpStatus: 503 }, 'provider_transient'],
    ['something', { errorCode: 'ETIMEDOUT', httpStatus: 408 }, 'timeout'],
    ['timed out', { errorCode: 429 }, 'rate_limited'],
    ['something', { errorCode: 'ENOENT' }, 'missing_target_path'],
    ['something', { errorCode: 'APITimeoutError' }, 'timeout'],
    ['rate limit', { errorCode: 'invalid_api_key', httpStatus: 400 }, 'provider_auth'],
    ['check your plan and billing details', { httpStatus: 429 }, 'provider_spend_limit'],
    ['timed out', { httpStatus: 200 }, 'timeout'],
    ['kaboom', { httpStatus: 404 }, 'unknown'],
    ['kaboom', { errorCode: 'E_STRANGE', httpStatus: null, toolCalls: 0 }, 'unknown'],
  ])('classifies "%s" with %j as %s', (message, rest, failureClass) => {
    expect(classOf(message, rest)).toBe(failureClass)
  })

  it('takes -1 tool calls for a time-out whatever the text', () => {
    expect(classifyFailure({ message: 'HTTP 401', httpStatus: 401, toolCalls: -1 })).toMatchObject({
      failureClass: 'timeout',
      confidence: 1,
      alternatives: [{ failureClass: 'provider_auth' }],
    })
  })
})

describe('evidence', () => {
  it('contains the deciding text and the alternatives', () => {
    expect(
      classifyFailure({ message: 'Error: 429 {"type":"rate_limit_error"} after request timed out' }),
    ).toMatchObject({
      matched: 'rate_limit_error',
      alternatives: [{ failureClass: 'timeout', matched: 'timed out' }],
    })
  })

  it('is more certain for a code than for a phrase, and 0 without evidence', () => {
    const code = classifyFailure({ message: 'ECONNRESET' }).confidence
    const words = classifyFailure({ message: 'connection reset by peer' }).confidence
    expect(code).toBeGreaterThan(words)
    expect(classifyFailure({ message: 'kaboom' })).toMatchObject({ matched: null, confidence: 0, alternatives: [] })
  })

  it('is found at the end of a long trace', () => {
    expect(classOf(`${'  at frame (x.js:1:1)\n'.repeat(5000)}Error: connect ECONNREFUSED 127.0.0.1:1`)).toBe(
      'provider_transient',
    )
  })
})

it('classifies any text quickly, with a confidence between 0 and 1', () => {
  const words = fc.constantFrom(
    'tool ',
    'Error',
    'limit',
    '429',
    '\n',
    ' ',
    'a/',
    'timed',
    'quota ',
    'not ',
    'invalid ',
    "'",
    '\t',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 3000 }), (parts) => {
      const { confidence } = classifyFailure({ message: parts.join('') })
      expect(confidence >= 0 && confidence <= 1).toBe(true)
    }),
    { numRuns: 50, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: true },
  )
})
