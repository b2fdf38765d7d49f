import { describe, expect, it } from 'vitest'
import { makeSpan, nodeOf, onlyRun, spanId } from '../testing/spans'

const type = (kind: string, operation: string, fields: Record<string, unknown>) => ({
  'mastra.span.type': kind,
  'gen_ai.operation.name': operation,
  ...Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      `mastra.${kind}.${key}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ),
})
const asked = [{ role: 'user', content: 'What is the weather?' }]
const call = { toolCallId: 'c1', toolName: 'get_weather', args: { city: 'Rome' } }
const chat = (text: string) => ({
  'mastra.span.type': 'model_inference',
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'm',
  'gen_ai.agent.name': 'Weather Agent',
  'gen_ai.usage.input_tokens': 20,
  'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: text }] }]),
})

/** A workflow with an agent, as Mastra's exporter 1.4 sends it. */
const flow = [
  makeSpan({
    id: '1',
    name: 'invoke_workflow ask-flow',
    ms: [0, 100],
    attributes: type('workflow_run', 'invoke_workflow', { input: { q: 'weather?' }, output: { a: '21 DEGREES' } }),
  }),
  makeSpan({
    id: '2',
    parent: '1',
    name: 'workflow_step ask',
    ms: [1, 90],
    attributes: type('workflow_step', 'workflow_step', { input: { q: 'weather?' }, output: { a: '21 degrees' } }),
  }),
  makeSpan({
    id: '3',
    parent: '2',
    name: 'invoke_agent Weather Agent',
    ms: [2, 89],
    attributes: {
      ...type('agent_run', 'invoke_agent', { input: 'weather?', output: { text: '21 degrees', files: [] } }),
      'gen_ai.agent.name': 'Weather Agent',
    },
  }),
  makeSpan({
    id: '4',
    parent: '3',
    name: 'model_generation m',
    ms: [3, 88],
    attributes: type('model_generation', 'model_generation', { input: { messages: asked }, output: { text: 'x' } }),
  }),
  makeSpan({
    id: '5',
    parent: '4',
    name: 'agent_step Weather Agent',
    ms: [4, 40],
    attributes: type('model_step', 'agent_step', { input: asked, output: { text: '', toolCalls: [call] } }),
  }),
  makeSpan({ id: '6', parent: '5', name: 'chat m', ms: [5, 38], attributes: chat('') }),
  makeSpan({
    id: '7',
    parent: '6',
    name: 'model_chunk Weather Agent',
    ms: [6, 7],
    attributes: type('model_chunk', 'model_chunk', { output: call }),
  }),
  makeSpan({
    id: '8',
    parent: '5',
    name: 'execute_tool get_weather',
    ms: [20, 30],
    attributes: {
      'mastra.span.type': 'tool_call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"city":"Rome"}',
      'gen_ai.tool.call.result': '{"temp":21}',
    },
  }),
  makeSpan({
    id: '9',
    parent: '4',
    name: 'agent_step Weather Agent',
    ms: [41, 80],
    attributes: type('model_step', 'agent_step', {
      input: [...asked, { role: 'tool', content: '[tool-result: get_weather]' }],
      output: { text: '21 degrees', toolCalls: [] },
    }),
  }),
  makeSpan({ id: 'a', parent: '9', name: 'chat m', ms: [42, 79], attributes: chat('21 degrees') }),
]

describe("Mastra's traces", () => {
  it('are the workflow, its steps, agents, model requests and tools, with what they were asked and answered', () => {
    const run = onlyRun(flow)
    expect(run).toMatchObject({ chain: 'ask-flow', request: { q: 'weather?' }, output: { a: '21 DEGREES' } })
    expect(run.nodes?.map(({ name }) => name).sort()).toEqual([
      'chat m',
      'chat m',
      'get_weather',
      'invoke_agent Weather Agent',
      'workflow_step ask',
    ])
    expect(nodeOf(run, '2')).toMatchObject({ input: { q: 'weather?' }, output: { a: '21 degrees' } })
    expect(nodeOf(run, '3')).toMatchObject({ input: 'weather?', output: '21 degrees' })
    expect(nodeOf(run, '6')).toMatchObject({
      input: asked,
      output: [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'get_weather' }] }],
    })
    expect(nodeOf(run, 'a')).toMatchObject({ output: [{ parts: [{ content: '21 degrees' }] }] })
    expect(run.tokens).toMatchObject({ input: 40 })
  })

  it('are in order: the tool follows the request that streamed its call, although that was still running', () => {
    const run = onlyRun(flow)
    expect(nodeOf(run, '8')?.dependencies).toEqual([spanId('6')])
    expect(nodeOf(run, 'a')?.dependencies).toContain(spanId('8'))
  })

  it('have a structured answer as it is', () => {
    const output = { text: '{"t":21}', object: { t: 21 }, files: [] }
    const agent = makeSpan({ id: '1', attributes: type('agent_run', 'invoke_agent', { input: 'x', output }) })
    expect(onlyRun([agent])).toMatchObject({ request: 'x', output: { t: 21 } })
  })

  it("do not have the framework's version", () => {
    const resource = { 'telemetry.sdk.name': '@mastra/otel-exporter', 'service.version': '1.71.0' }
    expect(onlyRun([makeSpan({ id: '1', resource })]).version).toBeUndefined()
    expect(onlyRun([makeSpan({ id: '1', resource: { ...resource, 'veritas.version': '7' } })]).version).toBe('7')
  })
})
