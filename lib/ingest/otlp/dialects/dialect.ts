import type { Span } from '@/lib/contracts/otlp'
import { asText } from '../../json'
import type { AttributeReader } from '../attributes'

export type SpanKind =
  | 'agent'
  | 'chain'
  | 'llm'
  | 'tool'
  | 'retriever'
  | 'embedding'
  | 'reranker'
  | 'guardrail'
  | 'evaluator'

/** What a span says, whatever its dialect. A field that no attribute told is absent. */
export type SpanFacts = {
  kind?: SpanKind | undefined
  /** Name and version of what ran, from the agent's, graph's or workflow's own attributes. */
  chain?: string | undefined
  /** The sender says by our own attribute which chain it is. */
  isExplicit?: boolean | undefined
  version?: string | undefined
  traceName?: string | undefined
  scenario?: string | undefined
  execution?: string | undefined
  attempt?: number | undefined
  isDryRun?: boolean | undefined
  conversation?: string | undefined
  model?: string | undefined
  provider?: string | undefined
  /** Instructions that stand beside the messages. */
  systemPrompt?: unknown
  /** What a retriever found or a reranker kept, item by item. */
  documents?: unknown
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  totalTokens?: number | undefined
  costUsd?: number | undefined
  input?: unknown
  output?: unknown
  /** The messages a model answered with, where the dialect tells them apart from the raw output. */
  outputMessages?: unknown
  toolName?: string | undefined
  toolCallId?: string | undefined
  toolArguments?: unknown
  toolResult?: unknown
  errorMessage?: string | undefined
}

/** Reads what a span says in one vocabulary of attributes. */
export type Dialect = (read: AttributeReader, span: Span) => SpanFacts

/** The kind of a span that names none: one with an agent's name is an agent, one that asked for a model is a request. */
export const readHints: Dialect = (read) => {
  const agent = asText(read.take('agent_name', 'gen_ai.agent.name'))
  const model = asText(read.take('gen_ai.request.model', 'llm.model_name'))
  return { kind: agent !== undefined ? 'agent' : model !== undefined ? 'llm' : undefined }
}
