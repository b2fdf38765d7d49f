import { describe, expect, it } from 'vitest'
import { textOfOthers } from './text-of-others'

const user = { role: 'user', content: 'Is it free?' }

describe('what the agent was told by others', () => {
  it.each([
    ['a text', 'Is it free?', 'Is it free?'],
    ['nothing', null, ''],
    ['messages', [user, { role: 'assistant', content: 'It is.' }], '{"role":"user","content":"Is it free?"}'],
    [
      'their parts',
      { history: [user, { role: 'model', parts: [{ text: 'It is.' }] }] },
      'history: {"role":"user","content":"Is it free?"}',
    ],
    ['a record that is no message', [{ type: 'model', price: 4 }], '{"type":"model","price":4}'],
    ['a transcript', 'User: Is it?\nAssistant: It is.\nGo on.\nUser: Yes.', 'User: Is it?\nUser: Yes.'],
    ['one in a field', { chat: 'User: Is it?\nAssistant: It is.' }, 'chat: User: Is it?'],
    ['a single line', 'Agent: Smith', 'Agent: Smith'],
  ])('%s', (_what, value, text) => {
    expect(textOfOthers(value)).toBe(text)
  })
})
