import { describe, expect, it } from 'vitest'
import { nodeView as node } from '../testing/node-view'
import { outline, read, span } from '../testing/transcripts'
import { stepText } from './text'

describe('shown only once', () => {
  it('is a request that begins the conversation, and an answer that ends it', () => {
    const nodes = [
      node('1', { name: 'user', type: 'user', output: 'Weather?' }),
      node('2', { name: 'assistant', type: 'llm', dependencies: ['1'], output: 'Clear.' }),
    ]
    const { steps } = read({ request: 'Weather?', nodes, output: 'Clear.' })
    expect(outline(steps)).toEqual([
      ['1', 'user', 'text'],
      ['2', 'assistant', 'text'],
    ])
    expect(steps.map(({ isAnswer }) => isAnswer)).toEqual([false, true])
  })

  it('is a request in messages that begins the conversation', () => {
    const picture = [
      { type: 'text', text: 'Weather?' },
      { type: 'image', image: 'data:image/png;base64,AA==' },
    ]
    const request = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: picture },
    ]
    const nodes = [
      node('1', { name: 'user', type: 'user', output: { role: 'user', content: picture } }),
      node('2', { name: 'assistant', type: 'llm', dependencies: ['1'], output: 'Clear.' }),
    ]
    expect(outline(read({ request, nodes }).steps)).toEqual([
      ['@request', 'system', 'text'],
      ['1', 'user', 'text image'],
      ['2', 'assistant', 'text'],
    ])
    const [, asked] = request
    expect(read({ request: [asked], nodes: nodes.slice(1) }).steps.map(({ id }) => id)).toEqual(['@request', '2'])
  })

  it('is a history resent with every request', () => {
    const ask = { role: 'user', content: 'Weather?' }
    const nodes = [node('1', { output: [ask, { role: 'assistant', content: 'Clear.' }] })]
    const { steps, repeated } = read({ request: [ask], nodes })
    expect(steps.map(stepText)).toEqual(['Weather?', 'Clear.'])
    expect(repeated).toBe(1)
  })

  it('is the result of a call requested by a model and executed by another step', () => {
    const asks = {
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', function: { name: 'look', arguments: '{}' } }],
          },
        },
      ],
    }
    const nodes = [
      node('model', { type: 'llm', output: asks }),
      node('tool', {
        type: 'tool',
        name: 'look',
        dependencies: ['model'],
        output: { sky: 'clear' },
        toolCalls: [{ id: 'c', name: 'look', arguments: {}, result: { sky: 'clear' } }],
      }),
    ]
    const { steps } = read({ nodes })
    expect(outline(steps)).toEqual([
      ['model', 'assistant', 'call'],
      ['tool', 'tool', 'call'],
    ])
    expect(steps[0]?.parts[0]).toMatchObject({ answeredIn: 'tool' })
    expect(steps[1]?.parts[0]).toMatchObject({ result: { sky: 'clear' }, answeredIn: null })
  })

  it('is a result that a wrapping span only passes on', () => {
    const nodes = [
      node('model', { ...span(10, 20), type: 'llm', output: 'Clear.' }),
      node('agent', { ...span(0, 30), type: 'agent', dependencies: ['model'], output: 'Clear.' }),
    ]
    expect(read({ nodes, output: 'Clear.' }).steps.map(({ repeats, isAnswer }) => [repeats, isAnswer])).toEqual([
      [null, true],
      ['model', false],
    ])
  })

  it('is a result that a wrapping span passes on after other steps in it', () => {
    const nodes = [
      node('model', { ...span(10, 20), type: 'llm', output: 'Clear.' }),
      node('route', { ...span(21, 22), dependencies: ['model'], output: 'end' }),
      node('agent', {
        ...span(0, 30),
        dependencies: ['route'],
        output: { messages: [{ type: 'ai', content: 'Clear.' }] },
      }),
    ]
    expect(read({ nodes, output: 'Clear.' }).steps.map(({ repeats, isAnswer }) => [repeats, isAnswer])).toEqual([
      [null, true],
      [null, false],
      ['model', false],
    ])
  })

  it('is an answer after a thought in tags, which is told from it', () => {
    const output = '<think>\nIt may rain.\n</think>\n\nClear.'
    const { steps } = read({ nodes: [node('1', { type: 'llm', output })], output })
    expect(steps.map(({ parts, isAnswer }) => [parts, isAnswer])).toEqual([
      [
        [
          { kind: 'reasoning', text: '\nIt may rain.\n' },
          { kind: 'text', text: 'Clear.' },
        ],
        true,
      ],
    ])
  })

  it('is an answer after which the agents ended their conversation', () => {
    const nodes = [node('1', { name: 'writer', type: 'assistant', output: 'Clear.\n\nTERMINATE' })]
    expect(read({ nodes, output: 'Clear.' }).steps.map(({ id, isAnswer }) => [id, isAnswer])).toEqual([['1', true]])
  })

  it('is a call that the run ends with, by its id or by what it asks for', () => {
    const asking = (id?: string) => ({
      role: 'assistant',
      tool_calls: [{ ...(id && { id }), type: 'function', function: { name: 'look', arguments: '{"sky":true}' } }],
    })
    const answered = (of: string | undefined, output: string | undefined) =>
      read({ nodes: [node('model', { type: 'llm', output: asking(of) })], output: asking(output) }).steps.map(
        ({ id, isAnswer }) => [id, isAnswer],
      )
    expect(answered('a', 'a')).toEqual([['model', true]])
    expect(answered(undefined, 'a')).toEqual([['model', true]])
    expect(answered('a', 'b')).toEqual([
      ['model', false],
      ['@output', true],
    ])
  })

  it('is an error repeated in the output or the call', () => {
    const error = { message: 'no such file', code: null, httpStatus: null, type: null }
    const nodes = [
      node('a', { status: 'failed', output: 'no such file', error }),
      node('b', {
        status: 'failed',
        type: 'tool',
        output: 'no such file',
        error,
        toolCalls: [{ name: 'read', result: 'no such file', error }],
      }),
    ]
    const { steps } = read({ nodes, error })
    expect(steps.map(({ parts, error }) => [parts.map(({ kind }) => kind), error?.message])).toEqual([
      [[], 'no such file'],
      [['call'], undefined],
    ])
    expect(steps[1]?.parts[0]).toMatchObject({ result: undefined, error })
  })
})
