import { describe, expect, it } from 'vitest'
import { makeSpan } from './fixtures/make-span'
import { readSpanFacts } from './span-facts'

type Case = [what: string, attributes: Record<string, unknown>, expected: Record<string, unknown>]

const CASES: Record<string, Case[]> = {
  'OpenTelemetry GenAI': [
    [
      'a chat request',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'm',
        'gen_ai.usage.input_tokens': 7,
        'gen_ai.usage.output_tokens': '3',
        'gen_ai.conversation.id': 'c1',
        'gen_ai.provider.name': 'openai',
        'gen_ai.system_instructions': '[{"type":"text","content":"be kind"}]',
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"hi"}]}]',
      },
      {
        kind: 'llm',
        model: 'm',
        inputTokens: 7,
        outputTokens: 3,
        conversation: 'c1',
        provider: 'openai',
        systemPrompt: [{ type: 'text', content: 'be kind' }],
        output: [{ role: 'assistant', parts: [{ type: 'text', content: 'hi' }] }],
      },
    ],
    [
      'a tool',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'add',
        'gen_ai.tool.call.id': 't1',
        'gen_ai.tool.call.arguments': '{"a":1}',
        'gen_ai.tool.call.result': '2',
      },
      { kind: 'tool', toolName: 'add', toolCallId: 't1', toolArguments: { a: 1 }, toolResult: '2' },
    ],
    [
      'an agent',
      { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk', 'gen_ai.agent.version': '2.1' },
      { kind: 'agent', chain: 'desk', version: '2.1' },
    ],
    ['a workflow before its agent', { 'gen_ai.workflow.name': 'flow', 'gen_ai.agent.name': 'desk' }, { chain: 'flow' }],
    [
      'the deprecated token names',
      { 'gen_ai.usage.prompt_tokens': 1, 'gen_ai.usage.completion_tokens': 2 },
      { inputTokens: 1, outputTokens: 2 },
    ],
    [
      'messages over numbered keys',
      { 'gen_ai.completion.0.role': 'assistant', 'gen_ai.completion.0.content': 'hi' },
      { output: [{ role: 'assistant', content: 'hi' }] },
    ],
  ],
  OpenInference: [
    [
      'a model request',
      {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'm',
        'llm.token_count.prompt': '190',
        'llm.token_count.completion': 164,
        'llm.token_count.total': 354,
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'add',
      },
      {
        kind: 'llm',
        model: 'm',
        inputTokens: 190,
        outputTokens: 164,
        totalTokens: 354,
        outputMessages: [{ role: 'assistant', tool_calls: [{ function: { name: 'add' } }] }],
      },
    ],
    [
      'a model request of LangChain whose system message came without its blocks',
      {
        'openinference.span.kind': 'LLM',
        'llm.input_messages.0.message.role': 'system',
        'llm.input_messages.1.message.role': 'user',
        'llm.input_messages.1.message.content': 'Weather?',
        'input.value': '{"messages":[[{"lc":1,"kwargs":{"content":[{"type":"text","text":"Be brief."}]}}]]}',
      },
      { kind: 'llm', input: { messages: [[{ lc: 1, kwargs: { content: [{ type: 'text', text: 'Be brief.' }] } }]] } },
    ],
    [
      'a tool',
      { 'openinference.span.kind': 'TOOL', 'tool.name': 'add', 'input.value': '{"a":1}', 'output.value': 'two' },
      { kind: 'tool', toolName: 'add', toolArguments: { a: 1 }, toolResult: 'two' },
    ],
  ],
  'Vercel AI SDK': [
    [
      'the outer call',
      { 'ai.operationId': 'ai.generateText', 'ai.response.text': 'hi', 'ai.telemetry.functionId': 'greet' },
      { kind: 'agent', chain: 'greet', output: 'hi' },
    ],
    [
      'the outer call of SDK 7',
      {
        'gen_ai.operation.name': 'invoke_agent',
        'ai.settings.context.version': '2.1',
        'ai.settings.context.sessionId': 's1',
      },
      { kind: 'agent', version: '2.1', conversation: 's1' },
    ],
    [
      'a model request',
      { 'ai.operationId': 'ai.streamText.doStream', 'ai.usage.promptTokens': 5, 'ai.usage.outputTokens': 6 },
      { kind: 'llm', inputTokens: 5, outputTokens: 6 },
    ],
    [
      'a tool',
      {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 'add',
        'ai.toolCall.id': 't1',
        'ai.toolCall.args': '{"a":1}',
        'ai.toolCall.result': '{"b":2}',
      },
      { kind: 'tool', toolName: 'add', toolCallId: 't1', toolArguments: { a: 1 }, toolResult: { b: 2 } },
    ],
  ],
  Langfuse: [
    [
      'a generation',
      {
        'langfuse.observation.type': 'generation',
        'langfuse.observation.usage_details': '{"input":4,"output":5,"total":9}',
        'langfuse.observation.cost_details': '{"total":0.01}',
      },
      { kind: 'llm', inputTokens: 4, outputTokens: 5, totalTokens: 9, costUsd: 0.01 },
    ],
    [
      'a generation whose cached and reasoning tokens are apart',
      {
        'langfuse.observation.type': 'generation',
        'langfuse.observation.usage_details':
          '{"input":100,"output":5,"total":145,"input_cached_tokens":20,"output_reasoning_tokens":20}',
      },
      { kind: 'llm', inputTokens: 120, outputTokens: 25, totalTokens: 145 },
    ],
    [
      'a generation that repeats its cached tokens',
      {
        'langfuse.observation.type': 'generation',
        'langfuse.observation.usage_details': '{"input":120,"output":25,"total":145,"input_cached_tokens":20}',
      },
      { kind: 'llm', inputTokens: 120, outputTokens: 25, totalTokens: 145 },
    ],
    [
      'an error by its level',
      { 'langfuse.observation.level': 'ERROR', 'langfuse.observation.status_message': 'boom' },
      { errorMessage: 'boom' },
    ],
    [
      'a tool',
      { 'langfuse.observation.type': 'TOOL', 'langfuse.observation.input': '{"a":1}' },
      { kind: 'tool', toolName: 'span 1', toolArguments: { a: 1 } },
    ],
  ],
  LangSmith: [
    [
      'a tool',
      { 'langsmith.span.kind': 'tool', 'gen_ai.prompt': '{"q":1}', 'gen_ai.completion': 'ok' },
      { kind: 'tool', toolName: 'span 1', toolArguments: { q: 1 }, toolResult: 'ok' },
    ],
    [
      'a trace',
      { 'langsmith.trace.name': 'nightly', 'langsmith.metadata.session_id': 's' },
      { traceName: 'nightly', conversation: 's' },
    ],
  ],
  LangChain: [
    [
      'a tool by its message',
      {
        'langfuse.observation.output': '{"type":"tool","name":"add","tool_call_id":"t1","content":"[2]"}',
        'langfuse.observation.input': '{"a":1}',
      },
      { kind: 'tool', toolName: 'add', toolCallId: 't1', toolArguments: { a: 1 }, toolResult: [2] },
    ],
    [
      'a failed tool',
      { 'output.value': '{"type":"tool","name":"add","tool_call_id":"t1","content":"no such file","status":"error"}' },
      { kind: 'tool', errorMessage: 'no such file' },
    ],
    [
      'a tool by its serialised message, as OpenInference sends it',
      {
        'openinference.span.kind': 'TOOL',
        'output.value':
          '{"output":{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"status":"error","content":"no such city","tool_call_id":"t1","name":"weather"}}}',
      },
      {
        kind: 'tool',
        toolName: 'weather',
        toolCallId: 't1',
        toolResult: 'no such city',
        errorMessage: 'no such city',
      },
    ],
    [
      'the tokens of a step that adds one model message',
      {
        'langfuse.observation.output':
          '{"messages":[{"type":"ai","usage_metadata":{"input_tokens":6,"output_tokens":1}}]}',
      },
      { inputTokens: 6, outputTokens: 1 },
    ],
  ],
  frameworks: [
    [
      'an agent of Pydantic AI',
      { agent_name: 'qa', model_name: 'm', final_result: 'done' },
      { kind: 'agent', chain: 'qa', model: 'm', output: 'done' },
    ],
    [
      'price and conversation of Pydantic AI',
      {
        'operation.cost': 0.002,
        'pydantic_ai.all_messages':
          '[{"role":"user","parts":[{"type":"text","content":"hi"}]},{"role":"assistant","parts":[]}]',
      },
      {
        costUsd: 0.002,
        input: [{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }],
        outputMessages: [{ role: 'assistant', parts: [] }],
      },
    ],
    [
      'a tool of Google ADK',
      {
        'gen_ai.tool.name': 'hello',
        'gcp.vertex.agent.tool_call_args': '{}',
        'gcp.vertex.agent.tool_response': '{"x":1}',
        'output.value': 'wrapped',
        'openinference.span.kind': 'TOOL',
      },
      { kind: 'tool', toolName: 'hello', toolArguments: {}, toolResult: { x: 1 } },
    ],
    [
      'a tool of OpenLLMetry',
      { 'traceloop.span.kind': 'tool', 'traceloop.entity.name': 'add', 'traceloop.entity.output': '{"x":1}' },
      { kind: 'tool', toolName: 'add', toolResult: { x: 1 } },
    ],
    [
      'a tool of OpenLLMetry that was called with named arguments and returned text',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'weather',
        'traceloop.entity.input': '{"args":[],"kwargs":{"city":"Lund"}}',
        'traceloop.entity.output': '"12 degrees"',
      },
      { toolArguments: { city: 'Lund' }, input: { city: 'Lund' }, toolResult: '12 degrees', output: '12 degrees' },
    ],
    [
      'an agent of OpenLLMetry that was called with one question',
      { 'traceloop.span.kind': 'agent', 'traceloop.entity.input': '{"args":["How warm is it?"],"kwargs":{}}' },
      { input: 'How warm is it?' },
    ],
    [
      'a task of OpenLLMetry that was called with both',
      { 'traceloop.span.kind': 'task', 'traceloop.entity.input': '{"args":[1],"kwargs":{"a":2}}' },
      { input: { args: [1], kwargs: { a: 2 } } },
    ],
  ],
  Veritas: [
    [
      'what a run is',
      {
        'veritas.chain': 'triage',
        'veritas.version': 3,
        'veritas.scenario': 's1',
        'veritas.execution': 'e1',
        'veritas.attempt': 2,
        'veritas.kind': 'dry_run',
      },
      { chain: 'triage', version: '3', scenario: 's1', execution: 'e1', attempt: 2, isDryRun: true },
    ],
  ],
}

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('tells %s', (_what, attributes, expected) => {
    expect(readSpanFacts(makeSpan({ id: '1', attributes })).facts).toMatchObject(expected)
  })
})

