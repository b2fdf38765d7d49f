/** What came of one node, in the shape that the quality tools read. */
export type NodeResult = {
  node_id: string
  success: boolean
  /** Not run, because a node it depends on had failed. */
  skipped?: boolean
  result?: unknown
  error?: string
  execution_time_ms: number
  attempts: number
  /** When it ended, ISO 8601. */
  timestamp: string
}

/** What came of one execution of a chain. `tokens_used` is left out where nobody counted: unknown is not zero. */
export type ExecutionResult = {
  execution_id?: string
  status: 'completed' | 'failed' | 'failed_quality' | 'paused_for_approval' | 'cancelled'
  results: Record<string, NodeResult>
  execution_time_ms: number
  tokens_used?: number
  nodes_executed?: number
  nodes_failed: string[]
  /** What the chain gives as a whole; the results of its nodes are read where it is left out. */
  output?: unknown
  context?: Record<string, unknown>
}

/** An execution made of its node results; failed where any node failed. Time in ms. */
export function toExecutionResult(results: Record<string, NodeResult>, timeMs: number): ExecutionResult {
  const nodes = Object.values(results)
  const failed = nodes.filter((node) => !node.success && !node.skipped).map((node) => node.node_id)
  return {
    status: failed.length > 0 ? 'failed' : 'completed',
    results,
    execution_time_ms: timeMs,
    nodes_executed: nodes.filter((node) => !node.skipped).length,
    nodes_failed: failed,
  }
}

/**
 * The execution after a partial rerun: the results of `nodes` are those of the rerun, all others are kept as they were, and
 * time and tokens add up. A node that was asked for and not answered keeps its old result.
 */
export function mergeRerun(
  previous: ExecutionResult,
  rerun: ExecutionResult,
  nodes: readonly string[],
): ExecutionResult {
  const renewed = nodes.flatMap((id) => {
    const result = rerun.results[id]
    const attempts = (previous.results[id]?.attempts ?? 0) + 1
    return result ? [[id, { ...result, attempts: Math.max(attempts, result.attempts) }] as const] : []
  })
  const results = { ...previous.results, ...Object.fromEntries(renewed) }
  const merged = toExecutionResult(results, previous.execution_time_ms + rerun.execution_time_ms)
  const tokens = [previous.tokens_used, rerun.tokens_used]
  const { output: _replaced, ...rest } = previous
  return {
    ...rest,
    ...merged,
    ...(rerun.output !== undefined && { output: rerun.output }),
    ...(tokens.every((count) => count !== undefined) && { tokens_used: tokens.reduce((sum, count) => sum + count, 0) }),
    context: { ...previous.context, ...rerun.context },
  }
}
