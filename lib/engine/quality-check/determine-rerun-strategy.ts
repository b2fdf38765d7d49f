import { InputCheck } from '@/lib/engine/input-check'
import type { NextAction } from '@/lib/engine/quality-check/adaptive-action'
import { chooseRerunStrategy, type RerunAttempt } from '@/lib/engine/quality-check/choose-rerun-strategy'
import {
  estimateRerunSuccess,
  type RerunHistory,
  type RerunStrategy,
  recommendAttempts,
} from '@/lib/engine/quality-check/estimate-rerun-success'
import { type FailureRoot, findFailureRoots } from '@/lib/engine/quality-check/failure-roots'
import { GAFF_THRESHOLD } from '@/lib/engine/quality-check/gaff-profile'
import { readGraph } from '@/lib/engine/quality-check/graph'
import { topologicalOrder } from '@/lib/engine/quality-check/graph-walk'
import { readNodeOutcomes } from '@/lib/engine/quality-check/node-outcomes'
import { rerunSet } from '@/lib/engine/quality-check/rerun-set'
import { atLeast } from '@/lib/engine/tolerance'

const MAX_RERUNS = 2

export interface RerunInput {
  execution_result: Record<string, unknown>
  validation_result: {
    is_acceptable?: boolean
    rerun_required?: boolean
    quality_score?: number
    rerun_nodes?: string[]
  }
  intent_graph?: unknown
  failure_history?: RerunAttempt[]
  /** Reruns, not executions; 2 by default, 0 means none. */
  max_rerun_attempts?: number
  include_upstream?: boolean
}

export interface RootCause {
  node_id: string
  error: string | null
  signature: string | null
  infrastructure: string | null
  victims: string[]
}

export interface RerunDecision {
  rerun_required: boolean
  strategy: RerunStrategy
  /** dependencies first */
  rerun_nodes: string[]
  /** 0 to 1 */
  estimated_success_probability: number
  reasoning: string
  max_attempts_recommendation: number
  alternative_approaches: string[]
  exhausted: boolean
  reused_nodes: string[]
  root_causes: RootCause[]
  next_action: NextAction
}

function isAccepted({ is_acceptable, rerun_required, quality_score }: RerunInput['validation_result']): boolean {
  if (is_acceptable !== undefined) return is_acceptable
  if (rerun_required !== undefined) return !rerun_required
  return quality_score !== undefined && atLeast(quality_score, GAFF_THRESHOLD)
}

const ALTERNATIVES: Record<Exclude<RerunStrategy, 'none'>, string[]> = {
  partial: ['rerun the whole graph', 'give the failing nodes to another agent', 'ask a person'],
  full: ['repair the shared cause first, then rerun only the failed nodes', 'ask a person'],
  adaptive: ['rerun the whole graph', 'relax the input of the failing nodes', 'ask a person'],
}

function toRootCause({ nodeId, error, signature, infrastructure, victims }: FailureRoot): RootCause {
  return { node_id: nodeId, error, signature, infrastructure, victims }
}

function stopped(roots: readonly FailureRoot[], succeeded: string[]) {
  return {
    rerun_required: false,
    strategy: 'none' as const,
    rerun_nodes: [],
    max_attempts_recommendation: 0,
    reused_nodes: succeeded,
    root_causes: roots.map(toRootCause),
  }
}

const ACCEPTED = {
  estimated_success_probability: 1,
  reasoning: 'The result is accepted.',
  alternative_approaches: [],
  exhausted: false,
  next_action: { action: 'none' as const, nodes: [], reason: 'the result is accepted' },
}

function exhausted(roots: readonly FailureRoot[], reason: string) {
  return {
    estimated_success_probability: 0,
    reasoning: `No rerun: ${reason}.`,
    alternative_approaches: ['ask a person', 'raise the limit of reruns'],
    exhausted: true,
    next_action: { action: 'ask_human' as const, nodes: roots.map(({ nodeId }) => nodeId), reason },
  }
}

/**
 * Decides how to repair an execution: none (accepted, or no attempt left), partial (one cause, or several independent ones),
 * full (systemic, or two failed partial reruns) or adaptive with a concrete `next_action`. Order: none, exhausted, two failed
 * partials, systemic, single or multiple, adaptive. `history` sharpens the probability; see {@link estimateRerunSuccess}.
 * Throws EngineInputError for an unreadable graph or attempt limit.
 */
export function determineRerunStrategy(input: RerunInput, history?: RerunHistory): RerunDecision {
  const { failure_history: attempts = [], max_rerun_attempts = MAX_RERUNS, include_upstream = false } = input
  const check = new InputCheck()
  const isCount = Number.isInteger(max_rerun_attempts) && max_rerun_attempts >= 0
  check.require(isCount, 'max_rerun_attempts', 'must be a whole number of 0 or more')
  check.throwIfAny()

  const outcomes = readNodeOutcomes(input.execution_result)
  const graph = readGraph(input.intent_graph, outcomes.keys())
  const roots = findFailureRoots(graph, outcomes)
  const succeeded = topologicalOrder(graph).filter((id) => outcomes.get(id)?.status === 'succeeded')
  if (isAccepted(input.validation_result)) return { ...stopped(roots, succeeded), ...ACCEPTED }
  if (attempts.length >= max_rerun_attempts) {
    const reason = `${attempts.length} of ${max_rerun_attempts} allowed reruns are used up`
    return { ...stopped(roots, succeeded), ...exhausted(roots, reason) }
  }

  const suspects = input.validation_result.rerun_nodes ?? []
  const { strategy, next } = chooseRerunStrategy({ graph, outcomes, roots, attempts, suspects })
  const failed = graph.ids.filter((id) => outcomes.get(id)?.status === 'failed')
  const seeds = strategy === 'full' ? graph.ids : [...new Set([...next.nodes, ...failed])]
  const { rerunNodes, reusedNodes } = rerunSet(graph, outcomes, seeds, include_upstream)
  const failedAttempts = attempts.filter(({ success }) => success !== true).length
  const probability = estimateRerunSuccess(strategy, failedAttempts, history)
  return {
    rerun_required: true,
    strategy,
    rerun_nodes: rerunNodes,
    estimated_success_probability: probability,
    reasoning: `Strategy ${strategy}: ${next.reason}.`,
    max_attempts_recommendation: recommendAttempts(probability, max_rerun_attempts - attempts.length),
    alternative_approaches: ALTERNATIVES[strategy],
    exhausted: false,
    reused_nodes: reusedNodes,
    root_causes: roots.map(toRootCause),
    next_action: next,
  }
}
