import { determineRerunStrategy } from '../contracts/quality/execution'
import { decideIteration } from '../contracts/quality/iteration'
import { askBy, checkAttempt, makeAttempt, messageOf, reportAttempt, type Validation, type Verdict } from './attempt'
import type { Advice, Attempt, Execute, ExecutionResult, RerunNodes } from './chain'
import type { Desk } from './desk'
import type { AttemptRecord, Criteria, Plan, QualityOutcome, Report, Stop } from './outcome'

/** `request` is passed to every attempt; required if the chain declares a request type. */
export type QualityOptions<Request = unknown> = {
  desk: Desk
  execute: Execute<Request>
  /** Reruns only the named nodes. Without it every rerun is a full one. */
  rerunNodes?: RerunNodes<Request>
  criteria: Criteria
  /** The nodes and their dependencies, in any spelling the desk accepts. */
  graph?: { nodes?: readonly { id: string; dependencies?: readonly string[] }[]; [key: string]: unknown }
  /** Number of reruns, not executions: the default 2 allows three executions, 0 only the first. */
  maxRerunAttempts?: number
  /** If omitted, nothing is reported. */
  report?: Report
  signal?: AbortSignal
} & (unknown extends Request ? { request?: Request } : { request: Request })

const DEFAULT_RERUNS = 2

/**
 * Executes a chain until its result is accepted: execute, validate, rerun the failed nodes or everything with feedback, and stop when the
 * attempts converge or are used up. An error in `execute` or `rerunNodes` is a failed attempt; a failed check ends in `unvalidated`, never
 * in an acceptance.
 * @throws only the signal's reason when it aborts.
 */
export async function runWithQuality<Request = unknown>(options: QualityOptions<Request>): Promise<QualityOutcome> {
  const { criteria, signal, report, maxRerunAttempts = DEFAULT_RERUNS } = options
  const desk: Desk = { ...options.desk, ask: (target, input) => options.desk.ask(target, input, signal) }
  const request = options.request as Request
  const graph = { nodes: [], ...options.graph }
  const dependencies = new Map(graph.nodes.map(({ id, dependencies = [] }) => [id, dependencies]))
  const execution = report?.execution ?? crypto.randomUUID()
  const maxAttempts = maxRerunAttempts + 1
  const attempts: AttemptRecord[] = []
  let plan: Plan = { strategy: 'first', rerunNodes: [] }
  let lessons: Pick<Attempt, 'feedback' | 'advice'> = { feedback: null, advice: null }
  for (;;) {
    signal?.throwIfAborted()
    const attempt = { attempt: attempts.length + 1, request, signal, ...lessons }
    const result = await makeAttempt(options, plan, attempt, attempts.at(-1)?.result)
    const verdict = await checkAttempt(desk, result, criteria, graph)
    const made = { ...attempt, execution, maxAttempts, result, verdict, criteria, dependencies }
    const reported = report ? await reportAttempt(desk, report, made) : { runId: null, reportError: null }
    signal?.throwIfAborted()
    attempts.push({ attempt: attempt.attempt, ...plan, result, ...qualityOf(verdict), ...reported })
    if ('error' in verdict) return { status: 'unvalidated', reason: verdict.error, result, attempts }
    const step = await nextStep(desk, { ...verdict, attempts, graph, maxRerunAttempts }).catch(withoutAdvice)
    signal?.throwIfAborted()
    if ('stop' in step) return { status: step.stop, reason: step.reason, result: bestOf(attempts), attempts }
    plan = options.rerunNodes ? step.plan : { strategy: 'full', rerunNodes: [] }
    lessons = { feedback: verdict.feedback, advice: step.advice }
  }
}

function withoutAdvice(error: unknown): Step {
  return { stop: 'needs_human', reason: `the desk could not advise on a rerun: ${messageOf(error)}` }
}

function qualityOf(verdict: Verdict): Pick<AttemptRecord, 'quality' | 'isAcceptable'> {
  if ('error' in verdict) return { quality: null, isAcceptable: false }
  return { quality: verdict.validation.quality_score, isAcceptable: verdict.validation.is_acceptable }
}

/** The accepted attempt, else the one of highest quality, the earliest if tied. */
function bestOf(attempts: readonly AttemptRecord[]): ExecutionResult {
  const [first, ...rest] = attempts
  if (!first) throw new RangeError('there is no attempt')
  const score = ({ isAcceptable, quality }: AttemptRecord) => (isAcceptable ? 2 : (quality ?? -1))
  return rest.reduce((best, one) => (score(one) > score(best) ? one : best), first).result
}

type Step = { stop: Stop; reason: string } | { plan: Plan; advice: Advice | null }

type Situation = {
  validation: Validation
  attempts: readonly AttemptRecord[]
  graph: { [key: string]: unknown }
  maxRerunAttempts: number
}

/** Decides the next step after an attempt: stop, or which nodes to rerun. Convergence is only checked if no node failed. */
async function nextStep(desk: Desk, { validation, attempts, graph, maxRerunAttempts }: Situation): Promise<Step> {
  const last = attempts.at(-1)
  if (!last) throw new RangeError('there is no attempt to go on from')
  if (validation.is_acceptable) return { stop: 'accepted', reason: 'the result meets the criteria' }
  const strategy = await askBy(desk, determineRerunStrategy, {
    execution_result: last.result,
    validation_result: validation,
    intent_graph: graph,
    failure_history: attempts.slice(1).map(({ strategy, rerunNodes }) => ({
      strategy,
      rerun_nodes: [...rerunNodes],
      success: false,
    })),
    max_rerun_attempts: maxRerunAttempts,
  })
  if (strategy.exhausted) return { stop: 'exhausted', reason: strategy.reasoning }
  if (last.result.nodes_failed.length === 0) {
    const stop = await stopOf(desk, validation, attempts, maxRerunAttempts)
    if (stop) return stop
  }
  const { action, reason } = strategy.next_action
  if (action === 'ask_human') return { stop: 'needs_human', reason }
  const isPlain = action === 'rerun_nodes' || action === 'rerun_all'
  return {
    plan: toPlan(strategy.strategy, strategy.rerun_nodes),
    advice: isPlain ? null : strategy.next_action,
  }
}

function toPlan(strategy: 'none' | 'partial' | 'full' | 'adaptive', nodes: readonly string[]): Plan {
  if (strategy === 'partial' || strategy === 'adaptive') return { strategy, rerunNodes: nodes }
  return { strategy: 'full', rerunNodes: [] }
}

async function stopOf(
  desk: Desk,
  validation: Validation,
  attempts: readonly AttemptRecord[],
  maxRerunAttempts: number,
): Promise<{ stop: Stop; reason: string } | null> {
  const { decision, kind, reason } = await askBy(desk, decideIteration, {
    qualityScore: validation.quality_score,
    iteration: attempts.length,
    maxIterations: maxRerunAttempts + 1,
    history: attempts.flatMap(({ quality }) => (quality === null ? [] : [quality])),
    blockers: blockersOf(validation),
    acceptThreshold: validation.threshold,
  })
  if (decision === 'accept_best') return { stop: 'accepted_best', reason }
  if (decision === 'escalate') return { stop: kind === 'rejected' ? 'exhausted' : 'needs_human', reason }
  return null
}

/** What blocks acceptance beside the score: blocking issues, or an accuracy below its own threshold. */
function blockersOf({ issues, quality_score, threshold }: Validation): string[] {
  const blocking = issues.filter((issue) => issue.blocking).map(({ message }) => message)
  if (blocking.length > 0 || quality_score < threshold) return blocking
  return ['the accuracy is below its threshold']
}
