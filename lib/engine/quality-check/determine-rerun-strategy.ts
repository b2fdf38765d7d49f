import type { OutputOf, ParsedOf } from '@/lib/contracts/contract'
import type { DetermineRerunStrategy as Contract } from '@/lib/contracts/quality/execution'
import { classifyFailure } from '../failures/classify-failure'
import { InputCheck } from '../input-error'
import { atLeast, clamp01 } from '../tolerance'
import { GAFF_THRESHOLD } from './gaff-profile'
import { ancestorsOf, type Graph, readGraph, topologicalOrder } from './graph'
import {
  chooseAdaptiveAction,
  type FailureRoot,
  findFailureRoots,
  findSystemicCause,
  type NextAction,
  rerunSet,
} from './rerun-set'
import { errorText, type NodeOutcome, readNodeOutcomes, statusOf, WAITING } from './validation-issues'

const MAX_RERUNS = 2

export type RerunInput = ParsedOf<Contract>

type RootCause = RerunDecision['root_causes'][number]

type RerunDecision = OutputOf<Contract>

/**
 * Decides how to repair an execution: none (accepted, or no attempt left), partial (one cause, or several independent ones), full
 * (systemic, or two failed partial reruns) or adaptive with a concrete `next_action`. Order: none, exhausted, two failed partials,
 * systemic, single or multiple, adaptive.
 * @throws {EngineInputError} on an unreadable graph or attempt limit.
 */
export function determineRerunStrategy(input: RerunInput): RerunDecision {
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
  const suspects = input.validation_result.rerun_nodes ?? []
  const isWaiting = statusOf(input.execution_result) === WAITING
  const { strategy, next } = chooseRerunStrategy({ graph, outcomes, roots, attempts, suspects, isWaiting })
  const failedAttempts = attempts.filter(({ success }) => success !== true).length
  const probability = estimateOfRoots(strategy, failedAttempts, roots, input.rerun_history ?? [])
  if (attempts.length >= max_rerun_attempts) {
    const reason = `${attempts.length} of ${max_rerun_attempts} allowed reruns are used up`
    // Of the rerun that the limit prevents: 0 would say that none can succeed.
    return { ...stopped(roots, succeeded), ...exhausted(roots, reason), estimated_success_probability: probability }
  }
  const failed = graph.ids.filter((id) => outcomes.get(id)?.status === 'failed')
  const seeds = strategy === 'full' ? graph.ids : [...new Set([...next.nodes, ...failed])]
  const { rerunNodes, reusedNodes } = rerunSet(graph, outcomes, seeds, include_upstream)
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
    reasoning: `No rerun: ${reason}.`,
    alternative_approaches: ['ask a person', 'raise the limit of reruns'],
    exhausted: true,
    next_action: { action: 'ask_human' as const, nodes: roots.map(({ nodeId }) => nodeId), reason },
  }
}

const FAILED_PARTIALS_MAX = 2

/** An earlier rerun of this execution. */
type RerunAttempt = NonNullable<RerunInput['failure_history']>[number]

interface RerunSituation {
  graph: Graph
  outcomes: Map<string, NodeOutcome>
  /** The failed nodes without the cascade victims. */
  roots: readonly FailureRoot[]
  attempts: readonly RerunAttempt[]
  /** Nodes that the validation identified as responsible. */
  suspects: readonly string[]
  isWaiting: boolean
}

interface RerunChoice {
  strategy: Exclude<RerunStrategy, 'none'>
  next: NextAction
}

/** Whether the known faults differ and none of the nodes depends on another. */
function areIndependent(graph: Graph, roots: readonly FailureRoot[]): boolean {
  const signatures = roots.map(({ signature }) => signature).filter((signature) => signature !== null)
  if (new Set(signatures).size < signatures.length) return false
  return roots.every(({ nodeId }) => {
    const above = ancestorsOf(graph, nodeId)
    return roots.every((other) => other.nodeId === nodeId || !above.has(other.nodeId))
  })
}

