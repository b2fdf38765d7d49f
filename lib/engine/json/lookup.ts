import { isRecord } from '@/lib/contracts/is-record'
import { valueAt } from '@/lib/engine/json/path'
import { isMissing } from '@/lib/engine/json/presence'

/** A value found in an execution result; `nodeId` names the node whose result held it, null elsewhere. */
export interface Found {
  value: unknown
  nodeId: string | null
}

/**
 * Looks a path up in the execution result itself, then in each `results.*.result`, then in `context`: the first
 * present value wins. Undefined and null are missing, so the search goes on past them.
 */
export function lookup(executionResult: unknown, path: string): Found {
  const direct = valueAt(executionResult, path)
  if (!isRecord(executionResult) || !isMissing(direct)) return { value: direct, nodeId: null }
  for (const [key, node] of Object.entries(executionResult.results ?? {})) {
    if (!isRecord(node)) continue
    const value = valueAt(node.result, path)
    if (!isMissing(value)) return { value, nodeId: typeof node.node_id === 'string' ? node.node_id : key }
  }
  const inContext = valueAt(executionResult.context, path)
  return { value: inContext ?? direct, nodeId: null }
}
