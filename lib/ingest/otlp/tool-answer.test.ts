import { describe, expect, it } from 'vitest'
import { makeSpan, nodeOf, onlyRun } from '../testing/spans'
import { faultInAnswer } from './span-facts'

describe('faultInAnswer detects', () => {
  it.each([
    ['MCP’s', { isError: true, content: [{ type: 'text', text: 'no such file' }] }, { message: 'no such file' }],
    ['an error status', { status: 'error', message: 'no such file' }, { message: 'no such file' }],
    ['an error status in JSON text', '{"status":"Failed"}', { message: 'the tool answered with an error' }],
    ['an HTTP status', { status: 404, body: '' }, { message: 'the tool answered 404', httpStatus: 404 }],
    ['success false with an error', { success: false, error: { message: 'locked' }, id: 3 }, { message: 'locked' }],
    ['an object with only error fields', { error: 'locked', code: 'E1' }, { message: 'locked' }],
    [
      'an error in a JSON-RPC result',
      { jsonrpc: '2.0', id: 1, result: { isError: true, content: 'gone' } },
      { message: 'gone' },
    ],
  ])('%s', (_, answer, fault) => {
    expect(faultInAnswer(answer)).toEqual(fault)
  })

  it.each([
    ['text about errors', 'Error: none was found'],
    ['a good status', { status: 200, error: null }],
    ['a result with an empty error', { error: '', rows: [] }],
    ['an error field among other fields', { error: 'E1', rows: [1], total: 1 }],
    ['success false without an error', { success: false, matches: 0 }],
    ['a list', [{ status: 'error' }]],
  ])('does not detect %s', (_, answer) => {
    expect(faultInAnswer(answer)).toBeUndefined()
  })

  it('says why a tool failed whose span says only that it did, as the MCP conventions do', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({
        id: '2',
        parent: '1',
        name: 'tools/call read',
        attributes: {
          ...{ 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'read', 'error.type': 'tool_error' },
          'gen_ai.tool.call.result': '{"isError":true,"content":[{"type":"text","text":"429 Too Many Requests"}]}',
        },
      }),
    ])
    expect(nodeOf(run, '2')).toMatchObject({
      status: 'failed',
      error: { message: '429 Too Many Requests', type: 'tool_error' },
    })
  })

  it('fails its tool step although the span is ok, and never a step that is no tool', () => {
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
