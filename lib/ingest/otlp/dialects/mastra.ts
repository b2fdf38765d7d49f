import { asId, asList, asRecord, asText, parseEmbedded } from '../../json'
import type { Dialect } from './dialect'

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
