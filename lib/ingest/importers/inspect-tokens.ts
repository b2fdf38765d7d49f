import type { RunBody } from '@/lib/contracts/run-input'
import { asCount, asList, asRecord } from '@/lib/ingest/json/fields'

/**
 * The tokens a sample used: those of the evaluated model, else those of its only answer. The log adds what a grader used
 * on the same model to the former, and does not tell it apart.
 */
export function sampleTokens(sample: Record<string, unknown>, model: string | undefined): RunBody['tokens'] {
  const usage = asRecord(asRecord(sample.model_usage)[model ?? ''])
  const answers = asList(sample.messages).filter((message) => asRecord(message).role === 'assistant')
  return toTokens(usage) ?? (answers.length === 1 ? toTokens(asRecord(asRecord(sample.output).usage)) : undefined)
}

function toTokens(usage: Record<string, unknown>): RunBody['tokens'] {
  const tokens = {
    input: asCount(usage.input_tokens),
    output: asCount(usage.output_tokens),
    total: asCount(usage.total_tokens),
  }
  return Object.values(tokens).every((count) => count === undefined) ? undefined : tokens
}