/** Chooses the strategy for a rejected result with attempts left: two failed partials, systemic, single or multiple, adaptive. */
function chooseRerunStrategy(situation: RerunSituation): RerunChoice {
  const { graph, outcomes, roots, attempts, suspects, isWaiting } = situation
  const rerunAll = (reason: string): RerunChoice => ({
    strategy: 'full',
    next: { action: 'rerun_all', nodes: graph.ids, reason },
  })
  const failed = attempts.filter(({ success }) => success !== true)
  const failedPartials = failed.filter(({ strategy }) => strategy === 'partial').length
  if (failedPartials >= FAILED_PARTIALS_MAX) return rerunAll(`${failedPartials} partial reruns did not succeed`)
  const systemicCause = findSystemicCause(graph, roots)
  if (systemicCause !== null) return rerunAll(`${systemicCause}, so the whole run is repeated`)

  const nodes = roots.map(({ nodeId }) => nodeId)
  if (nodes.length === 1) {
    return {
      strategy: 'partial',
      next: { action: 'rerun_nodes', nodes, reason: `only ${nodes.join()} failed by itself` },
    }
  }
  if (nodes.length > 1 && areIndependent(graph, roots)) {
    const reason = `${nodes.join(', ')} failed independently of each other`
    return { strategy: 'partial', next: { action: 'rerun_nodes', nodes, reason } }
  }
  const next = chooseAdaptiveAction({ graph, outcomes, roots, suspects, isWaiting, failedAttempts: failed.length })
  return { strategy: 'adaptive', next }
}

type RerunStrategy = 'none' | 'partial' | 'full' | 'adaptive'

/** Success count of earlier reruns. */
interface RerunRecord {
  tried: number
  succeeded: number
}

type PastRerun = NonNullable<RerunInput['rerun_history']>[number]

/** Earlier reruns of the same failure class, and of this node with that class. */
interface RerunHistory {
  ofClass: RerunRecord
  ofNode: RerunRecord
}

const PRIORS: Record<Exclude<RerunStrategy, 'none'>, number> = { partial: 0.8, full: 0.7, adaptive: 0.75 }
const FAILED_ATTEMPT_FACTOR = 0.8
const CLASS_PRIOR_WEIGHT = 6
const NODE_PRIOR_WEIGHT = 8
const SETTLED_AT = 0.9

const shrink = ({ tried, succeeded }: RerunRecord, prior: number, weight: number) =>
  (succeeded + weight * prior) / (tried + weight)

/**
 * Estimates the probability that a rerun succeeds, 0 to 1. Prior by strategy times 0.8 for every earlier failed attempt; a history updates
 * that prior in two Beta steps: p_class = (k + 6·prior)/(n + 6), then p = (k + 8·p_class)/(n + 8).
 */
export function estimateRerunSuccess(
  strategy: Exclude<RerunStrategy, 'none'>,
  failedAttempts: number,
  history?: RerunHistory,
): number {
  const prior = PRIORS[strategy] * FAILED_ATTEMPT_FACTOR ** failedAttempts
  if (!history) return prior
  return clamp01(shrink(history.ofNode, shrink(history.ofClass, prior, CLASS_PRIOR_WEIGHT), NODE_PRIOR_WEIGHT))
}

/** A rerun succeeds only if every root does, so the least likely one decides. The roots are judged by their failure class. */
function estimateOfRoots(
  strategy: Exclude<RerunStrategy, 'none'>,
  failedAttempts: number,
  roots: readonly FailureRoot[],
  past: readonly PastRerun[],
): number {
  const classOf = (error: string | null) => classifyFailure({ message: error ?? '' }).failureClass
  const known = past.map((rerun) => ({ ...rerun, failureClass: classOf(errorText(rerun.error)) }))
  const estimates = roots.map(({ nodeId, error }) => {
    const failureClass = classOf(error)
    const alike = known.filter((rerun) => rerun.failureClass === failureClass)
    if (alike.length === 0) return estimateRerunSuccess(strategy, failedAttempts)
    const own = alike.filter(({ node_id }) => node_id === nodeId)
    return estimateRerunSuccess(strategy, failedAttempts, { ofClass: toRecord(alike), ofNode: toRecord(own) })
  })
  return estimates.length > 0 ? Math.min(...estimates) : estimateRerunSuccess(strategy, failedAttempts)
}

function toRecord(reruns: readonly PastRerun[]): RerunRecord {
  return { tried: reruns.length, succeeded: reruns.filter(({ success }) => success).length }
}

/**
 * Returns the fewest further attempts after which success is 90 % likely, each 0.8 times as likely as the previous one; at most
 * `attemptsLeft`.
 */
export function recommendAttempts(firstProbability: number, attemptsLeft: number): number {
  let failing = 1
  for (let attempt = 1; attempt <= attemptsLeft; attempt += 1) {
    failing *= 1 - firstProbability * FAILED_ATTEMPT_FACTOR ** (attempt - 1)
    if (1 - failing >= SETTLED_AT) return attempt
  }
  return attemptsLeft
}
