import { describe, expect, it } from 'vitest'
import { answerText, findToolCalls, findToolResults, reportedUsage } from './messages'

describe('answerText', () => {
  it.each([
    ['plain text', 'hi', 'hi'],
    ['chat completions', { choices: [{ message: { role: 'assistant', content: 'hi' } }] }, 'hi'],
    [
      'responses',
      {
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] },
        ],
      },
      'hi',
    ],
    [
      'Anthropic',
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'h' },
          { type: 'tool_use', id: '1', name: 'x', input: {} },
          { type: 'text', text: 'i' },
        ],
      },
      'hi',
    ],
    ['Gemini', { content: { parts: [{ text: 'hi' }], role: 'model' } }, 'hi'],
    ['GenAI parts', [{ role: 'assistant', parts: [{ type: 'text', content: 'hi' }] }], 'hi'],
    [
      'a conversation, by its last answer',
      [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'hi' },
        { role: 'user', content: 'b' },
      ],
      'hi',
    ],
    [
      'the state of a graph of LangChain, by its last answer',
      {
        messages: [
          { type: 'human', content: 'a' },
          { type: 'ai', content: 'hi' },
          { type: 'tool', content: 'b', tool_call_id: 't1' },
        ],
      },
      'hi',
    ],
    [
      'LangChain’s own serialisation',
      {
        generations: [
          [
            {
              text: '',
              type: 'ChatGeneration',
              message: { lc: 1, id: ['langchain', 'schema', 'AIMessage'], kwargs: { content: 'hi' } },
            },
          ],
        ],
      },
      'hi',
    ],
    ['only what a person said', { messages: [{ lc: 1, id: ['HumanMessage'], kwargs: { content: 'a' } }] }, undefined],
    ['no answer', [{ role: 'user', content: 'a' }], undefined],
    ['a call only', { choices: [{ message: { content: null, tool_calls: [] } }] }, undefined],
    ['no text', { a: 1 }, undefined],
  ])('reads %s', (_, value, expected) => {
    expect(answerText(value)).toBe(expected)
  })
})

describe('findToolResults', () => {
  it.each([
    ['chat completions', [{ role: 'tool', tool_call_id: 't1', content: '{"sum":2}' }]],
    ['responses', [{ type: 'function_call_output', call_id: 't1', output: '{"sum":2}' }]],
    [
      'Anthropic',
      [
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '{"sum":2}' }] }],
        },
      ],
    ],
    ['Gemini', [{ parts: [{ function_response: { id: 't1', name: 'add', response: { sum: 2 } } }] }]],
    ['Vercel', [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 't1', output: { sum: 2 } }] }]],
    [
      'Vercel 5',
      [{ content: [{ type: 'tool-result', toolCallId: 't1', output: { type: 'json', value: { sum: 2 } } }] }],
    ],
    ['GenAI parts', [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 't1', response: { sum: 2 } }] }]],
    ['Bedrock', [{ role: 'tool', content: [{ toolResult: { toolUseId: 't1', content: [{ text: '{"sum":2}' }] } }] }]],
    ['Genkit', [{ role: 'tool', content: [{ toolResponse: { ref: 't1', name: 'add', output: { sum: 2 } } }] }]],
    [
      'GenAI parts of the responses API',
      [{ role: 'user', parts: [{ type: 'tool_call_response', call_id: 't1', response: '{"sum":2}' }] }],
    ],
    [
      'LangChain',
      { messages: [[{ lc: 1, id: ['ToolMessage'], kwargs: { tool_call_id: 't1', content: '{"sum":2}' } }]] },
    ],
  ])('reads %s', (_, value) => {
    expect([...findToolResults(value)]).toMatchObject([['t1', { value: { sum: 2 }, isError: false }]])
  })

  it.each([
    [{ type: 'text', value: 'a dot' }, 'a dot', false],
    [{ type: 'content', value: [{ type: 'text', text: 'a dot' }] }, 'a dot', false],
    [{ type: 'error-text', value: 'no such place' }, 'no such place', true],
    [{ type: 'error-json', value: { code: 7 } }, { code: 7 }, true],
    [{ type: 'json', label: 'a result of its own' }, { type: 'json', label: 'a result of its own' }, false],
    [{ type: 'house', value: 7 }, { type: 'house', value: 7 }, false],
  ])('reads the kind of output that Vercel names, and nothing alike: %j', (output, value, isError) => {
    const found = findToolResults([{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 't1', output }] }])
    expect(found.get('t1')).toMatchObject({ value, isError })
  })

  it('reads no call, and no result without the id of its call', () => {
    const calls = [
      { type: 'function_call', call_id: 't1', name: 'add' },
      { type: 'tool_use', id: 't2', name: 'add' },
    ]
    expect(findToolResults([...calls, { role: 'tool', content: '2' }]).size).toBe(0)
  })
})

