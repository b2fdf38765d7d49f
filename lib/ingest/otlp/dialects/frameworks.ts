import { isRecord } from '@/lib/contracts/is-record'
import { asCount, asId, asList, asNonNegative, asRecord, asText, parseEmbedded, parseSerialised } from '../../json'
import { answerText } from '../../messages'
import { crewTasks } from '../envelopes'
import type { Dialect, SpanKind } from './dialect'

/** Pydantic AI, which computes the price of its requests. Strands names its instructions `system_prompt`, too. */
export const readPydanticAi: Dialect = (read) => {
  const { asked, answers } = splitConversation(
    parseEmbedded(read.take('pydantic_ai.all_messages', 'all_messages_events', 'events')),
  )
  return {
    chain: asText(read.take('agent_name')),
    model: asText(read.take('model_name')),
    costUsd: asNonNegative(read.take('operation.cost')),
    systemPrompt: asText(read.take('system_prompt')),
    input: asked,
    output: parseEmbedded(read.take('final_result')),
    outputMessages: answers,
    toolArguments: parseEmbedded(read.take('tool_arguments')),
    toolResult: parseEmbedded(read.take('tool_response')),
  }
}

/** The whole conversation is recorded; the answer is everything after the last input to the model. */
function splitConversation(conversation: unknown): { asked?: unknown; answers?: unknown } {
  if (!Array.isArray(conversation)) return {}
  const isAnswer = (message: unknown) => {
    const { role, message: choice } = asRecord(message)
    return (asRecord(choice).role ?? role) === 'assistant'
  }
  const end = conversation.findLastIndex((message) => !isAnswer(message)) + 1
  const [asked, answers] = [conversation.slice(0, end), conversation.slice(end)]
  return { asked: asked.length > 0 ? asked : undefined, answers: answers.length > 0 ? answers : undefined }
}

const TRACELOOP_KINDS: Readonly<Record<string, SpanKind>> = {
  workflow: 'chain',
  task: 'chain',
  agent: 'agent',
  tool: 'tool',
}

/** OpenLLMetry: `traceloop.entity.*` for the span, `traceloop.workflow.name` and the associated properties for all spans of a workflow. */
export const readTraceloop: Dialect = (read) => {
  const kind = TRACELOOP_KINDS[asText(read.take('traceloop.span.kind'))?.toLowerCase() ?? '']
  const entity = asText(read.take('traceloop.entity.name'))
  const workflow = asText(read.take('traceloop.workflow.name'))
  const version = asId(read.take('traceloop.entity.version', 'traceloop.workflow.version'))
  const input = argumentsIn(parseSerialised(read.take('traceloop.entity.input')))
  const output = parseSerialised(read.take('traceloop.entity.output'))
  const isTool = kind === 'tool'
  const isWhole = kind === 'chain' || kind === 'agent'
  return {
    kind,
    chain: (kind === 'agent' ? entity : undefined) ?? workflow,
    version: asId(read.take('traceloop.association.properties.version')) ?? (isWhole ? version : undefined),
    conversation: asId(
      read.take('traceloop.association.properties.session_id', 'traceloop.association.properties.thread_id'),
    ),
    input: input ?? undefined,
    output,
    toolName: isTool ? entity : undefined,
    toolArguments: isTool ? input : undefined,
    toolResult: isTool ? output : undefined,
  }
}

/** How a function was called: a single argument, or arguments that all have names, are what was asked. */
function argumentsIn(called: unknown): unknown {
  if (!isRecord(called) || !Array.isArray(called.args) || !isRecord(called.kwargs)) return called
  if (Object.keys(called).length > 2) return called
  const { args, kwargs } = called
  if (Object.keys(kwargs).length === 0) return args.length > 1 ? args : args[0]
  return args.length === 0 ? kwargs : called
}

