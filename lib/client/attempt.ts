import type { z } from 'zod'
import { readAnswer } from '../api/call'
import type { Contract } from '../contracts/contract'
import { ingestRuns } from '../contracts/ingest'
import { validateExecutionResult } from '../contracts/quality/execution'
import { synthesizeFeedback } from '../contracts/quality/iteration'
import {
  type Attempt,
  type Execute,
  type ExecutionResult,
  type Feedback,
  mergeRerun,
  type NodeResult,
  type RerunNodes,
  toExecutionResult,
} from './chain'
import type { Desk, Target } from './desk'
import type { AttemptRecord, Criteria, Plan, Report } from './outcome'

type Ways<Request> = { execute: Execute<Request>; rerunNodes?: RerunNodes<Request> | undefined }

/** Makes one attempt by its plan. An error thrown by the caller's function becomes a failed execution. */
export async function makeAttempt<Request>(
  { execute, rerunNodes }: Ways<Request>,
  plan: Plan,
  attempt: Attempt<Request>,
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

export type Validation = z.output<typeof validateExecutionResult.output>

/** The desk's check of an attempt, or the error that prevented it. */
export type Verdict = { validation: Validation; feedback: Feedback } | { error: string }

/** Validates an attempt and turns its issues into feedback. A failed check is returned as an error, never as a pass. */
export async function checkAttempt(
  desk: Desk,
  result: ExecutionResult,
  criteria: Criteria,
  graph: { [key: string]: unknown },
): Promise<Verdict> {
  try {
    const validation = await askBy(desk, validateExecutionResult, {
      execution_result: result,
      quality_criteria: criteria,
      intent_graph: graph,
    })
    const feedback = await askBy(desk, synthesizeFeedback, {
      overallScore: validation.quality_score,
      issues: validation.issues.map(({ field, message, severity, blocking }) => ({
        field,
        issue: message,
        severity: blocking ? 'critical' : severity,
      })),
      strengths: whatHolds(criteria, validation),
    })
    return { validation, feedback }
  } catch (error) {
    return { error: `the result could not be checked: ${messageOf(error)}` }
  }
}

/** The required fields without an issue. */
function whatHolds({ required_fields = [] }: Criteria, { issues }: Validation): string[] {
  const faulty = new Set(issues.map(({ field }) => field))
  return required_fields.filter((field) => !faulty.has(field))
}

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

/** Reports an attempt to the desk as a run. An error does not stop the loop; it is stored in the record. */
export async function reportAttempt(desk: Desk, report: Report, made: Made): Promise<Reported> {
  try {
    const { accepted, rejected } = await askBy(desk, ingestRuns, toRun(report, made))
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
    // The required fields are also sent as the contract of the output, so that its completeness is measured.
    ...(criteria.required_fields && { contract: { requiredOutputs: [...criteria.required_fields] } }),
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

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Calls a contract and validates its answer. @throws ApiError */
export async function askBy<I extends z.ZodType, O extends z.ZodType>(
  desk: Desk,
  contract: Contract<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  const target: Target = `${contract.method} /${contract.path.slice(1)}`
  return readAnswer(contract, await desk.ask(target, { ...Object(input) }))
}
