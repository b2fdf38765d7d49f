import { EngineInputError } from '@/lib/engine/input-error'
import { errorText, readNodeOutcomes } from '@/lib/engine/quality-check/node-outcomes'

/**
 * One finished execution, told in short by `success` and `failed_nodes` or as the execution result itself with `status`,
 * `results` and `nodes_failed`. `failed_nodes` holds ids, or ids with their errors.
 */
export interface PastExecution {
  execution_id?: string
  /** ISO 8601 */
  timestamp?: string
  /** Where it is left out, `status` tells. */
  success?: boolean
  status?: string
  quality_score?: number | null
  failed_nodes?: (string | { node_id: string; error?: unknown })[]
  results?: unknown
  nodes_failed?: unknown
  /** The quality this execution had to reach; 0.85 by default. */
  threshold?: number
}

/** An execution with its failed nodes, each once: id -> error, null where none was given. */
export interface FailureRecord {
  execution: PastExecution
  isSuccess: boolean
  failures: Map<string, string | null>
}

function isSuccess({ success, status }: PastExecution, index: number): boolean {
  if (success !== undefined) return success
  if (status !== undefined) return status === 'completed'
  const message = 'is required, unless status tells how the execution ended'
  throw new EngineInputError([{ path: `execution_history[${index}].success`, message }])
}

/**
 * Reads how an execution ended and which of its nodes failed; one that is named twice counts once. `index` is its place in the
 * history. Throws EngineInputError where neither `success` nor `status` is given.
 */
export function toFailureRecord(execution: PastExecution, index: number): FailureRecord {
  const failures = new Map<string, string | null>()
  for (const entry of execution.failed_nodes ?? []) {
    const id = typeof entry === 'string' ? entry : entry.node_id
    failures.set(id, (typeof entry === 'string' ? null : errorText(entry.error)) ?? failures.get(id) ?? null)
  }
  for (const [id, { status, error }] of readNodeOutcomes({ ...execution })) {
    if (status === 'failed') failures.set(id, failures.get(id) ?? error)
  }
  return { execution, isSuccess: isSuccess(execution, index), failures }
}
