import { isRecord } from '@/lib/contracts/is-record'
import { type HistoryThought, historyThought } from '@/lib/contracts/thinking/history'
import type { Thought } from '@/lib/db/generated/client'

type Stored = Pick<Thought, 'input' | 'result' | 'recordedAt'>

/** A stored thought: what was sent of it, and what it was answered with. */
export function toHistoryThought({ input, result, recordedAt }: Stored): HistoryThought {
  const sent = asRecord(input)
  const answered = asRecord(result)
  const branch = asRecord(answered.branch)
  return historyThought.parse({
    ...answered,
    thought: sent.thought,
    is_revision: sent.is_revision ?? false,
    branch_id: branch.branch_id ?? null,
    branch_from_thought: branch.branch_from_thought ?? null,
    step_outcome: sent.step_outcome ?? null,
    client_step: sent.current_step ?? null,
    recorded_at: recordedAt.toISOString(),
  })
}

export function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
