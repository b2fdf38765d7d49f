import type { Span } from '@/lib/contracts/otlp'
import type { AttributeReader } from '../attribute-reader'

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
  /** Name and version of what ran, from the agent's or workflow's own attributes. */
  chain?: string | undefined
  version?: string | undefined
  traceName?: string | undefined
  scenario?: string | undefined
  execution?: string | undefined
  attempt?: number | undefined
  isDryRun?: boolean | undefined
  conversation?: string | undefined
  model?: string | undefined
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
