import { expect, it } from 'vitest'
import { toRequestStart } from './run-text'

const question = 'When was the label added?'

it.each([
  ['a text, on one line', ` When was\n\tthe label added? `],
  [
    'messages',
    [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: question },
      { role: 'user', content: 'And?' },
    ],
  ],
  [
    'parts of a message',
    { messages: [{ role: 'user', content: [{ type: 'text', text: question }, { type: 'image_url' }] }] },
  ],
  [
    'items of the responses API',
    { model: 'm', input: [{ role: 'user', content: [{ type: 'input_text', text: question }] }] },
  ],
  ['contents of Gemini', { contents: [{ role: 'user', parts: [{ text: question }] }] }],
  [
    'the message to an agent of Google’s ADK',
    { user_id: 'u', new_message: { role: 'user', parts: [{ text: question }] } },
  ],
  ['parts of GenAI', [{ role: 'user', parts: [{ type: 'text', content: question }] }]],
  [
    'messages of LangChain',
    [{ lc: 1, type: 'constructor', id: ['HumanMessage'], kwargs: { content: question, type: 'human' } }],
  ],
])('shows how a request begins: %s', (_, request) => {
  expect(toRequestStart(request)).toBe(question)
})

it.each([
  ['fields', { ticket: 'T-4283', subject: 'My invoice', lines: [7] }, 'T-4283 · My invoice · 7'],
  ['a conversation without a user', [{ role: 'system', content: 'Be brief.' }], 'system · Be brief.'],
  ['a long text, without half a character', `${'a'.repeat(159)}😀`, 'a'.repeat(159)],
  ['nothing', undefined, null],
  ['blank text', ' \n', null],
  ['an empty list', [], null],
])('of anything else shows its texts: %s', (_, request, start) => {
  expect(toRequestStart(request)).toBe(start)
})
