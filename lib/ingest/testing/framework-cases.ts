/** What is recorded, the attributes of a span, and the facts to be read from them. */
export type Case = [what: string, attributes: Record<string, unknown>, expected: Record<string, unknown>]

/** What spans of agent frameworks say that write attributes of their own. */
export const frameworkCases: Case[] = [
  [
    "a tool that failed in the loop of Anthropic's SDK",
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'ledger',
      'anthropic.tool_result.content': '[{"type":"text","text":"Error: 403 Forbidden"}]',
      'error.type': 'tool_error',
    },
    {
      kind: 'tool',
      toolResult: [{ type: 'text', text: 'Error: 403 Forbidden' }],
      errorMessage: 'Error: 403 Forbidden',
    },
  ],
  [
    'a tool that succeeded there, in a session',
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'anthropic.tool_result.content': '21 C',
      'anthropic.session.id': 's1',
    },
    { toolResult: '21 C', conversation: 's1' },
  ],
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
    'a model request of Google ADK for JavaScript, which names its agent too',
    {
      'gen_ai.agent.name': 'weather',
      'gen_ai.request.model': 'm',
      'gcp.vertex.agent.llm_request': '{"contents":[],"config":{"systemInstruction":"Be brief."}}',
      'gcp.vertex.agent.llm_response': '{"content":{"role":"model","parts":[{"text":"hi"}]}}',
    },
    { kind: 'llm', chain: 'weather', systemPrompt: 'Be brief.' },
  ],
  [
    'a model request of Genkit',
    {
      'genkit:type': 'action',
      'genkit:metadata:subtype': 'model',
      'genkit:name': 'openai/gpt-4o',
      'genkit:input': '{"messages":[{"role":"user","content":[{"text":"hi"}]}],"config":{}}',
      'genkit:output':
        '{"message":{"role":"model","content":[{"text":"ho"}]},"usage":{"inputTokens":3,"outputTokens":1,"totalTokens":4}}',
    },
    {
      kind: 'llm',
      model: 'gpt-4o',
      provider: 'openai',
      input: [{ role: 'user', content: [{ text: 'hi' }] }],
      outputMessages: { role: 'model', content: [{ text: 'ho' }] },
      inputTokens: 3,
      outputTokens: 1,
      totalTokens: 4,
    },
  ],
  [
    'a tool of Genkit',
    {
      'genkit:metadata:subtype': 'tool',
      'genkit:name': 'add',
      'genkit:input': '{"a":1}',
      'genkit:output': '"two"',
    },
    { kind: 'tool', toolName: 'add', toolArguments: { a: 1 }, toolResult: 'two' },
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
    'an agent of OpenLLMetry, which names the chain rather than the workflow around it',
    {
      'traceloop.span.kind': 'agent',
      'traceloop.entity.name': 'support',
      'traceloop.workflow.name': 'desk',
      'traceloop.entity.version': '7',
    },
    { kind: 'agent', chain: 'support', version: '7' },
  ],
  [
    'a task of OpenLLMetry, whose chain is the workflow',
    {
      'traceloop.span.kind': 'task',
      'traceloop.entity.name': 'look up',
      'traceloop.workflow.name': 'desk',
      'traceloop.entity.version': '7',
    },
    { kind: 'chain', chain: 'desk', version: '7' },
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
]
