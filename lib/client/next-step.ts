import { decideIteration } from '../contracts/quality/decide-iteration'
import { determineRerunStrategy } from '../contracts/quality/determine-rerun-strategy'
import type { Advice, AttemptRecord, Plan } from './attempt'
import type { Validation } from './check-attempt'
import type { Desk } from './desk'

export type Stop = 'accepted' | 'accepted_best' | 'exhausted' | 'needs_human'
export type Step = { stop: Stop; reason: string } | { plan: Plan; advice: Advice | null }

type Situation = {
  validation: Validation
  attempts: readonly AttemptRecord[]
  graph: { [key: string]: unknown }
  maxRerunAttempts: number
}

/** What to do after an attempt: stop, or which nodes to run again. Convergence is asked only of results in which no node failed. */
export async function nextStep(
  desk: Desk,
  { validation, attempts, graph, maxRerunAttempts }: Situation,
): Promise<Step> {
  const last = attempts.at(-1)
  if (!last) throw new RangeError('there is no attempt to go on from')
  if (validation.is_acceptable) return { stop: 'accepted', reason: 'the result meets the criteria' }
  const strategy = await desk.send(determineRerunStrategy, {
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
  const { decision, kind, reason } = await desk.send(decideIteration, {
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

/** What holds an acceptance up beside the score: what blocks, or an accuracy below its own threshold. */
function blockersOf({ issues, quality_score, threshold }: Validation): string[] {
  const blocking = issues.filter((issue) => issue.blocking).map(({ message }) => message)
  if (blocking.length > 0 || quality_score < threshold) return blocking
  return ['the accuracy is below its threshold']
}
