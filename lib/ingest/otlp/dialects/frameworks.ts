import { asRecord, asText, parseEmbedded } from '../../json'
import type { Dialect, SpanKind } from './dialect'

const TRACELOOP_KINDS: Readonly<Record<string, SpanKind>> = {
  workflow: 'chain',
  task: 'chain',
  agent: 'agent',
  tool: 'tool',
}

/** What single frameworks add beside a general dialect: Pydantic AI, Google ADK, OpenLLMetry. */
export const readFrameworks: Dialect = (read) => {
  const traceloopKind = TRACELOOP_KINDS[asText(read.take('traceloop.span.kind'))?.toLowerCase() ?? '']
  const entity = asText(read.take('traceloop.entity.name'))
  const workflow = asText(read.take('traceloop.workflow.name'))
  const entityInput = parseEmbedded(read.take('traceloop.entity.input'))
  const entityOutput = parseEmbedded(read.take('traceloop.entity.output'))
  const isTool = traceloopKind === 'tool'
  const adkRequest = saying(read.take('gcp.vertex.agent.llm_request'))
  const adkResponse = saying(read.take('gcp.vertex.agent.llm_response'))
  return {
    kind: traceloopKind,
    chain: asText(read.take('agent_name')) ?? workflow,
    model: asText(read.take('model_name')),
    input: entityInput ?? adkRequest,
    output: parseEmbedded(read.take('final_result')) ?? entityOutput ?? adkResponse,
    outputMessages: messagesOf(parseEmbedded(read.take('pydantic_ai.all_messages', 'all_messages_events', 'events'))),
    toolName: isTool ? entity : undefined,
    toolArguments:
      parseEmbedded(read.take('gcp.vertex.agent.tool_call_args', 'tool_arguments')) ??
      (isTool ? entityInput : undefined),
    toolResult:
      parseEmbedded(read.take('gcp.vertex.agent.tool_response', 'tool_response')) ??
      (isTool ? entityOutput : undefined),
  }
}

/** Google ADK writes "{}" where a span is no model request. */
function saying(value: unknown): unknown {
  return value === '{}' ? undefined : parseEmbedded(value)
}

/** Pydantic AI tells the whole conversation; the answer is what follows the last thing that was said to the model. */
function messagesOf(conversation: unknown): unknown {
  if (!Array.isArray(conversation)) return undefined
  const isAnswer = (message: unknown) => {
    const { role, message: choice } = asRecord(message)
    return (asRecord(choice).role ?? role) === 'assistant'
  }
  const answers = conversation.slice(conversation.findLastIndex((message) => !isAnswer(message)) + 1)
  return answers.length > 0 ? answers : undefined
}
