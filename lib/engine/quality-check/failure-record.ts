import { errorText } from '@/lib/engine/quality-check/node-outcomes'

/** One finished execution. `failed_nodes` holds ids, or ids with their errors. */
export interface PastExecution {
  execution_id?: string
  /** ISO 8601 */
  timestamp?: string
  success: boolean
  quality_score?: number | null
  failed_nodes?: (string | { node_id: string; error?: unknown })[]
  /** The quality this execution had to reach; 0.85 by default. */
  threshold?: number
}

/** An execution with its failed nodes, each once: id -> error, null where none was given. */
export interface FailureRecord {
  execution: PastExecution
  failures: Map<string, string | null>
}

/** Reads the failed nodes of an execution; one that is named twice counts once. */
export function toFailureRecord(execution: PastExecution): FailureRecord {
  const failures = new Map<string, string | null>()
  for (const entry of execution.failed_nodes ?? []) {
    const id = typeof entry === 'string' ? entry : entry.node_id
    failures.set(id, (typeof entry === 'string' ? null : errorText(entry.error)) ?? failures.get(id) ?? null)
  }
  return { execution, failures }
}
