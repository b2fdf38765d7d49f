import { isRecord } from '@/lib/contracts/is-record'
import { plainMessage } from '@/lib/engine/json/plain-message'
import { asCount, asId, asRecord, asText, parseEmbedded } from '../../json'
import { reportedUsage } from '../../messages'
import type { AttributeReader } from '../attributes'
import type { Dialect, SpanFacts, SpanKind } from './dialect'

/** LangChain callbacks set no kind on many spans: it is inferred from the messages they return. */
export const readLangChain: Dialect = (read, span) => {
  const output = parseEmbedded(read.take('langfuse.observation.output', 'output.value', 'traceloop.entity.output'))
  const message = findToolMessage(output)
  if (message)
    return readToolMessage(
      message,
      read.take('langfuse.observation.input', 'input.value', 'traceloop.entity.input'),
      span.name,
    )
  return isRecord(output) ? readModelUpdate(output.messages) : {}
}

/** Finds a tool's message in its output, plain or in LangChain's own serialisation, by itself or under `output`. */
export function findToolMessage(output: unknown): Record<string, unknown> | undefined {
  return [output, asRecord(output).output]
    .filter(isRecord)
    .map(plainMessage)
    .find(({ type, tool_call_id }) => type === 'tool' && asText(tool_call_id) !== undefined)
}

function readToolMessage(message: Record<string, unknown>, input: unknown, spanName: string): SpanFacts {
  return {
    kind: 'tool',
    toolName: asText(message.name) ?? asText(spanName),
    toolCallId: asText(message.tool_call_id),
    toolArguments: parseEmbedded(input),
    toolResult: parseEmbedded(message.content),
    errorMessage:
      message.status === 'error' ? (asText(message.content) ?? 'the tool answered with an error') : undefined,
  }
}

/** A graph step that adds one model message to the state reports that message's tokens and model. A longer list is history. */
function readModelUpdate(messages: unknown): SpanFacts {
  if (!Array.isArray(messages) || messages.length !== 1) return {}
  const [message] = messages
  if (!isRecord(message) || message.type !== 'ai') return {}
  return { ...reportedUsage(message), model: asText(asRecord(message.response_metadata).model_name) }
}

/**
 * Returns the name of a compiled graph of LangGraph. Its nodes inherit its metadata, and `lc_agent_name` if an agent runs in one of them.
 * @param from LangChain's metadata, as the exporter sends it
 */
export function graphName(from: { integration: unknown; node: unknown; graphId: unknown }, spanName: string) {
  const isGraph = from.integration === 'langgraph' && from.node === undefined && spanName !== 'LangGraph'
  return asText(from.graphId) ?? (isGraph ? asText(spanName) : undefined)
}

/** Returns the step of LangGraph that a node ran in. What runs inside a node inherits its metadata, but not its name. */
export function graphStep(step: unknown, node: unknown, spanName: string): number | undefined {
  return node === spanName ? asCount(step) : undefined
}

const KINDS: Readonly<Record<string, SpanKind>> = {
  llm: 'llm',
  tool: 'tool',
  chain: 'chain',
  retriever: 'retriever',
  embedding: 'embedding',
}

/** LangSmith sends what went in and out of any step as a model's prompt and answer; of a step that failed, an empty record. */
function readLangSmithPayload(kind: SpanKind, read: AttributeReader, spanName: string): SpanFacts {
  const input = parseEmbedded(read.take('gen_ai.prompt'))
  const answer = parseEmbedded(read.take('gen_ai.completion'))
  const output = isRecord(answer) && Object.keys(answer).length === 0 ? null : answer
  if (kind !== 'tool') return { input, output, outputMessages: null }
  const message = findToolMessage(output)
  return message
    ? { ...readToolMessage(message, input, spanName), output: parseEmbedded(message.content) }
    : { toolName: asText(spanName), toolArguments: input, toolResult: output }
}

/** LangSmith's exporter: its own kind and names, over the older gen_ai attributes. */
export const readLangSmith: Dialect = (read, span) => {
  const kind = KINDS[asText(read.take('langsmith.span.kind'))?.toLowerCase() ?? '']
  const usage = asRecord(parseEmbedded(read.take('langsmith.usage_metadata')))
  const graph = {
    graphId: read.take('langsmith.metadata.graph_id'),
    integration: span.attributes['langsmith.metadata.ls_integration'],
    node: span.attributes['langsmith.metadata.langgraph_node'],
  }
  return {
    kind,
    traceName: asText(read.take('langsmith.trace.name')),
    chain: graphName(graph, span.name) ?? asText(read.take('langsmith.metadata.lc_agent_name')),
    version: asId(read.take('langsmith.metadata.version', 'langsmith.metadata.revision_id')),
    model: asText(read.take('langsmith.metadata.ls_model_name')),
    provider: asText(read.take('langsmith.metadata.ls_provider')),
    conversation: asId(read.take('langsmith.metadata.session_id', 'langsmith.metadata.thread_id')),
    graphStep: graphStep(span.attributes['langsmith.metadata.langgraph_step'], graph.node, span.name),
    scenario: asId(read.take('langsmith.reference_example_id')),
    inputTokens: asCount(usage.input_tokens),
    outputTokens: asCount(usage.output_tokens),
    totalTokens: asCount(usage.total_tokens),
    ...(kind !== undefined && kind !== 'llm' && readLangSmithPayload(kind, read, span.name)),
  }
}
