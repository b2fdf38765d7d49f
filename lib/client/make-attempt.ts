import { type Attempt, type Execute, messageOf, type Plan, type RerunNodes } from './attempt'
import { type ExecutionResult, mergeRerun, type NodeResult, toExecutionResult } from './execution-result'

type Ways = { execute: Execute; rerunNodes?: RerunNodes | undefined }

/** Makes one attempt by its plan. What the caller's function throws becomes a failed execution: it is a result, too. */
export async function makeAttempt(
  { execute, rerunNodes }: Ways,
  plan: Plan,
  attempt: Attempt,
  previous: ExecutionResult | undefined,
): Promise<ExecutionResult> {
  const startedMs = performance.now()
  const isPartial = plan.rerunNodes.length > 0 && rerunNodes !== undefined && previous !== undefined
  try {
    if (!isPartial) return await execute(attempt)
    return mergeRerun(previous, await rerunNodes(plan.rerunNodes, { ...attempt, previous }), plan.rerunNodes)
  } catch (error) {
    attempt.signal?.throwIfAborted()
    const spentMs = performance.now() - startedMs
    if (isPartial) return mergeRerun(previous, failed(plan.rerunNodes, error, spentMs), plan.rerunNodes)
    return { ...toExecutionResult({}, spentMs), status: 'failed', context: { error: messageOf(error) } }
  }
}

function failed(nodes: readonly string[], error: unknown, spentMs: number): ExecutionResult {
  const timestamp = new Date().toISOString()
  const toFailure = (node_id: string): NodeResult => ({
    node_id,
    success: false,
    error: messageOf(error),
    execution_time_ms: spentMs,
    attempts: 1,
    timestamp,
  })
  return toExecutionResult(Object.fromEntries(nodes.map((id) => [id, toFailure(id)])), spentMs)
}
