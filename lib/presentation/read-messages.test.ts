import { describe, expect, it } from 'vitest'
import { readJsonText, readMessages } from './read-messages'

describe('readMessages', () => {
  it.each([
    ['a list of turns', [{ role: 'user', content: 'hi' }], [{ role: 'user', name: null, text: 'hi', rest: {} }]],
    [
      'turns under messages',
      { messages: [{ role: 'user', content: 'hi' }] },
      [{ role: 'user', name: null, text: 'hi', rest: {} }],
    ],
    [
      'a turn with only tool calls',
      [{ role: 'assistant', content: null, tool_calls: [{ id: '1' }] }],
      [{ role: 'assistant', name: null, text: null, rest: { tool_calls: [{ id: '1' }] } }],
    ],
    [
      "a tool's answer",
      [{ role: 'tool', name: 'search', content: '[]' }],
      [{ role: 'tool', name: 'search', text: '[]', rest: {} }],
    ],
    [
      'parts of text',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
      [{ role: 'user', name: null, text: 'a\n\nb', rest: {} }],
    ],
    [
      'other content as JSON',
      [{ role: 'user', content: { a: 1 } }],
      [{ role: 'user', name: null, text: '{\n  "a": 1\n}', rest: {} }],
    ],
  ])('reads %s', (_, payload, expected) => {
    expect(readMessages(payload)).toEqual(expected)
  })

  it.each([
    ['text', 'hi'],
    ['nothing', null],
    ['an empty list', []],
    ['a list with other items', [{ role: 'user', content: 'hi' }, 4]],
    ['a record with more than messages', { messages: [{ role: 'user', content: 'hi' }], model: 'm' }],
    ['roles without content', [{ role: 'admin' }]],
  ])('does not read %s as messages', (_, payload) => {
    expect(readMessages(payload)).toBeNull()
  })
})

describe('readJsonText', () => {
  it.each([
    ['{"a": [1]}', { a: [1] }],
    [' [] ', []],
    ['{"id": 1234567890123456789}', { id: '1234567890123456789' }],
    ['42', undefined],
    ['[not json', undefined],
    ['{braces} in prose', undefined],
    ['', undefined],
  ])('parses %j as %j', (text, expected) => {
    expect(readJsonText(text)).toEqual(expected)
  })
})
