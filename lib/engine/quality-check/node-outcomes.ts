import { isRecord } from '@/lib/contracts/is-record'

export type NodeStatus = 'succeeded' | 'failed' | 'skipped' | 'not_run'

/** What one node of an execution came to. `isStored` says that its result is there to be reused. */
export interface NodeOutcome {
  status: NodeStatus
  error: string | null
  isStored: boolean
}

/** Standing of a node that the execution says nothing about. */
export const NOT_RUN: NodeOutcome = { status: 'not_run', error: null, isStored: false }

/** The text of an error given as a string or as `{ message }`, null where there is none. */
export function errorText(error: unknown): string | null {
  const text = isRecord(error) ? (error.message ?? JSON.stringify(error)) : error
  return typeof text === 'string' && text.trim() !== '' ? text : null
}

function readOutcome(node: Record<string, unknown>): NodeOutcome {
  const error = errorText(node.error)
  if (node.skipped === true) return { status: 'skipped', error, isStored: false }
  if (node.success === true) return { status: 'succeeded', error: null, isStored: node.result !== undefined }
  return node.success === false || error !== null ? { status: 'failed', error, isStored: false } : NOT_RUN
}

/**
 * Reads `results.*` and `nodes_failed` of an execution result: node id -> outcome. A node named in `nodes_failed` has failed
 * whatever its own entry says, unless that says it was skipped.
 */
export function readNodeOutcomes(executionResult: Record<string, unknown>): Map<string, NodeOutcome> {
  const outcomes = new Map<string, NodeOutcome>()
  for (const [key, node] of Object.entries(executionResult.results ?? {})) {
    if (isRecord(node)) outcomes.set(typeof node.node_id === 'string' ? node.node_id : key, readOutcome(node))
  }
  const failed = Array.isArray(executionResult.nodes_failed) ? executionResult.nodes_failed : []
  for (const entry of failed) {
    const id = isRecord(entry) ? (entry.node_id ?? entry.id) : entry
    if (typeof id !== 'string') continue
    const known = outcomes.get(id)
    if (known?.status === 'skipped') continue
    const error = known?.error ?? (isRecord(entry) ? errorText(entry.error) : null)
    outcomes.set(id, { status: 'failed', error, isStored: false })
  }
  return outcomes
}
