import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { MAX_RUN_TEXT, toRequestStart, toRunText } from './run-text'

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

describe('the text that a search reads', () => {
  const run = (more: object) => toRunText(runInput.parse({ id: 'r', chain: 'c', status: 'failed', ...more }))
  const long = (word: string) => `${word} `.repeat(50_000)

  it('has names first, then errors, output, request and steps', () => {
    const nodes = [{ id: 'n', name: 'look up', status: 'failed', output: 'half', error: { message: 'too slow' } }]
    const text = run({ version: '2', request: { ask: 'why' }, output: ['so'], error: { message: 'broken' }, nodes })
    expect(text.split('\n')).toEqual(['r c 2', 'broken', 'too slow', 'so', 'why', 'look up', 'half'])
  })

  it('has room for every part of a long run, and no more than its limit', () => {
    const nodes = [{ id: 'n', status: 'failed', output: long('step'), error: { message: 'late' } }]
    const text = run({ request: long('ask'), output: long('answer'), error: { message: 'broken' }, nodes })
    for (const word of ['broken', 'late', 'answer', 'ask', 'step']) expect(text).toContain(word)
    expect(text.length).toBeGreaterThan(MAX_RUN_TEXT - 10)
    expect(text.length).toBeLessThanOrEqual(MAX_RUN_TEXT)
  })
})
