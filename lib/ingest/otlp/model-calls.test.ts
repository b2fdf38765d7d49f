import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { makeSpan, nodeOf, onlyRun } from '../testing/spans'

const llm = { 'openinference.span.kind': 'LLM' }
const tool = (name: string) => ({ 'openinference.span.kind': 'TOOL', 'tool.name': name })
const callsOf = (run: RunBody) => run.nodes?.flatMap((node) => (Array.isArray(node.toolCalls) ? node.toolCalls : []))

describe('tool calls', () => {
  const asking = (id?: string) => ({
    ...llm,
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'search',
    'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":"x"}',
    ...(id && { 'llm.output_messages.0.message.tool_calls.0.tool_call.id': id }),
  })

  it('are recorded once if the tool has its own span', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({ id: '2', parent: '1', attributes: asking('t1') }),
      makeSpan({ id: '3', parent: '1', attributes: { ...tool('search'), 'tool_call.id': 't1' } }),
    ])
    expect(callsOf(run)).toHaveLength(1)
  })

  it('that began in the same millisecond stand in the order in which they were asked for', () => {
    const call = (place: number, name: string) => {
      const key = `llm.output_messages.0.message.tool_calls.${place}.tool_call`
      return { [`${key}.id`]: name, [`${key}.function.name`]: name, [`${key}.function.arguments`]: '{}' }
    }
    const run = onlyRun([
      makeSpan({ id: '1', ms: [0, 50] }),
      makeSpan({
        id: '2',
        parent: '1',
        ms: [1, 9],
        attributes: { ...llm, ...call(0, 'weather'), ...call(1, 'museums') },
      }),
      makeSpan({ id: '3', parent: '1', ms: [10, 11], attributes: { ...tool('museums'), 'tool_call.id': 'museums' } }),
      makeSpan({ id: '4', parent: '1', ms: [10, 30], attributes: { ...tool('weather'), 'tool_call.id': 'weather' } }),
    ])
    expect(run.nodes?.map(({ name }) => name)).toEqual(['span 2', 'weather', 'museums'])
  })

  it('are recorded at the model if no span executed them', () => {
    const run = onlyRun([makeSpan({ id: '1' }), makeSpan({ id: '2', parent: '1', attributes: asking() })])
    expect(nodeOf(run, '2')?.toolCalls).toEqual([{ id: undefined, name: 'search', arguments: { q: 'x' } }])
  })

  it.each([
    ['its result', {}, { result: { hits: 2 } }],
    ['its error', { status: 'error' }, { result: { hits: 2 }, error: { message: '{"hits":2}' } }],
  ])('are recorded with %s, which a later request passes on, if no span executed them', (_, message, expected) => {
    const told = { role: 'tool', tool_call_id: 't1', content: '{"hits":2}', ...message }
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({ id: '2', parent: '1', attributes: asking('t1') }),
      makeSpan({ id: '3', parent: '1', attributes: { ...llm, 'input.value': JSON.stringify({ messages: [told] }) } }),
    ])
    expect(callsOf(run)).toEqual([{ id: 't1', name: 'search', arguments: { q: 'x' }, ...expected }])
  })

  it('are recorded once if two spans record the same request', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({ id: '2', parent: '1', attributes: asking() }),
      makeSpan({ id: '3', parent: '2', attributes: asking() }),
    ])
    expect(callsOf(run)).toHaveLength(1)
  })
})

describe('messages in events of the span', () => {
  const chat = { 'gen_ai.operation.name': 'chat' }
  const event = (name: string, attributes: Record<string, unknown>) => ({ name, timeNano: null, attributes })
  const body = (value: object) => ({ 'gen_ai.event.content': JSON.stringify(value) })

  it('are all read, from one attribute or from several', () => {
    const events = [
      event('gen_ai.system.message', { 'gen_ai.system': 'x', content: 'Be brief.' }),
      event('gen_ai.user.message', body({ role: 'user', content: 'How is the weather?' })),
      event('gen_ai.assistant.message', { tool_calls: '[{"id":"c1"}]' }),
      event('gen_ai.tool.message', body({ content: 'rain', tool_call_id: 'c1' })),
      event('gen_ai.choice', body({ message: { content: 'It rains.' }, finish_reason: 'stop' })),
    ]
    expect(onlyRun([makeSpan({ id: '1', attributes: chat, events })])).toMatchObject({
      request: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'How is the weather?' },
        { role: 'assistant', tool_calls: [{ id: 'c1' }] },
        { role: 'tool', content: 'rain', tool_call_id: 'c1' },
      ],
      output: 'It rains.',
    })
  })

  it('are a message of the model, without the choice around it', () => {
    const tool_calls = [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }]
    const outputOf = (choice: object) =>
      onlyRun([makeSpan({ id: '1', attributes: chat, events: [event('gen_ai.choice', body(choice))] })]).nodes?.[0]
        ?.output
    expect(outputOf({ index: 0, finish_reason: 'tool_calls', message: { tool_calls } })).toEqual([
      { role: 'assistant', tool_calls },
    ])
    expect(outputOf({ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'It rains.' } })).toEqual(
      [{ role: 'assistant', content: 'It rains.' }],
    )
  })

  it("name the call that a tool's message answers, which then has a result", () => {
    const message = { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }] }
    const run = onlyRun([
      makeSpan({ id: '1', ms: [0, 9] }),
      makeSpan({
        id: '2',
        parent: '1',
        ms: [1, 2],
        attributes: chat,
        events: [event('gen_ai.choice', body({ message }))],
      }),
      makeSpan({
        id: '3',
        parent: '1',
        ms: [3, 4],
        attributes: chat,
        events: [
          event('gen_ai.assistant.message', body(message)),
          event('gen_ai.tool.message', body({ id: 'c1', content: 'rain' })),
        ],
      }),
    ])
    expect(nodeOf(run, '2')?.toolCalls).toEqual([{ id: 'c1', name: 'weather', arguments: {}, result: 'rain' }])
  })

  it('are a text if only the user sent one', () => {
    const events = [event('gen_ai.user.message', { content: 'Hello' })]
    expect(onlyRun([makeSpan({ id: '1', attributes: chat, events })]).request).toBe('Hello')
  })
})

it('sums prices without digits that only adding up makes', () => {
  const priced = (id: string, cost: number) =>
    makeSpan({ id, parent: '1', attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.cost': cost } })
  expect(onlyRun([makeSpan({ id: '1' }), priced('2', 0.1), priced('3', 0.2)]).costUsd).toBe(0.3)
})
