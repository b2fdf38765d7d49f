import { describe, expect, it } from 'vitest'
import { makeSpan } from './fixtures/make-span'
import { nodeOf, onlyRun } from './fixtures/only-run'
import { spansToRuns } from './spans-to-runs'

describe('failures', () => {
  const exception = (attributes: Record<string, unknown>) => [{ name: 'exception', timeNano: null, attributes }]

  it('have message, type and stack from the status and the exception', () => {
    const [run] = spansToRuns([
      makeSpan({
        id: '1',
        status: { code: 'error', message: null },
        events: exception({
          'exception.type': 'RateLimitError',
          'exception.message': 'slow down',
          'exception.stacktrace': 'at x',
        }),
        attributes: { 'http.response.status_code': 429 },
      }),
    ]).runs
    expect(run).toMatchObject({
      status: 'failed',
      error: { message: 'slow down', type: 'RateLimitError', httpStatus: 429, stack: 'at x' },
    })
  })

  it.each([
    ['an error status', { status: { code: 'error', message: 'boom' } as const }, 'failed'],
    ['an error.type without a status', { attributes: { 'error.type': 'timeout' } }, 'failed'],
    ['an unhandled exception', { events: exception({ 'exception.message': 'x' }) }, 'failed'],
    ['a handled exception', { events: exception({ 'exception.escaped': false }) }, 'completed'],
    [
      'an exception with the status ok',
      { status: { code: 'ok', message: null } as const, events: exception({}) },
      'completed',
    ],
    ['nothing said', {}, 'completed'],
  ])('%s', (_, span, expected) => {
    const run = onlyRun([makeSpan({ id: '1', ms: [0, 9] }), makeSpan({ id: '2', parent: '1', ms: [1, 2], ...span })])
    expect(nodeOf(run, '2')?.status).toBe(expected)
    expect(run.status).toBe('completed')
  })

  it('a step without an end is still running', () => {
    const open = { ...makeSpan({ id: '2', parent: '1', ms: [1, 2] }), endNano: null }
    expect(nodeOf(onlyRun([makeSpan({ id: '1', ms: [0, 9] }), open]), '2')?.status).toBe('running')
  })
})
