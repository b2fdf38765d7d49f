import { describe, expect, it } from 'vitest'
import { makeSpan, nodeOf, onlyRun } from '../testing/spans'
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
    [399, undefined],
    [400, 400],
    [599, 599],
    [600, undefined],
  ])('have the status %i of HTTP only if it is one of a failure', (code, httpStatus) => {
    const attributes = { 'http.response.status_code': code }
    const status = { code: 'error' as const, message: 'refused' }
    expect(onlyRun([makeSpan({ id: '1', status, attributes })]).error).toEqual(
      httpStatus === undefined ? { message: 'refused' } : { message: 'refused', httpStatus },
    )
  })

  it('have the type of an exception that LangSmith throws anew as its text', () => {
    const run = onlyRun([
      makeSpan({
        id: '1',
        status: { code: 'error', message: "KeyError('q')Traceback (most recent call last):\n\n\n  File" },
        events: exception({ 'exception.type': 'Exception' }),
      }),
    ])
    expect(run.error).toMatchObject({ message: "KeyError('q')", type: 'KeyError' })
  })

  it.each([
    [
      'JavaScript',
      '400 no such model\n\nError: 400 no such model\n    at make (file:///a.mjs:1:2)\n    at b',
      '400 no such model',
    ],
    ['JavaScript, with nothing between', 'no such model\nError: no such model\n    at a (b.js:1:2)', 'no such model'],
    ['Python', 'ValueError(\'bad\')\nTraceback (most recent call last):\n  File "a.py"', "ValueError('bad')"],
    ['LangSmith', 'KeyError(\'q\')Traceback (most recent call last):\n\n\n  File "a.py"', "KeyError('q')"],
    ['a quoted one', 'printed Traceback (most recent call last): x', 'printed Traceback (most recent call last): x'],
    ['only a stack', 'Error: bad\n    at a (b.js:1:2)', 'Error: bad'],
    ['none', 'first\n\nsecond', 'first\n\nsecond'],
    ['only a traceback', 'Traceback (most recent call last):\n  File', 'Traceback (most recent call last):\n  File'],
  ])('have the message without the stack that instrumentations append: %s', (_, message, expected) => {
    const run = onlyRun([makeSpan({ id: '1', status: { code: 'error', message } })])
    const stack = message.slice(expected.length).trim()
    expect(run.error).toMatchObject({ message: expected, ...(stack !== '' && { stack }) })
  })

  it.each([
    ['an error status', { status: { code: 'error', message: 'boom' } as const }, 'failed'],
    ['an error.type without a status', { attributes: { 'error.type': 'timeout' } }, 'failed'],
    ['an unhandled exception', { events: exception({ 'exception.message': 'x' }) }, 'failed'],
    ['a handled exception', { events: exception({ 'exception.escaped': false }) }, 'completed'],
    ['one whose flag is text', { events: exception({ 'exception.escaped': 'False' }) }, 'completed'],
    ['an escaped one whose flag is text', { events: exception({ 'exception.escaped': 'True' }) }, 'failed'],
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

describe('a step of LangGraph', () => {
  const graph = (message: string, type?: string) => [
    makeSpan({ id: '1', ms: [0, 9], name: 'mail-writer' }),
    makeSpan({
      id: '2',
      parent: '1',
      ms: [1, 8],
      name: 'ask',
      status: { code: 'error', message },
      ...(type && { events: [{ name: 'exception', timeNano: null, attributes: { 'exception.type': type } }] }),
    }),
  ]
  const json = JSON.stringify([{ id: 'i', value: { question: 'Send this?' } }], null, 2)

  it.each([
    ['JavaScript', `${json}\n\nGraphInterrupt: ${json}\n    at interrupt (graph.js:1:1)`, { question: 'Send this?' }],
    [
      'Python',
      "GraphInterrupt((Interrupt(value='Send this?', id='i'),))Traceback (most recent call last):\n\n  File",
      "GraphInterrupt((Interrupt(value='Send this?', id='i'),))",
    ],
  ])('that waits for a person has not failed, and the run is paused, in %s', (_, message, asked) => {
    const run = onlyRun(graph(message))
    expect(run.status).toBe('paused_for_approval')
    expect(nodeOf(run, '2')).toMatchObject({ status: 'cancelled', output: asked })
    expect(nodeOf(run, '2')).not.toHaveProperty('error')
  })

  it('that was left by the exception of that name waits, whatever its text', () => {
    const run = onlyRun(graph('(Interrupt(value=1),)', 'langgraph.errors.GraphInterrupt'))
    expect(run.status).toBe('paused_for_approval')
  })

  it('waits no more once the graph has gone on', () => {
    const run = onlyRun([
      ...graph(`GraphInterrupt: ${json}`),
      makeSpan({ id: '3', parent: '1', ms: [10, 12], name: 'ask' }),
    ])
    expect(run.status).toBe('completed')
  })

  it('that hands over to the graph around it is complete', () => {
    const run = onlyRun(graph('ParentCommand: '))
    expect(run.status).toBe('completed')
    expect(nodeOf(run, '2')).toMatchObject({ status: 'completed' })
  })

  it('that failed with a word about interrupts has failed', () => {
    expect(nodeOf(onlyRun(graph('no GraphInterrupt was found')), '2')).toMatchObject({ status: 'failed' })
  })
})
