import { isRecord } from '@/lib/contracts/is-record'
import { asCount } from '@/lib/ingest/json/fields'

export type ReportedUsage = {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  totalTokens?: number | undefined
}

const INPUT = ['input_tokens', 'prompt_tokens', 'prompt_token_count', 'promptTokenCount']
const OUTPUT = ['output_tokens', 'completion_tokens', 'candidates_token_count', 'candidatesTokenCount']
const TOTAL = ['total_tokens', 'total_token_count', 'totalTokenCount']

/** The tokens that a provider's answer itself reports, in the shapes of the well-known APIs; empty when it reports none. */
export function reportedUsage(answer: unknown): ReportedUsage {
  if (!isRecord(answer)) return {}
  const inner = isRecord(answer.response_metadata) ? answer.response_metadata : {}
  const usage = [answer.usage, answer.usage_metadata, answer.usageMetadata, inner.token_usage, inner.usage].find(
    isRecord,
  )
  if (usage === undefined) return {}
  const count = (names: readonly string[]) =>
    names.map((name) => asCount(usage[name])).find((value) => value !== undefined)
  return { inputTokens: count(INPUT), outputTokens: count(OUTPUT), totalTokens: count(TOTAL) }
}