/** Google ADK writes the whole request to a model and its response, and "{}" on spans that are none. */
export const readGoogleAdk: Dialect = (read) => {
  const [request, response] = [
    read.take('gcp.vertex.agent.llm_request'),
    read.take('gcp.vertex.agent.llm_response'),
  ].map((said) => (said === '{}' ? undefined : parseEmbedded(said)))
  const { systemInstruction, system_instruction = systemInstruction } = asRecord(asRecord(request).config)
  return {
    kind: request === undefined && response === undefined ? undefined : 'llm',
    systemPrompt: system_instruction ?? undefined,
    input: request,
    output: response,
    toolArguments: parseEmbedded(read.take('gcp.vertex.agent.tool_call_args')),
    toolResult: parseEmbedded(read.take('gcp.vertex.agent.tool_response')),
  }
}

/** CrewAI writes the tasks of a crew on its own span. */
export const readCrewAi: Dialect = (_, { attributes }) => ({ input: crewTasks(attributes) })

/** The Vercel AI SDK: `ai.operationId` names the step; the outer call wraps one `.do*` span per model request. */
export const readVercelAi: Dialect = (read) => {
  const operation = asText(read.take('ai.operationId'))
  const toolCalls = parseEmbedded(read.take('ai.response.toolCalls'))
  const prompt = parseEmbedded(read.take('ai.prompt'))
  const text = asText(read.take('ai.response.text')) ?? parseEmbedded(read.take('ai.response.object'))
  return {
    kind: kindOf(operation),
    chain: asText(read.take('ai.telemetry.functionId')),
    model: asText(read.take('ai.response.model', 'ai.model.id')),
    inputTokens: asCount(read.take('ai.usage.inputTokens', 'ai.usage.promptTokens', 'ai.usage.tokens')),
    outputTokens: asCount(read.take('ai.usage.outputTokens', 'ai.usage.completionTokens')),
    totalTokens: asCount(read.take('ai.usage.totalTokens')),
    provider: asText(read.take('ai.model.provider')),
    version: asId(read.take('ai.telemetry.metadata.version', 'ai.settings.context.version')),
    conversation: asId(read.take('ai.telemetry.metadata.sessionId', 'ai.settings.context.sessionId')),
    systemPrompt: asText(asRecord(prompt).system),
    input: parseEmbedded(read.take('ai.prompt.messages') ?? askedIn(prompt) ?? read.take('ai.values', 'ai.value')),
    output: text ?? toolCalls,
    outputMessages: toolCalls,
    toolName: asText(read.take('ai.toolCall.name')),
    toolCallId: asText(read.take('ai.toolCall.id')),
    toolArguments: parseSerialised(read.take('ai.toolCall.args', 'ai.toolCall.input')),
    toolResult: parseSerialised(read.take('ai.toolCall.result', 'ai.toolCall.output')),
  }
}

/** Returns the prompt without instructions if only the messages or the text are left, else unchanged. */
function askedIn(prompt: unknown): unknown {
  const { system: _, ...asked } = asRecord(prompt)
  const [only, ...more] = Object.values(asked)
  return only !== undefined && more.length === 0 ? only : prompt
}

function kindOf(operation: string | undefined): SpanKind | undefined {
  if (operation === undefined) return undefined
  if (operation === 'ai.toolCall') return 'tool'
  if (operation.startsWith('ai.embed')) return 'embedding'
  if (/\.do[A-Z]/.test(operation)) return 'llm'
  return /^ai\.(generate|stream)/.test(operation) ? 'agent' : undefined
}

const VOLTAGENT_KINDS: Readonly<Record<string, SpanKind>> = {
  agent: 'agent',
  workflow: 'chain',
  llm: 'llm',
  tool: 'tool',
  retriever: 'retriever',
  embedding: 'embedding',
  guardrail: 'guardrail',
}

/** VoltAgent writes the kind of a span as `span.type`, and the agent it belongs to on every span. */
export const readVoltAgent: Dialect = (read, { scope, attributes }) => {
  if (!scope.name?.startsWith('@voltagent/')) return {}
  const kind = VOLTAGENT_KINDS[asText(read.take('span.type') ?? attributes['entity.type']) ?? '']
  const input = parseEmbedded(read.take('input', 'llm.messages'))
  const output = parseEmbedded(read.take('output'))
  const isTool = kind === 'tool'
  return {
    kind,
    chain: asText(read.take('entity.name')),
    conversation: asId(read.take('conversation.id', 'voltagent.conversation_id')),
    model: asText(read.take('llm.model', 'ai.model.name')),
    systemPrompt: asText(read.take('agent.instructions')),
    inputTokens: asCount(read.take('llm.usage.prompt_tokens', 'usage.prompt_tokens')),
    outputTokens: asCount(read.take('llm.usage.completion_tokens', 'usage.completion_tokens')),
    totalTokens: asCount(read.take('llm.usage.total_tokens', 'usage.total_tokens')),
    input,
    output,
    toolName: asText(read.take('tool.name')),
    toolCallId: asId(read.take('tool.call.id')),
    toolArguments: isTool ? input : undefined,
    toolResult: isTool ? output : undefined,
    errorMessage: asText(read.take('error.message')),
  }
}

