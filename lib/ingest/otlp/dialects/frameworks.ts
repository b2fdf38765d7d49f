import { isRecord } from '@/lib/contracts/is-record'
import { asId, asNumber, asRecord, asText, parseEmbedded, parseSerialised } from '../../json'
import type { Dialect, SpanKind } from './dialect'

const TRACELOOP_KINDS: Readonly<Record<string, SpanKind>> = {
  workflow: 'chain',
  task: 'chain',
  agent: 'agent',
  tool: 'tool',
}

/** Attributes of single frameworks in addition to a general dialect: Pydantic AI, Google ADK, OpenLLMetry. */
export const readFrameworks: Dialect = (read) => {
  const traceloopKind = TRACELOOP_KINDS[asText(read.take('traceloop.span.kind'))?.toLowerCase() ?? '']
  const entity = asText(read.take('traceloop.entity.name'))
  const workflow = asText(read.take('traceloop.workflow.name'))
  const entityInput = argumentsIn(parseSerialised(read.take('traceloop.entity.input')))
  const entityOutput = parseSerialised(read.take('traceloop.entity.output'))
  const isTool = traceloopKind === 'tool'
  const adkRequest = saying(read.take('gcp.vertex.agent.llm_request'))
  const adkResponse = saying(read.take('gcp.vertex.agent.llm_response'))
  const { asked, answers } = splitConversation(
    parseEmbedded(read.take('pydantic_ai.all_messages', 'all_messages_events', 'events')),
  )
  const isWhole = traceloopKind === 'chain' || traceloopKind === 'agent'
  const entityVersion = asId(read.take('traceloop.entity.version', 'traceloop.workflow.version'))
  return {
    kind: traceloopKind,
    chain: asText(read.take('agent_name')) ?? (traceloopKind === 'agent' ? entity : undefined) ?? workflow,
    version: asId(read.take('traceloop.association.properties.version')) ?? (isWhole ? entityVersion : undefined),
    conversation: asId(
      read.take('traceloop.association.properties.session_id', 'traceloop.association.properties.thread_id'),
    ),
    // Pydantic AI computes the price of its requests.
    costUsd: asNumber(read.take('operation.cost')),
    model: asText(read.take('model_name')),
    input: entityInput ?? adkRequest ?? asked,
    systemPrompt: asRecord(asRecord(adkRequest).config).system_instruction,
    output: parseEmbedded(read.take('final_result')) ?? entityOutput ?? adkResponse,
    outputMessages: answers,
    toolName: isTool ? entity : undefined,
    toolArguments:
      parseEmbedded(read.take('gcp.vertex.agent.tool_call_args', 'tool_arguments')) ??
      (isTool ? entityInput : undefined),
    toolResult:
      parseEmbedded(read.take('gcp.vertex.agent.tool_response', 'tool_response')) ??
      (isTool ? entityOutput : undefined),
  }
}

/** OpenLLMetry records how a function was called; a single argument, or arguments that all have names, are what was asked. */
function argumentsIn(called: unknown): unknown {
  if (!isRecord(called) || !Array.isArray(called.args) || !isRecord(called.kwargs)) return called
  if (Object.keys(called).length > 2) return called
  const { args, kwargs } = called
  if (Object.keys(kwargs).length === 0) return args.length > 1 ? args : args[0]
  return args.length === 0 ? kwargs : called
}

/** Google ADK writes "{}" on spans that are no model request. */
function saying(value: unknown): unknown {
  return value === '{}' ? undefined : parseEmbedded(value)
}

/** Pydantic AI records the whole conversation; the answer is everything after the last input to the model. */
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
