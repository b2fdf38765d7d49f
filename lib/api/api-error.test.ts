import fc from 'fast-check'
import { expect, it } from 'vitest'
import { errorBody } from '@/lib/contracts/errors'
import { readErrorBody, toApiError } from './api-error'

const text = fc.oneof(fc.string(), fc.constantFrom(null, 1, undefined))
const issue = fc.oneof(fc.record({ path: text, message: text, more: text }, { requiredKeys: [] }), fc.jsonValue())
const error = fc.record(
  { code: text, message: text, requestId: text, issues: fc.oneof(fc.array(issue, { maxLength: 3 }), fc.jsonValue()) },
  { requiredKeys: [] },
)
const body = fc.oneof(fc.record({ error: fc.oneof(error, fc.jsonValue()) }), fc.jsonValue(), fc.constant(undefined))
const good = fc.record({
  error: fc.record({
    code: fc.string(),
    message: fc.string(),
    requestId: fc.string(),
    issues: fc.array(fc.record({ path: fc.string(), message: fc.string() }), { maxLength: 3 }),
  }),
})

it('reads the same bodies as the schema, and no others', () => {
  fc.assert(
    fc.property(fc.oneof(body, good), (candidate) => {
      expect(readErrorBody(candidate)).toEqual(errorBody.safeParse(candidate).data?.error ?? null)
    }),
  )
})

it.each([
  [413, 'too_large', 'the server answered 413'],
  [429, 'rate_limited', 'the server answered 429: try again'],
  [503, 'unavailable', 'the server answered 503: try again'],
  [504, 'unexpected_answer', 'the server answered 504: try again'],
])('an answer %i of a proxy says what to do', (status, code, message) => {
  expect(toApiError(new Response('<html>', { status }), undefined)).toMatchObject({ code, message })
})
