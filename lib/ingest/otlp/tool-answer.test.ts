import { describe, expect, it } from 'vitest'
import { makeSpan } from './fixtures/make-span'
import { nodeOf, onlyRun } from './fixtures/only-run'
import { faultInAnswer } from './tool-answer'

describe('an answer that is an error', () => {
  it.each([
    ['MCP’s', { isError: true, content: [{ type: 'text', text: 'no such file' }] }, { message: 'no such file' }],
    ['a word', { status: 'error', message: 'no such file' }, { message: 'no such file' }],
    ['a word as text', '{"status":"Failed"}', { message: 'the tool answered with an error' }],
    ['a status of HTTP', { status: 404, body: '' }, { message: 'the tool answered 404', httpStatus: 404 }],
    ['a denial', { success: false, error: { message: 'locked' }, id: 3 }, { message: 'locked' }],
    ['nothing but an error', { error: 'locked', code: 'E1' }, { message: 'locked' }],
    ['JSON-RPC’s result', { jsonrpc: '2.0', id: 1, result: { isError: true, content: 'gone' } }, { message: 'gone' }],
  ])('%s', (_, answer, fault) => {
    expect(faultInAnswer(answer)).toEqual(fault)
  })

  it.each([
    ['prose about errors', 'Error: none was found'],
    ['a good status', { status: 200, error: null }],
    ['a result with an empty error', { error: '', rows: [] }],
    ['a result that names an error among other things', { error: 'E1', rows: [1], total: 1 }],
    ['a denial without a reason', { success: false, matches: 0 }],
    ['a list', [{ status: 'error' }]],
  ])('not %s', (_, answer) => {
    expect(faultInAnswer(answer)).toBeUndefined()
  })

  it('fails its step, though the call went well, and no step that is no tool', () => {
    const answer = { 'output.value': '{"isError":true,"content":"no such file"}' }
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({
        id: '2',
        parent: '1',
        status: { code: 'ok', message: null },
        attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'read', ...answer },
      }),
      makeSpan({ id: '3', parent: '1', attributes: { 'openinference.span.kind': 'CHAIN', ...answer } }),
      makeSpan({
        id: '4',
        parent: '1',
        attributes: { 'openinference.span.kind': 'TOOL', 'http.response.status_code': 503 },
      }),
    ])
    expect(nodeOf(run, '2')).toMatchObject({
      status: 'failed',
      error: { message: 'no such file' },
      toolCalls: [{ error: { message: 'no such file' } }],
    })
    expect(nodeOf(run, '3')?.status).toBe('completed')
    expect(nodeOf(run, '4')).toMatchObject({ status: 'failed', error: { httpStatus: 503 } })
    expect(run.status).toBe('completed')
  })
})
