import { describe, expect, it } from 'vitest'
import { readConversation } from './turns'

describe('readConversation', () => {
  it.each([
    ['the GenAI conventions', [{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }], 'user'],
    [
      'Anthropic’s blocks',
      [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'text', text: 'hi' },
          ],
        },
      ],
      'assistant',
    ],
    ['LangChain’s state', { messages: [{ type: 'human', content: 'hi', additional_kwargs: {} }] }, 'user'],
    [
      'LangChain’s serialisation',
      [{ lc: 1, type: 'constructor', id: ['langchain', 'schema', 'HumanMessage'], kwargs: { content: 'hi' } }],
      'user',
    ],
    [
      'a chat completion',
      { id: 'c', choices: [{ message: { role: 'assistant', content: 'hi' } }], usage: {} },
      'assistant',
    ],
    [
      'an answer of the responses API',
      {
        object: 'response',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] }],
      },
      'assistant',
    ],
    ['Gemini', { candidates: [{ content: { role: 'model', parts: [{ text: 'hi' }] } }] }, 'assistant'],
  ])('reads %s as text', (_, payload, role) => {
    expect(readConversation(payload)).toMatchObject([{ role, text: 'hi' }])
  })

  it('keeps other parts next to the text', () => {
    const call = { type: 'tool_use', id: 't', name: 'look', input: { q: 1 } }
    expect(readConversation([{ role: 'assistant', parts: [call] }])).toEqual([
      {
        role: 'assistant',
        name: null,
        text: null,
        rest: { parts: [{ kind: 'call', id: 't', name: 'look', arguments: { q: 1 } }] },
      },
    ])
  })

  it('is null without turns', () => {
    for (const payload of [{ answer: 'hi' }, ['hi'], 'hi', null, { a: 1, messages: 3 }])
      expect(readConversation(payload)).toBeNull()
  })
})
