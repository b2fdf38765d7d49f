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

/** The facts read from a span in any dialect. Facts without an attribute are absent. */
export type SpanFacts = {
  kind?: SpanKind | undefined
  /** Name and version of what ran, from attributes of the agent, graph or workflow. */
  chain?: string | undefined
  /** Whether the sender set the chain explicitly with our own attribute. */
  isExplicit?: boolean | undefined
  version?: string | undefined
  traceName?: string | undefined
  scenario?: string | undefined
  execution?: string | undefined
  attempt?: number | undefined
  isDryRun?: boolean | undefined
  conversation?: string | undefined
  /** For a node of LangGraph: the step of its graph. The nodes of a step run side by side, after those of the step before. */
  graphStep?: number | undefined
  model?: string | undefined
  provider?: string | undefined
  /** Instructions sent separately from the messages. */
  systemPrompt?: unknown
  /** The documents found by a retriever or kept by a reranker. */
  documents?: unknown
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  totalTokens?: number | undefined
  costUsd?: number | undefined
  input?: unknown
  output?: unknown
  /** The messages of a model's answer, if the dialect separates them from the raw output. */
  outputMessages?: unknown
  toolName?: string | undefined
  toolCallId?: string | undefined
  toolArguments?: unknown
  toolResult?: unknown
  errorMessage?: string | undefined
}

export type Dialect = (read: AttributeReader, span: Span) => SpanFacts

/**
 * Infers the kind of a span without one: by the name that the GenAI conventions give to a tool's, by an agent's name or a requested model.
 */
export const readHints: Dialect = (read, { name }) => {
  const agent = asText(read.take('agent_name', 'gen_ai.agent.name'))
  const model = asText(read.take('gen_ai.request.model', 'llm.model_name'))
  const tool = /^execute_tool (.+)$/.exec(name)?.[1]
  if (tool !== undefined) return { kind: 'tool', toolName: tool }
  return { kind: agent !== undefined ? 'agent' : model !== undefined ? 'llm' : undefined }
}
