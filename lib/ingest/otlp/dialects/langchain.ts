import { isRecord } from '@/lib/contracts/is-record'
import { parseEmbedded } from '@/lib/ingest/json/embedded'
import { asText } from '@/lib/ingest/json/fields'
import { reportedUsage } from '@/lib/ingest/messages/reported-usage'
import type { AttributeReader } from '../attribute-reader'
import type { Dialect, SpanFacts } from './dialect'

/** LangChain callbacks mark no kind on many spans: they are known by the messages that they return. */
export const readLangChain: Dialect = (read, span) => {
  const output = parseEmbedded(read.take('langfuse.observation.output', 'output.value', 'traceloop.entity.output'))
  if (!isRecord(output)) return {}
  if (output.type === 'tool' && asText(output.tool_call_id) !== undefined)
    return readToolMessage(output, read, span.name)
  return readModelUpdate(output.messages)
}

function readToolMessage(message: Record<string, unknown>, read: AttributeReader, spanName: string): SpanFacts {
  return {
    kind: 'tool',
    toolName: asText(message.name) ?? asText(spanName),
    toolCallId: asText(message.tool_call_id),
    toolArguments: parseEmbedded(read.take('langfuse.observation.input', 'input.value', 'traceloop.entity.input')),
    toolResult: parseEmbedded(message.content),
    errorMessage:
      message.status === 'error' ? (asText(message.content) ?? 'the tool answered with an error') : undefined,
  }
}

/** A graph step that adds one model message to the state tells that message's tokens. A longer list is history. */
function readModelUpdate(messages: unknown): SpanFacts {
  if (!Array.isArray(messages) || messages.length !== 1) return {}
  const [message] = messages
  return isRecord(message) && message.type === 'ai' ? reportedUsage(message) : {}
}
