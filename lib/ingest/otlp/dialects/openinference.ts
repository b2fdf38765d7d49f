import { isRecord } from '@/lib/contracts/is-record'
import { asCount, asId, asList, asNonNegative, asRecord, asText, parseEmbedded } from '../../json'
import type { Dialect, SpanKind } from './dialect'
import { findToolMessage, graphName, graphStep } from './langchain'

const KINDS: Readonly<Record<string, SpanKind>> = {
  LLM: 'llm',
  TOOL: 'tool',
  AGENT: 'agent',
  CHAIN: 'chain',
  RETRIEVER: 'retriever',
  EMBEDDING: 'embedding',
  RERANKER: 'reranker',
  GUARDRAIL: 'guardrail',
  EVALUATOR: 'evaluator',
}

/** OpenInference: `openinference.span.kind`, `llm.*`, `input.value`, with messages flattened over numbered keys. */
export const readOpenInference: Dialect = (read, span) => {
  const kind = KINDS[asText(read.take('openinference.span.kind'))?.toUpperCase() ?? '']
  const toolName = asText(read.take('tool.name', 'tool_call.function.name'))
  const inputMessages = unwrap(read.takeUnder('llm.input_messages'))
  const outputMessages = unwrap(read.takeUnder('llm.output_messages'))
  const inputValue = parseEmbedded(read.take('input.value'))
  // On a model request the value contains the library's arguments, sometimes in Python syntax.
  const input =
    kind === 'llm'
      ? ((hasMuteMessage(inputMessages) ? inputValue : undefined) ?? inputMessages ?? inputValue)
      : (inputValue ?? inputMessages ?? asText(read.take('reranker.query')))
  const output = parseEmbedded(read.take('output.value')) ?? outputMessages
  const parameters = parseEmbedded(read.take('tool_call.function.arguments', 'tool.parameters'))
  const kept = unwrap(read.takeUnder('reranker.output_documents'))
  const found = unwrap(read.takeUnder('retrieval.documents'))
  // LangChain's own metadata, with the same names that LangSmith sends.
  const metadata = asRecord(parseEmbedded(span.attributes.metadata))
  const graph = { graphId: metadata.graph_id, integration: metadata.ls_integration, node: metadata.langgraph_node }
  read.take('input.mime_type', 'output.mime_type')
  return {
    kind,
    chain: asText(read.take('agent.name')) ?? graphName(graph, span.name) ?? asText(metadata.lc_agent_name),
    conversation: asId(read.take('session.id')),
    graphStep: graphStep(metadata.langgraph_step, metadata.langgraph_node, span.name),
    model: asText(read.take('llm.model_name', 'embedding.model_name', 'reranker.model_name')),
    provider: asText(read.take('llm.provider', 'llm.system')) ?? asText(metadata.ls_provider),
    documents: kept ?? found,
    inputTokens: asCount(read.take('llm.token_count.prompt')),
    outputTokens: asCount(read.take('llm.token_count.completion')),
    totalTokens: asCount(read.take('llm.token_count.total')),
    costUsd: asNonNegative(read.take('llm.cost.total')),
    input,
    output,
    outputMessages,
    toolName,
    toolCallId: asId(read.take('tool_call.id', 'tool.id')),
    toolArguments: kind === 'tool' ? (input ?? parameters) : undefined,
    toolResult: kind === 'tool' ? resultOf(output) : undefined,
  }
}

/** Its LangChain instrumentation leaves out content that consists of blocks, as system prompts do; the request's own value has it. */
function hasMuteMessage(messages: unknown): boolean {
  return asList(messages).some((message) => isRecord(message) && Object.keys(message).join() === 'role')
}

function resultOf(output: unknown): unknown {
  const message = findToolMessage(output)
  return message ? parseEmbedded(message.content) : output
}

const WRAPPERS = ['message', 'message_content', 'tool_call', 'document'] as const

/** Removes the level that flattening adds around every list item: `[{ message: {...} }]` becomes `[{...}]`. */
function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrap)
  if (!isRecord(value)) return value
  const wrapper = WRAPPERS.find((name) => isRecord(value[name]) && Object.keys(value).length === 1)
  if (wrapper !== undefined) return unwrap(value[wrapper])
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unwrap(inner)]))
}