const GENKIT_KINDS: Readonly<Record<string, SpanKind>> = {
  flow: 'chain',
  model: 'llm',
  'background-model': 'llm',
  tool: 'tool',
  'tool.v2': 'tool',
  retriever: 'retriever',
  reranker: 'reranker',
  embedder: 'embedding',
  evaluator: 'evaluator',
}

/** Genkit names a model `<provider>/<model>` and records its whole request and answer, tokens included. */
export const readGenkit: Dialect = (read) => {
  const kind = GENKIT_KINDS[asText(read.take('genkit:metadata:subtype')) ?? '']
  const name = asText(read.take('genkit:name'))
  const input = parseSerialised(read.take('genkit:input'))
  const output = parseSerialised(read.take('genkit:output'))
  const common = { kind, conversation: asId(read.take('genkit:sessionId')), input, output }
  if (kind === 'tool') return { ...common, toolName: name, toolArguments: input, toolResult: output }
  if (kind !== 'llm') return common
  const [provider, ...model] = name?.split('/') ?? []
  const { message, usage } = asRecord(output)
  const { inputTokens, outputTokens, totalTokens } = asRecord(usage)
  return {
    ...common,
    model: model.length > 0 ? model.join('/') : name,
    provider: model.length > 0 ? provider : undefined,
    input: asRecord(input).messages ?? input,
    output: message ?? output,
    outputMessages: message,
    inputTokens: asCount(inputTokens),
    outputTokens: asCount(outputTokens),
    totalTokens: asCount(totalTokens),
  }
}

/** Mastra's exporter adds what it has no GenAI attribute for as `mastra.<type of the span>.input` and `.output`. */
export const readMastra: Dialect = (read) => {
  const type = asText(read.take('mastra.span.type'))
  // A chunk only repeats a part of the answer it belongs to.
  if (type === undefined || type === 'model_chunk') return {}
  const input = parseEmbedded(read.take(`mastra.${type}.input`))
  const output = parseEmbedded(read.take(`mastra.${type}.output`))
  switch (type) {
    case 'agent_run':
      return { input, output: answerOf(output) }
    case 'model_generation':
    case 'model_step':
      return { input, ...messageOf(output) }
    default:
      return { input, output }
  }
}

/** Returns the object or the text of an agent's answer; other answers unchanged. */
function answerOf(output: unknown): unknown {
  const { object, text } = asRecord(output)
  return object ?? asText(text) ?? output
}

/** Converts the text and the calls of a model to a message. */
function messageOf(output: unknown) {
  const { text, toolCalls } = asRecord(output)
  const calls = asList(toolCalls)
    .map(asRecord)
    .map((call) => ({ type: 'tool_call', id: asId(call.toolCallId), name: call.toolName, arguments: call.args }))
  const parts = [...(asText(text) === undefined ? [] : [{ type: 'text', content: text }]), ...calls]
  const messages = parts.length === 0 ? output : [{ role: 'assistant', parts }]
  return { output: messages, outputMessages: messages }
}

/** Anthropic's SDK traces its own requests and the tools of its loops. An error result fails the span as `tool_error` without a message. */
export const readAnthropic: Dialect = (read, { attributes }) => {
  const toolResult = parseSerialised(read.take('anthropic.tool_result.content'))
  const isError = attributes['error.type'] === 'tool_error'
  return {
    conversation: asId(read.take('anthropic.session.id')),
    toolResult,
    errorMessage: isError ? answerText(toolResult) : undefined,
  }
}
