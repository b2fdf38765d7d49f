import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyFailure } from '@/lib/engine/failures/classify-failure'

/** The expected profile of each class: whether a retry can help, the error type, and how dependents regard it. */
const table: Record<string, [retryable: boolean, errorType: string, failureMode: string]> = {
  timeout: [true, 'timeout', 'timeout'],
  rate_limited: [true, '429', 'rate-limit'],
  provider_transient: [true, 'error', 'error'],
  provider_spend_limit: [false, '402', 'rate-limit'],
  provider_auth: [false, 'error', 'error'],
  policy_blocked: [false, 'error', 'error'],
  invalid_tool_args: [false, 'error', 'error'],
  missing_target_path: [false, 'error', 'error'],
  permission_required: [false, 'error', 'error'],
  unknown: [false, 'error', 'error'],
}

const phrases: [text: string, failureClass: string][] = [
  ['request timed out', 'timeout'],
  ['the deadline was exceeded', 'timeout'],
  ['connection reset by peer', 'provider_transient'],
  ['no such file or directory', 'missing_target_path'],
  ['missing required argument: path', 'invalid_tool_args'],
  ['tool call blocked by policy', 'policy_blocked'],
  ['invalid API key', 'provider_auth'],
  ['something odd happened', 'unknown'],
]
const status = fc.oneof(
  fc.constantFrom<[number, string]>([402, 'provider_spend_limit'], [401, 'provider_auth'], [403, 'provider_auth']),
  fc.constantFrom<[number, string]>([429, 'rate_limited']),
  fc.integer({ min: 500, max: 599 }).map((code): [number, string] => [code, 'provider_transient']),
)
const words = fc.constantFrom(...phrases.map(([text]) => text))

describe('classifyFailure', () => {
  it('follows the reported status, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.string()), status, (message, [httpStatus, failureClass]) => {
        fc.pre(!/quota|credit|limit|billing|budget/i.test(message))
        expect(classifyFailure({ message, httpStatus }).failureClass).toBe(failureClass)
        expect(classifyFailure({ message, errorCode: String(httpStatus) }).failureClass).toBe(failureClass)
      }),
      { numRuns: 300 },
    )
  })

  it('follows a status stated in the text before "timeout" and other phrases', () => {
    const shape = fc.constantFrom('HTTP %: ', 'status code % - ', 'request failed with status % and ')
    fc.assert(
      fc.property(shape, status, words, (stated, [code, failureClass], text) => {
        const message = stated.replace('%', String(code)) + text
        expect(classifyFailure({ message }).failureClass).toBe(failureClass)
      }),
      { numRuns: 300 },
    )
  })

  it('follows the phrases when there is no other evidence, ignoring case', () => {
    const cased = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
    )
    fc.assert(
      fc.property(fc.constantFrom(...phrases), cased, ([text, failureClass], write) => {
        expect(classifyFailure({ message: write(text) }).failureClass).toBe(failureClass)
      }),
    )
  })

  it('never takes a bare number for a status', () => {
    const sentence = fc.constantFrom(
      'processed % rows',
      '% items left',
      'wrote % of 9000 lines',
      'line %',
      'took step %',
    )
    const number = fc.oneof(fc.nat(9999), fc.constantFrom(429, 4290, 402, 401, 403, 500, 503, 5000, 124))
    fc.assert(
      fc.property(sentence, number, (text, count) => {
        const answer = classifyFailure({ message: text.replace('%', String(count)) })
        expect(answer).toMatchObject({ failureClass: 'unknown', matched: null, confidence: 0 })
      }),
      { numRuns: 300 },
    )
  })

  it('is a time-out at -1 tool calls, whatever the other evidence, and at no other number', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.string()), status, fc.nat(50), (message, [httpStatus], toolCalls) => {
        expect(classifyFailure({ message, httpStatus, toolCalls: -1 }).failureClass).toBe('timeout')
        expect(classifyFailure({ message, toolCalls })).toEqual(classifyFailure({ message }))
      }),
    )
  })
})

it('returns a profile of the table, deterministically, with its evidence and the alternatives', () => {
  const code = fc.constantFrom(undefined, 'ETIMEDOUT', 'ENOENT', 'rate_limit_exceeded', 'EACCES', 'nonsense')
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 4 }), code, (texts, errorCode) => {
      const message = texts.join('; ')
      const answer = classifyFailure({ message, errorCode })
      expect([answer.retryable, answer.errorType, answer.failureMode]).toEqual(table[answer.failureClass])
      expect(classifyFailure({ message, errorCode })).toEqual(answer)
      const others = answer.alternatives.map(({ failureClass }) => failureClass)
      expect(new Set([answer.failureClass, ...others]).size).toBe(others.length + 1)
      const evidence = [answer.matched, ...answer.alternatives.map(({ matched }) => matched)]
      for (const text of evidence) if (text !== null) expect(`${message} ${errorCode}`).toContain(text)
      expect(answer.confidence >= 0 && answer.confidence <= 1).toBe(true)
    }),
  )
})
