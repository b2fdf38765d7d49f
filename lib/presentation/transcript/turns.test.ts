import { describe, expect, it } from 'vitest'
import { readTurns } from './turns'

const call = { kind: 'call', id: 'c1', name: 'get_weather', arguments: { city: 'Tokyo' }, answeredIn: null }
const asksFor = (parts: unknown[] = [call]) => ({ role: 'assistant', name: null, parts })
const gave = (value: unknown, name: string | null = null) => ({
  role: 'tool',
  name,
  parts: [{ kind: 'result', id: 'c1', name, value, isError: false }],
})
const said = (text: string, role = 'assistant') => ({ role, name: null, parts: [{ kind: 'text', text }] })

describe('a conversation reads the same from each of the common APIs', () => {
  const args = '{"city":"Tokyo"}'
  it.each<[string, unknown, unknown[]]>([
    [
      'chat completions',
      [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: args } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"sky":"clear"}' },
        { role: 'assistant', content: 'Clear.' },
      ],
      [said('Be brief.', 'system'), said('Weather?', 'user'), asksFor(), gave({ sky: 'clear' }), said('Clear.')],
    ],
    [
      'items of responses',
      {
        object: 'response',
        output: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look it up.' }] },
          { type: 'function_call', call_id: 'c1', id: 'fc1', name: 'get_weather', arguments: args },
          { type: 'function_call_output', call_id: 'c1', output: 'clear' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Clear.' }] },
        ],
      },
      [asksFor([{ kind: 'reasoning', text: 'Look it up.' }, call]), gave('clear'), said('Clear.')],
    ],
    [
      'Anthropic blocks',
      [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Look it up.', signature: 's' },
            { type: 'text', text: 'One moment.' },
            { type: 'tool_use', id: 'c1', name: 'get_weather', input: { city: 'Tokyo' } },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'clear' }] }],
        },
      ],
      [
        asksFor([{ kind: 'reasoning', text: 'Look it up.' }, { kind: 'text', text: 'One moment.' }, call]),
        { ...gave('clear'), role: 'user' },
      ],
    ],
    [
      'GenAI parts',
      [
        { role: 'user', parts: [{ type: 'text', content: 'Weather?' }] },
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', id: 'c1', name: 'get_weather', arguments: { city: 'Tokyo' } }],
        },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'clear' }] },
        { role: 'assistant', parts: [{ type: 'text', content: 'Clear.' }], finish_reason: 'stop' },
      ],
      [said('Weather?', 'user'), asksFor(), gave('clear'), said('Clear.')],
    ],
    [
      'Gemini',
      {
        candidates: [
          {
            content: {
              role: 'model',
              parts: [{ functionCall: { id: 'c1', name: 'get_weather', args: { city: 'Tokyo' } } }],
            },
          },
        ],
      },
      [asksFor()],
    ],
    [
      'LangChain',
      {
        messages: [
          { type: 'human', content: 'Weather?' },
          {
            type: 'ai',
            content: '',
            tool_calls: [{ id: 'c1', name: 'get_weather', args: { city: 'Tokyo' }, type: 'tool_call' }],
          },
          { type: 'tool', name: 'get_weather', tool_call_id: 'c1', content: 'clear', status: 'success' },
          { lc: 1, type: 'constructor', id: ['langchain', 'schema', 'AIMessage'], kwargs: { content: 'Clear.' } },
        ],
      },
      [said('Weather?', 'user'), asksFor(), gave('clear', 'get_weather'), said('Clear.')],
    ],
    [
      'pairs of role and text',
      {
        messages: [
          ['user', 'Weather?'],
          ['ai', 'Clear.'],
        ],
      },
      [said('Weather?', 'user'), said('Clear.')],
    ],
    ['Vercel parts', [{ toolCallId: 'c1', toolName: 'get_weather', input: args }], [asksFor()]],
    ['a choice', { choices: [{ index: 0, message: { role: 'assistant', content: 'Clear.' } }] }, [said('Clear.')]],
    ['a framework’s agent', [{ role: 'critic', content: 'No.' }], [{ ...said('No.'), role: 'agent', name: 'critic' }]],
  ])('%s', (_api, payload, turns) => {
    expect(readTurns(payload)).toEqual(turns)
  })
})

it.each([
  ['a plain record', { total: 3, lines: [{ text: 'Toner', amount: 2 }] }],
  ['a list of records with a text', [{ text: 'Search finds words', change: 'PR-1', kind: 'feature' }]],
  ['an empty list', []],
  ['pairs of texts', [['total', '12']]],
  ['prose', 'Hello'],
  ['a record with a content field', { title: 'T', content: 'the body' }],
])('%s is not a conversation', (_what, payload) => {
  expect(readTurns(payload)).toBeNull()
})

it('reads pictures, and keeps unknown parts', () => {
  const content = [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
    { type: 'image_url', image_url: { url: 'https://files.example.test/a.png' } },
    { type: 'hologram', beam: 3 },
  ]
  expect(readTurns([{ role: 'user', content }])?.[0]?.parts).toEqual([
    { kind: 'image', source: 'data:image/png;base64,aGk=', isInline: true },
    { kind: 'image', source: 'https://files.example.test/a.png', isInline: false },
    { kind: 'json', value: { type: 'hologram', beam: 3 } },
  ])
})

it('reads messages whose types and roles are objects with a field named toString', () => {
  const odd = { toString: 1 }
  const messages = [
    { lc: 1, id: [odd], kwargs: { content: 'hi' } },
    { role: odd, content: 'hi' },
    { type: odd, url: odd },
  ]
  for (const message of messages) expect(() => readTurns([message])).not.toThrow()
})

describe('what frameworks put around messages is left out', () => {
  it('of a result of CrewAI, unless it has a shape of its own', () => {
    const result = { raw: '# Hi', pydantic: null, json_dict: null, output_format: 'raw', description: 'Greet.' }
    expect(readTurns(result)).toEqual([said('# Hi')])
    expect(readTurns({ ...result, json_dict: { a: 1 } })).toBeNull()
  })

  it('of a request to Gemini', () => {
    const asked = { role: 'user', parts: [{ text: 'Weather?' }] }
    expect(readTurns({ model: 'm', config: { temperature: 0 }, contents: [asked] })).toEqual([said('Weather?', 'user')])
  })

  it('and the definition of a tool is no result', () => {
    const definition = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }
    expect(readTurns([{ role: 'tool', content: definition }])).toEqual([
      { role: 'system', name: null, parts: [{ kind: 'json', value: definition }] },
    ])
  })
})