describe('readSpanFacts', () => {
  it('keeps unknown attributes unchanged', () => {
    const { unread } = readSpanFacts(
      makeSpan({ id: '1', attributes: { 'my.flag': true, 'llm.model_name': 'm', 'my.list': [1] } }),
    )
    expect(unread).toEqual({ 'my.flag': true, 'my.list': [1] })
  })

  it('never reads a missing or invalid count as zero', () => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 'many',
      'llm.token_count.completion': -1,
      'llm.token_count.total': 1.5,
    }
    const { facts } = readSpanFacts(makeSpan({ id: '1', attributes }))
    expect(facts).not.toHaveProperty('inputTokens')
    expect(facts).not.toHaveProperty('outputTokens')
    expect(facts).not.toHaveProperty('totalTokens')
  })

  it('reads tokens from a raw answer if no attribute reports them', () => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'output.value': '{"usage":{"prompt_tokens":8,"completion_tokens":2,"total_tokens":10}}',
    }
    expect(readSpanFacts(makeSpan({ id: '1', attributes })).facts).toMatchObject({
      inputTokens: 8,
      outputTokens: 2,
      totalTokens: 10,
    })
  })

  it.each([
    [JSON.stringify('sent\n"now"'), 'sent\n"now"'],
    ['"half', '"half'],
    ['"a" and "b"', '"a" and "b"'],
    ['2', '2'],
  ])("reads a tool's serialised text %s as its text", (result, toolResult) => {
    const keys = ['gen_ai.tool.call.result', 'ai.toolCall.result']
    for (const key of keys)
      expect(readSpanFacts(makeSpan({ id: '1', attributes: { [key]: result } })).facts).toMatchObject({ toolResult })
  })

  it('leaves text that only looks like JSON unchanged', () => {
    const { facts } = readSpanFacts(
      makeSpan({ id: '1', attributes: { 'input.value': "{'query': 'x'}", 'output.value': '[' } }),
    )
    expect(facts).toMatchObject({ input: "{'query': 'x'}", output: '[' })
  })
})
