import { asCount, asId, asNonNegative, asRecord, asText, parseEmbedded } from '../../json'
import type { Dialect, SpanKind } from './dialect'

const KINDS: Readonly<Record<string, SpanKind>> = {
  GENERATION: 'llm',
  TOOL: 'tool',
  AGENT: 'agent',
  CHAIN: 'chain',
  RETRIEVER: 'retriever',
  EMBEDDING: 'embedding',
  GUARDRAIL: 'guardrail',
  EVALUATOR: 'evaluator',
}

/** Langfuse's SDKs: `langfuse.observation.*` for the span, `langfuse.trace.*` for the trace. */
export const readLangfuse: Dialect = (read, span) => {
  const kind = KINDS[asText(read.take('langfuse.observation.type'))?.toUpperCase() ?? '']
  const usage = asRecord(parseEmbedded(read.take('langfuse.observation.usage_details')))
  const cost = asRecord(parseEmbedded(read.take('langfuse.observation.cost_details')))
  const input = parseEmbedded(read.take('langfuse.observation.input', 'langfuse.trace.input'))
  const output = parseEmbedded(read.take('langfuse.observation.output', 'langfuse.trace.output'))
  const isError = asText(read.take('langfuse.observation.level'))?.toUpperCase() === 'ERROR'
  const statusMessage = asText(read.take('langfuse.observation.status_message'))
  return {
    kind,
    traceName: asText(read.take('langfuse.trace.name')),
    version: asId(read.take('langfuse.version', 'langfuse.release')),
    scenario: asId(read.take('langfuse.experiment.item.id')),
    conversation: asId(read.take('langfuse.session.id', 'session.id')),
    model: asText(read.take('langfuse.observation.model.name')),
    inputTokens: countTokens(usage, 'input'),
    outputTokens: countTokens(usage, 'output'),
    totalTokens: asCount(usage.total),
    costUsd: asNonNegative(cost.total),
    input,
    output,
    toolName: kind === 'tool' ? asText(span.name) : undefined,
    toolArguments: kind === 'tool' ? input : undefined,
    toolResult: kind === 'tool' ? output : undefined,
    errorMessage: isError ? (statusMessage ?? 'the observation has the level ERROR') : undefined,
  }
}

/** Langfuse counts cached, audio and reasoning tokens apart from `input` and `output`; some clients repeat them there. */
function countTokens(usage: Record<string, unknown>, side: 'input' | 'output'): number | undefined {
  const plain = asCount(usage[side])
  const isWhole = (asCount(usage.input) ?? 0) + (asCount(usage.output) ?? 0) === asCount(usage.total)
  if (plain === undefined || isWhole) return plain
  const apart = Object.keys(usage).filter((key) => key.startsWith(`${side}_`))
  return apart.reduce((sum, key) => sum + (asCount(usage[key]) ?? 0), plain)
}

/** Our own attributes, the explicit way to describe a run. */
export const readVeritas: Dialect = (read) => {
  const attempt = asCount(read.take('veritas.attempt'))
  const kind = read.take('veritas.kind')
  const chain = asText(read.take('veritas.chain', 'chain.name'))
  return {
    chain,
    isExplicit: chain === undefined ? undefined : true,
    version: asId(read.take('veritas.version', 'chain.version')),
    scenario: asId(read.take('veritas.scenario', 'test.case.name')),
    execution: asId(read.take('veritas.execution')),
    attempt: attempt === undefined || attempt < 1 ? undefined : attempt,
    isDryRun: kind === 'dry_run' ? true : undefined,
  }
}
