import { expect, it } from 'vitest'
import { makeSpan } from '../testing/spans'
import { mergeSpans } from './wire-span'

it('keeps a log record once that is delivered again, whatever order its attributes were stored in', () => {
  const record = (attributes: Record<string, unknown>) =>
    makeSpan({ id: '1', logged: [{ name: 'gen_ai.user.message', timeNano: '5', attributes }] })
  const stored = record({ content: { text: 'Weather?', role: 'user' }, 'event.name': 'x' })
  const sent = record({ 'event.name': 'x', content: { role: 'user', text: 'Weather?' } })
  expect(mergeSpans([stored], [sent])[0]?.logged).toHaveLength(1)
  expect(mergeSpans([stored], [record({ content: {} })])[0]?.logged).toHaveLength(2)
})
