import { InputCheck } from '@/lib/engine/input-check'
import { chooseAdaptiveAction, type NextAction } from '@/lib/engine/quality-check/adaptive-action'
import {
  estimateRerunSuccess,
  recommendAttempts,
  type RerunHistory,
  type RerunStrategy,
} from '@/lib/engine/quality-check/estimate-rerun-success'
import { type FailureRoot, findFailureRoots } from '@/lib/engine/quality-check/failure-roots'
import { GAFF_THRESHOLD } from '@/lib/engine/quality-check/gaff-profile'
import { type Graph, readGraph } from '@/lib/engine/quality-check/graph'
import { areUnrelated, topologicalOrder } from '@/lib/engine/quality-check/graph-walk'
import { type NodeOutcome, readNodeOutcomes } from '@/lib/engine/quality-check/node-outcomes'
import { rerunSet } from '@/lib/engine/quality-check/rerun-set'
import { findSystemicCause } from '@/lib/engine/quality-check/systemic-failure'
import { atLeast } from '@/lib/engine/tolerance'

const MAX_RERUNS = 2
const FAILED_PARTIALS_MAX = 2

/** An earlier rerun of this execution. */
export interface RerunAttempt {
  strategy?: string
  rerun_nodes?: string[]
  success?: boolean
}

export interface RerunInput {
  execution_result: Record<string, unknown>
  validation_result: { is_acceptable?: boolean; rerun_required?: boolean; quality_score?: number; rerun_nodes?: string[] }
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

interface Situation {
  graph: Graph
  outcomes: Map<string, NodeOutcome>
  roots: FailureRoot[]
  attempts: RerunAttempt[]
}

type Choice = { strategy: Exclude<RerunStrategy, 'none'>; next: NextAction }

function isAccepted({ is_acceptable, rerun_required, quality_score }: RerunInput['validation_result']): boolean {
  if (is_acceptable !== undefined) return is_acceptable
  if (rerun_required !== undefined) return !rerun_required
  return quality_score !== undefined && atLeast(quality_score, GAFF_THRESHOLD)
}

function areIndependent(graph: Graph, roots: readonly FailureRoot[]): boolean {
  return roots.every(({ nodeId, signature }, index) =>
    roots
      .slice(index + 1)
      .every((other) => (signature === null || other.signature !== signature) && areUnrelated(graph, nodeId, other.nodeId)),
  )
}

function choose({ graph, outcomes, roots, attempts }: Situation, suspects: readonly string[]): Choice {
  const rerunAll = (reason: string): Choice => ({ strategy: 'full', next: { action: 'rerun_all', nodes: graph.ids, reason } })
  const failedPartials = attempts.filter(({ strategy, success }) => strategy === 'partial' && success !== true)
  if (failedPartials.length >= FAILED_PARTIALS_MAX) {
    return rerunAll(`${failedPartials.length} partial reruns did not succeed`)
  }
  const systemicCause = findSystemicCause(graph, roots)
  if (systemicCause !== null) return rerunAll(`${systemicCause}, so the whole run is repeated`)

  const nodes = roots.map(({ nodeId }) => nodeId)
  if (nodes.length === 1) {
    return { strategy: 'partial', next: { action: 'rerun_nodes', nodes, reason: `only ${nodes.join()} failed by itself` } }
  }
  if (nodes.length > 1 && areIndependent(graph, roots)) {
    const reason = `${nodes.join(', ')} failed independently of each other`
    return { strategy: 'partial', next: { action: 'rerun_nodes', nodes, reason } }
  }
  const failedAttempts = attempts.filter(({ success }) => success !== true).length
  return { strategy: 'adaptive', next: chooseAdaptiveAction({ graph, outcomes, roots, suspects, failedAttempts }) }
}

const ALTERNATIVES: Record<Exclude<RerunStrategy, 'none'>, string[]> = {
  partial: ['rerun the whole graph', 'give the failing nodes to another agent', 'ask a person'],
  full: ['repair the shared cause first, then rerun only the failed nodes', 'ask a person'],
  adaptive: ['rerun the whole graph', 'relax the input of the failing nodes', 'ask a person'],
}

function toRootCause({ nodeId, error, signature, infrastructure, victims }: FailureRoot): RootCause {
  return { node_id: nodeId, error, signature, infrastructure, victims }
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
  const stopped = {
    rerun_required: false,
    strategy: 'none' as const,
    rerun_nodes: [],
    max_attempts_recommendation: 0,
    reused_nodes: succeeded,
    root_causes: roots.map(toRootCause),
  }
  if (isAccepted(input.validation_result)) {
    const reasoning = 'The result is accepted.'
    const next_action: NextAction = { action: 'none', nodes: [], reason: 'the result is accepted' }
    return { ...stopped, estimated_success_probability: 1, reasoning, alternative_approaches: [], exhausted: false, next_action }
  }
  if (attempts.length >= max_rerun_attempts) {
    const reason = `${attempts.length} of ${max_rerun_attempts} allowed reruns are used up`
    return {
      ...stopped,
      estimated_success_probability: 0,
      reasoning: `No rerun: ${reason}.`,
      alternative_approaches: ['ask a person', 'raise the limit of reruns'],
      exhausted: true,
      next_action: { action: 'ask_human', nodes: roots.map(({ nodeId }) => nodeId), reason },
    }
  }

  const { strategy, next } = choose({ graph, outcomes, roots, attempts }, input.validation_result.rerun_nodes ?? [])
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
