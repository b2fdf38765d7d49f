import { describe, expect, it } from 'vitest'
import { makeSpan, nodeOf, onlyRun, spanId } from '../testing/spans'

const event = (name: string, attributes: Record<string, unknown>) => ({
  name: `gen_ai.${name}`,
  timeNano: null,
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ),
})

describe('an agent of Strands', () => {
  const call = { toolUseId: 't1', name: 'get_weather', input: { city: 'Rome' } }
  const cycle = (id: string, ms: [number, number]) =>
    makeSpan({ id, parent: '1', ms, name: 'execute_agent_loop_cycle', attributes: { 'agent_loop.cycle_id': id } })
  const run = onlyRun([
    makeSpan({
      id: '1',
      ms: [0, 100],
      name: 'invoke_agent weather',
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'weather',
        system_prompt: 'You are terse.',
      },
      events: [event('user.message', { content: [{ text: 'Weather?' }] }), event('choice', { message: 'Warm.' })],
    }),
    cycle('2', [1, 50]),
    makeSpan({
      id: '3',
      parent: '2',
      ms: [2, 30],
      name: 'chat',
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' },
      events: [
        event('user.message', { content: [{ text: 'Weather?' }] }),
        event('choice', { message: [{ type: 'toolUse', ...call }] }),
      ],
    }),
    makeSpan({
      id: '4',
      parent: '2',
      ms: [31, 49],
      name: 'execute_tool get_weather',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': 't1',
      },
      events: [
        event('tool.message', { role: 'tool', content: { city: 'Rome' }, id: 't1' }),
        event('choice', { message: [{ text: 'Rome: 21 C' }], id: 't1' }),
      ],
    }),
    cycle('5', [51, 99]),
    makeSpan({
      id: '6',
      parent: '5',
      ms: [52, 98],
      name: 'chat',
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' },
      events: [
        event('user.message', { content: [{ text: 'Weather?' }] }),
        event('assistant.message', { content: [{ toolUse: call }] }),
        event('tool.message', { content: [{ toolResult: { toolUseId: 't1', content: [{ text: 'Rome: 21 C' }] } }] }),
        event('choice', { message: [{ text: 'Warm.' }] }),
      ],
    }),
  ])

  it('has its requests and tools as steps, without the cycles around them', () => {
    expect(run).toMatchObject({ chain: 'weather', output: 'Warm.' })
    expect(run.nodes?.map(({ id, dependencies }) => [id, dependencies])).toEqual([
      [spanId('3'), []],
      [spanId('4'), [spanId('3')]],
      [spanId('6'), [spanId('4')]],
    ])
  })

  it('calls a tool with what the message to it says, and answers with text', () => {
    expect(nodeOf(run, '4')?.toolCalls).toMatchObject([
      { id: 't1', name: 'get_weather', arguments: { city: 'Rome' }, result: 'Rome: 21 C' },
    ])
    expect(nodeOf(run, '3')?.toolCalls ?? []).toEqual([])
    expect(nodeOf(run, '6')?.output).toEqual([{ role: 'assistant', content: [{ text: 'Warm.' }] }])
  })
})

describe('an agent of Google ADK', () => {
  const request = (id: string, ms: [number, number], response: object) =>
    makeSpan({
      id,
      parent: '1',
      ms,
      name: 'call_llm',
      attributes: {
        'gen_ai.agent.name': 'weather',
        'gen_ai.request.model': 'm',
        'gcp.vertex.agent.llm_request': '{"contents":[{"role":"user","parts":[{"text":"Weather?"}]}]}',
        'gcp.vertex.agent.llm_response': JSON.stringify({ content: { role: 'model', ...response } }),
      },
    })
  const tool = (id: string, ms: [number, number], city: string) =>
    makeSpan({
      id,
      parent: '2',
      ms,
      name: 'execute_tool get_weather',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': `adk-${id}`,
        'gcp.vertex.agent.llm_request': '{}',
        'gcp.vertex.agent.tool_call_args': JSON.stringify({ city }),
        'gcp.vertex.agent.tool_response': '{"report":"21 C"}',
      },
    })
  const call = (city: string) => ({ functionCall: { name: 'get_weather', args: { city } } })
  const run = onlyRun([
    makeSpan({ id: '0', ms: [0, 200], name: 'invocation' }),
    makeSpan({
      id: '1',
      parent: '0',
      ms: [1, 199],
      name: 'invoke_agent weather',
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'weather' },
    }),
    request('2', [2, 90], { parts: [call('Paris'), call('Rome')] }),
    tool('3', [50, 60], 'Paris'),
    tool('4', [70, 80], 'Rome'),
    makeSpan({ id: '5', parent: '2', ms: [85, 85], name: 'execute_tool get_weather' }),
    makeSpan({
      id: '6',
      parent: '2',
      ms: [86, 86],
      name: 'execute_tool (merged)',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': '(merged tools)',
        'gcp.vertex.agent.tool_call_args': 'N/A',
      },
    }),
    request('7', [91, 198], { parts: [{ text: 'Warm.' }] }),
  ])

  it('answers with the text of its last model', () => {
    expect(run).toMatchObject({ chain: 'weather', output: 'Warm.' })
    expect(nodeOf(run, '2')?.type).toBe('llm')
  })

  it('has each tool once, after the request it is drawn inside of, in parallel although their calls have no ids, and one that threw', () => {
    expect(run.nodes?.map(({ id }) => id)).not.toContain(spanId('6'))
    for (const id of ['3', '4', '5']) expect(nodeOf(run, id)?.dependencies).toEqual([spanId('2')])
    expect(nodeOf(run, '2')?.dependencies).toEqual([])
    expect(nodeOf(run, '7')?.dependencies).toEqual(['3', '4', '5'].map(spanId))
    expect(nodeOf(run, '5')).toMatchObject({ type: 'tool', name: 'get_weather' })
  })
})

