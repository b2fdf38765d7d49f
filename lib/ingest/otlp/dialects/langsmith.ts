import { parseEmbedded } from '@/lib/ingest/json/embedded'
import { asCount, asId, asRecord, asText } from '@/lib/ingest/json/fields'
import type { Dialect, SpanKind } from './dialect'

const KINDS: Readonly<Record<string, SpanKind>> = {
  llm: 'llm',
  tool: 'tool',
  chain: 'chain',
  retriever: 'retriever',
  embedding: 'embedding',
}

/** LangSmith's exporter: its own kind and names, over the older gen_ai attributes. */
export const readLangSmith: Dialect = (read, span) => {
  const kind = KINDS[asText(read.take('langsmith.span.kind'))?.toLowerCase() ?? '']
  const usage = asRecord(parseEmbedded(read.take('langsmith.usage_metadata')))
  const isTool = kind === 'tool'
  return {
    kind,
    traceName: asText(read.take('langsmith.trace.name')),
    conversation: asId(read.take('langsmith.metadata.session_id', 'langsmith.metadata.thread_id')),
    scenario: asId(read.take('langsmith.reference_example_id')),
    inputTokens: asCount(usage.input_tokens),
    outputTokens: asCount(usage.output_tokens),
    totalTokens: asCount(usage.total_tokens),
    toolName: isTool ? asText(span.name) : undefined,
    toolArguments: isTool ? parseEmbedded(read.take('gen_ai.prompt')) : undefined,
    toolResult: isTool ? parseEmbedded(read.take('gen_ai.completion')) : undefined,
  }
}
