import { isRecord } from '@/lib/contracts/is-record'
import type { Span } from '@/lib/contracts/otlp'
import { asCount, asId, asNonNegative, asText, parseEmbedded, parseSerialised } from '../../json'
import { plainResult, readCall } from '../../messages'
import type { Dialect, SpanKind } from './dialect'

const KINDS: Readonly<Record<string, SpanKind>> = {
  chat: 'llm',
  text_completion: 'llm',
  generate_content: 'llm',
  embeddings: 'embedding',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  create_agent: 'agent',
  invoke_workflow: 'chain',
  plan: 'chain',
  retrieval: 'retriever',
  rerank: 'reranker',
}

/** OpenTelemetry's GenAI conventions 1.41, with deprecated names. */
export const readGenAi: Dialect = (read, span) => {
  const operation = asText(read.take('gen_ai.operation.name'))
  const toolName = asText(read.take('gen_ai.tool.name'))
  const kind = operation === undefined ? undefined : KINDS[operation]
  const input = read.take('gen_ai.input.messages', 'gen_ai.prompt') ?? read.takeUnder('gen_ai.prompt')
  const output = read.take('gen_ai.output.messages', 'gen_ai.completion') ?? read.takeUnder('gen_ai.completion')
  const answer = parseEmbedded(output ?? fromEvents(span, OUTPUT_EVENTS))
  const messages = kind === 'llm' ? toMessages(answer) : answer
  const isTool = (kind ?? (toolName === undefined ? undefined : 'tool')) === 'tool'
  const called = isTool ? fromEvents(span, TOOL_EVENTS) : undefined
  return {
    kind: isTool ? 'tool' : kind,
    chain: asText(read.take('gen_ai.workflow.name', 'gen_ai.agent.name', 'graph.name')),
    version: asId(read.take('gen_ai.agent.version')),
    conversation: asId(read.take('gen_ai.conversation.id')),
    model: asText(read.take('gen_ai.response.model', 'gen_ai.request.model')),
    provider: asText(read.take('gen_ai.provider.name', 'gen_ai.system')),
    systemPrompt: parseEmbedded(read.take('gen_ai.system_instructions') ?? fromEvents(span, SYSTEM_EVENTS)),
    documents: parseEmbedded(read.take('gen_ai.retrieval.documents')),
    inputTokens: asCount(read.take('gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens')),
    outputTokens: asCount(read.take('gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens')),
    totalTokens: asCount(read.take('gen_ai.usage.total_tokens', 'llm.usage.total_tokens')),
    costUsd: asNonNegative(read.take('gen_ai.usage.cost', 'gen_ai.usage.total_cost')),
    input: parseEmbedded(input ?? fromEvents(span, INPUT_EVENTS) ?? called ?? conversationIn(span)),
    output: messages,
    outputMessages: messages,
    toolName,
    toolCallId: asId(read.take('gen_ai.tool.call.id')),
    toolArguments: parseSerialised(read.take('gen_ai.tool.call.arguments') ?? called),
    toolResult: parseSerialised(read.take('gen_ai.tool.call.result')) ?? (isTool ? plainResult(answer) : undefined),
  }
}

const INPUT_EVENTS: Readonly<Record<string, readonly string[]>> = {
  'gen_ai.client.inference.operation.details': ['gen_ai.input.messages'],
  'gen_ai.client.operation.details': ['gen_ai.input.messages'],
  'gen_ai.content.prompt': ['gen_ai.prompt'],
}

const OUTPUT_EVENTS: Readonly<Record<string, readonly string[]>> = {
  'gen_ai.client.inference.operation.details': ['gen_ai.output.messages'],
  'gen_ai.client.operation.details': ['gen_ai.output.messages'],
  'gen_ai.content.completion': ['gen_ai.completion'],
  'gen_ai.choice': ['message', 'content', 'gen_ai.event.content'],
}

/** Strands sends the arguments of a tool as a message to it. */
const TOOL_EVENTS: Readonly<Record<string, readonly string[]>> = { 'gen_ai.tool.message': ['content'] }

const SYSTEM_EVENTS: Readonly<Record<string, readonly string[]>> = {
  'gen_ai.client.inference.operation.details': ['gen_ai.system_instructions'],
}

/**
 * Messages may be in events of the span, or in log records beside it. Each message of an answer may have a record of its own: lists are
 * joined, of other values the first counts.
 */
function fromEvents(span: Span, names: Readonly<Record<string, readonly string[]>>): unknown {
  const values = eventsOf(span).flatMap(({ name, attributes }) => {
    const key = names[name]?.find((one) => attributes[one] !== undefined)
    return key === undefined ? [] : [attributes[key]]
  })
  const lists = values.length > 1 ? values.map(parseEmbedded).filter(Array.isArray) : []
  return lists.length > 1 && lists.length === values.length ? lists.flat() : values[0]
}

const eventsOf = (span: Span) => [...span.events, ...span.logged]

/** An answer may be the content of a message without the message around it, as Strands writes it, or a choice with one in it. */
function toMessages(answer: unknown): unknown {
  if (isContent(answer)) return [{ role: 'assistant', content: answer }]
  return isRecord(answer) && isRecord(answer.message) ? [{ role: 'assistant', ...answer.message }] : answer
}

const isContent = (answer: unknown) =>
  Array.isArray(answer) &&
  answer.every((part) => isRecord(part) && !('role' in part) && ('text' in part || readCall(part)))

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/

/** Returns the messages sent to a model, one per event. A single user text is returned as text. */
function conversationIn(span: Span): unknown {
  const messages = eventsOf(span).flatMap(({ name, attributes }) => {
    const role = MESSAGE_EVENT.exec(name)?.[1]
    return role === undefined ? [] : messageIn(role, attributes)
  })
  const [only] = messages
  if (messages.length === 1 && only?.role === 'user' && typeof only.content === 'string') return only.content
  return messages.length > 0 ? messages : undefined
}

/** A message event has the message in one attribute, or its fields in several. */
function messageIn(role: string, attributes: Span['attributes']): Record<string, unknown>[] {
  const { message, 'gen_ai.event.content': content = message, ...rest } = attributes
  const body = parseEmbedded(content)
  // The event of a tool's answer gives the id of the call as its own.
  const { id, ...answer } = isRecord(body) && role === 'tool' ? body : {}
  if (id !== undefined) return [{ role, tool_call_id: id, ...answer }]
  if (isRecord(body)) return [{ role, ...body }]
  if (body !== undefined) return [{ role, content: body }]
  const fields = Object.entries(rest).filter(([key]) => !key.startsWith('gen_ai.'))
  if (fields.length === 0) return []
  return [{ role, ...Object.fromEntries(fields.map(([key, value]) => [key, parseEmbedded(value)])) }]
}