describe('findToolCalls', () => {
  const expected = [{ id: 't1', name: 'add', arguments: { a: 1 } }]
  it.each([
    [
      'chat completions',
      { tool_calls: [{ id: 't1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }] },
    ],
    ['responses', { output: [{ type: 'function_call', call_id: 't1', name: 'add', arguments: '{"a":1}' }] }],
    ['Anthropic', { content: [{ type: 'tool_use', id: 't1', name: 'add', input: { a: 1 } }] }],
    ['Gemini', { content: { parts: [{ function_call: { id: 't1', name: 'add', args: { a: 1 } } }] } }],
    ['Vercel', [{ toolCallId: 't1', toolName: 'add', input: '{"a":1}' }]],
    ['GenAI parts', [{ parts: [{ type: 'tool_call', id: 't1', name: 'add', arguments: { a: 1 } }] }]],
    ['Bedrock', { content: [{ text: 'so' }, { toolUse: { toolUseId: 't1', name: 'add', input: { a: 1 } } }] }],
    ['Strands', [{ type: 'toolUse', toolUseId: 't1', name: 'add', input: { a: 1 } }]],
    ['Genkit', { message: { content: [{ toolRequest: { ref: 't1', name: 'add', input: { a: 1 } } }] } }],
    [
      'GenAI parts of the responses API',
      [{ parts: [{ type: 'tool_call', id: 'fc_1', call_id: 't1', name: 'add', arguments: '{"a":1}' }] }],
    ],
    [
      'LangChain, which repeats it',
      {
        tool_calls: [{ type: 'tool_call', id: 't1', name: 'add', args: { a: 1 } }],
        additional_kwargs: { tool_calls: [{ id: 't1', function: { name: 'add', arguments: '{"a":1}' } }] },
      },
    ],
  ])('finds the call of %s', (_, value) => {
    expect(findToolCalls(value)).toEqual(expected)
  })

  it.each([
    ['the description of a tool', { tools: [{ type: 'function', function: { name: 'add', parameters: {} } }] }],
    ['the result of a call', [{ toolCallId: 't1', toolName: 'add', output: 2 }]],
    ['text', 'call add'],
  ])('does not take %s as a call', (_, value) => {
    expect(findToolCalls(value)).toEqual([])
  })
})

describe('reportedUsage', () => {
  it.each([
    ['OpenAI', { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } }],
    ['Gemini', { usage_metadata: { prompt_token_count: 1, candidates_token_count: 2, total_token_count: 3 } }],
    ['LangChain', { usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } }],
  ])('reads %s', (_, answer) => {
    expect(reportedUsage(answer)).toEqual({ inputTokens: 1, outputTokens: 2, totalTokens: 3 })
  })

  it('adds the cached input of Anthropic, which other vendors already include', () => {
    const cached = { cache_read_input_tokens: 1000, cache_creation_input_tokens: 5 }
    expect(reportedUsage({ usage: { input_tokens: 1, output_tokens: 7, ...cached } })).toEqual({
      inputTokens: 1006,
      outputTokens: 7,
    })
    expect(reportedUsage({ usage: { prompt_tokens: 1006, completion_tokens: 7, ...cached } })).toEqual({
      inputTokens: 1006,
      outputTokens: 7,
    })
  })

  it('is empty, not zero, if nothing is reported', () => {
    expect(reportedUsage({ usage: null })).toEqual({})
    expect(reportedUsage('text')).toEqual({})
  })
})

it('reads an answer whose role is an object with a field named toString', () => {
  expect(answerText({ role: { toString: 1 }, content: 'hi' })).toBe('hi')
})
