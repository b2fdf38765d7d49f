import type { Span } from '@/lib/contracts/otlp'
import { reportedUsage } from '@/lib/ingest/messages/reported-usage'
import { readAttributes } from './attribute-reader'
import type { Dialect, SpanFacts } from './dialects/dialect'
import { readFrameworks } from './dialects/frameworks'
import { readGenAi } from './dialects/gen-ai'
import { readHints } from './dialects/hints'
import { readLangChain } from './dialects/langchain'
import { readLangfuse } from './dialects/langfuse'
import { readLangSmith } from './dialects/langsmith'
import { readOpenInference } from './dialects/openinference'
import { readVercelAi } from './dialects/vercel-ai'
import { readVeritas } from './dialects/veritas'

/** The more a dialect says about the meaning of a span, the earlier it stands: the first to tell a fact is believed. */
const DIALECTS: readonly Dialect[] = [
  readVeritas,
  readFrameworks,
  readVercelAi,
  readGenAi,
  readOpenInference,
  readLangSmith,
  readLangfuse,
  readLangChain,
  readHints,
]

export type ReadSpan = { span: Span; facts: SpanFacts; unread: Record<string, unknown> }

/** Reads a span through all dialects; attributes that none of them knows are `unread`. */
export function readSpanFacts(span: Span): ReadSpan {
  const read = readAttributes(span.attributes)
  const told = DIALECTS.toReversed().map((dialect) => definedOf(dialect(read, span)))
  const facts: SpanFacts = Object.assign({}, ...told)
  return { span, facts: { ...envelopeUsage(facts), ...facts }, unread: read.unread() }
}

/** A model's raw answer reports its tokens, which some instrumentations leave there. */
function envelopeUsage(facts: SpanFacts): SpanFacts {
  const isTold = facts.inputTokens !== undefined || facts.outputTokens !== undefined || facts.totalTokens !== undefined
  return facts.kind !== 'llm' || isTold ? {} : definedOf(reportedUsage(facts.output))
}

function definedOf(facts: SpanFacts): SpanFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}
