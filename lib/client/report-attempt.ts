import { ingestRuns } from '../contracts/ingest'
import { type AttemptRecord, type Criteria, messageOf } from './attempt'
import type { Verdict } from './check-attempt'
import type { Desk } from './desk'
import type { ExecutionResult, NodeResult } from './execution-result'

export type Report = { chain: string; version?: string; execution?: string; scenario?: string }

type Reported = Pick<AttemptRecord, 'runId' | 'reportError'>
type Made = {
  execution: string
  attempt: number
  maxAttempts: number
  request: unknown
  result: ExecutionResult
  verdict: Verdict
  criteria: Criteria
  dependencies: ReadonlyMap<string, readonly string[]>
}

/** Sends an attempt to the desk as a run. The loop goes on where this fails; the record says why. */
export async function reportAttempt(desk: Desk, report: Report, made: Made): Promise<Reported> {
  try {
    const { accepted, rejected } = await desk.send(ingestRuns, toRun(report, made))
    return { runId: accepted[0]?.runId ?? null, reportError: rejected[0]?.reason ?? null }
  } catch (error) {
    return { runId: null, reportError: messageOf(error) }
  }
}

function toRun(report: Report, made: Made) {
  const { result, execution, attempt, maxAttempts, request, criteria, dependencies } = made
  const error = result.context?.error
  return {
    ...report,
    id: `${execution}-${attempt}`,
    execution,
    attempt,
    maxAttempts,
    status: statusOf(made),
    ...(request !== undefined && { request }),
    ...(result.output !== undefined && { output: result.output }),
    ...(typeof error === 'string' && { error }),
    nodes: Object.values(result.results).map((node) => toNode(node, dependencies)),
    ...(result.tokens_used !== undefined && { tokens: { total: result.tokens_used } }),
    durationMs: result.execution_time_ms,
    criteria,
  }
}

function statusOf({ result, verdict }: Made): ExecutionResult['status'] {
  if (result.status !== 'completed' || 'error' in verdict) return result.status
  return verdict.validation.is_acceptable ? 'completed' : 'failed_quality'
}

function toNode(node: NodeResult, dependencies: Made['dependencies']) {
  return {
    id: node.node_id,
    dependencies: [...(dependencies.get(node.node_id) ?? [])],
    status: node.success ? 'completed' : node.skipped ? 'skipped' : 'failed',
    ...(node.result !== undefined && { output: node.result }),
    ...(node.error !== undefined && { error: node.error }),
    attempts: node.attempts,
    durationMs: node.execution_time_ms,
    endedAt: node.timestamp,
  }
}