describe('an agent of VoltAgent', () => {
  const span = (sketch: Parameters<typeof makeSpan>[0]) =>
    makeSpan({
      ...sketch,
      scope: { name: '@voltagent/core', version: '1' },
      attributes: { 'entity.name': 'weather', 'entity.type': 'agent', 'conversation.id': 'c1', ...sketch.attributes },
    })
  const run = onlyRun([
    span({
      id: '1',
      ms: [0, 100],
      name: 'weather',
      attributes: { input: 'Weather?', output: 'Warm.', 'agent.instructions': 'Be brief.', 'usage.total_tokens': 274 },
    }),
    span({
      id: '2',
      parent: '1',
      ms: [1, 90],
      name: 'llm:generateText',
      attributes: {
        'span.type': 'llm',
        'llm.model': 'm',
        'llm.messages': '[{"role":"user","content":"Weather?"}]',
        'llm.usage.prompt_tokens': 120,
        'llm.usage.completion_tokens': 17,
      },
    }),
    span({
      id: '3',
      parent: '1',
      ms: [20, 30],
      name: 'tool.execution:get_weather',
      attributes: {
        'span.type': 'tool',
        'tool.name': 'get_weather',
        'tool.call.id': 't1',
        input: '{"city":"Rome"}',
        output: '21 C',
      },
    }),
    span({ id: '4', parent: '1', ms: [31, 32], name: 'memory.write', attributes: { 'span.type': 'memory' } }),
  ])

  it('tells request, answer, thread, model, tokens and tools, without what it stored', () => {
    expect(run).toMatchObject({
      chain: 'weather',
      request: 'Weather?',
      output: 'Warm.',
      metadata: { conversation: 'c1' },
    })
    expect(run.nodes).toMatchObject([
      { id: spanId('2'), type: 'llm', model: 'm', tokens: { input: 120, output: 17 } },
      { id: spanId('3'), type: 'tool', toolCalls: [{ id: 't1', arguments: { city: 'Rome' }, result: '21 C' }] },
    ])
  })
})

it('a flow of Genkit has its models and tools as steps, without what it draws around them', () => {
  const run = onlyRun([
    makeSpan({
      id: '1',
      ms: [0, 100],
      name: 'weatherFlow',
      attributes: { 'genkit:metadata:subtype': 'flow', 'genkit:input': '"Weather?"', 'genkit:output': '"Warm."' },
    }),
    makeSpan({ id: '2', parent: '1', ms: [1, 99], name: 'generate', attributes: { 'genkit:type': 'util' } }),
    makeSpan({
      id: '3',
      parent: '2',
      ms: [2, 30],
      name: 'openai/gpt-4o',
      attributes: { 'genkit:metadata:subtype': 'model', 'genkit:name': 'openai/gpt-4o' },
    }),
    makeSpan({
      id: '4',
      parent: '2',
      ms: [31, 32],
      name: 'add',
      attributes: { 'genkit:metadata:subtype': 'tool', 'genkit:name': 'add', 'genkit:input': '{"a":1}' },
    }),
  ])
  expect(run).toMatchObject({ chain: 'weatherFlow', request: 'Weather?', output: 'Warm.' })
  expect(run.nodes).toMatchObject([
    { id: spanId('3'), type: 'llm', model: 'gpt-4o' },
    { id: spanId('4'), type: 'tool', dependencies: [spanId('3')] },
  ])
})
