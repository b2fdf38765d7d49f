import { z } from 'zod'
import { LARGE_BODY } from '../body-limits'
import { contract } from '../contract'
import { failureClass } from '../primitives'
import { maybe } from './shapes'

export const classifyFailure = contract({
  name: 'classify_failure',
  tag: 'quality',
  summary:
    'Name the class of a failure (time-out, rate limit, spend limit, auth, policy, ...) from its message and codes, and whether a retry can help.',
  scope: 'read',
  effects: [],
  rate: 'quality',
  body: LARGE_BODY,
  method: 'POST',
  path: '/api/v1/quality/classify_failure',
  input: z.strictObject({
    message: z.string().describe('The error as it was reported; the beginning and the end of a long one are read'),
    toolCalls: maybe(z.number().int().min(-1)).describe('Number of tool calls; -1 says that the worker timed out'),
    httpStatus: maybe(z.number().int().min(0).max(999)).describe('Status the provider answered with'),
    errorCode: maybe(z.union([z.string(), z.number()], { error: 'must be a text or a number' })).describe(
      'Code or exception name as the client reported it; decides before any words do',
    ),
  }),
  output: z.object({
    failureClass: failureClass.describe('One of ten classes; unknown where nothing speaks for any'),
    retryable: z.boolean().describe('A retry by itself can help'),
    errorType: z.enum(['timeout', '429', '402', 'error']).describe('The error type that belongs to the class'),
    failureMode: z
      .enum(['timeout', 'rate-limit', 'error', 'quality', 'hollow', 'cascade'])
      .describe('How dependents look at the failed task'),
    matched: z.string().nullable().describe('The text that decided; null when nothing did'),
    alternatives: z
      .array(z.object({ failureClass, matched: z.string() }))
      .describe('What else it might be, most likely first'),
    confidence: z.number().describe('0 to 1, by the kind of evidence; 0 without any'),
  }),
  examples: [
    {
      body: { message: '429 Too Many Requests: rate limit reached', httpStatus: 429 },
      answer: {
        failureClass: 'rate_limited',
        retryable: true,
        errorType: '429',
        failureMode: 'rate-limit',
        matched: 'HTTP 429',
        alternatives: [],
        confidence: 0.97,
      },
    },
  ],
})
