import { asCount, asId, asRecord, asText, parseEmbedded, parseSerialised } from '../../json'
import type { Dialect, SpanKind } from './dialect'

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
