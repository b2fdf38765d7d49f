import { atLeast } from '../tolerance'
import { failureSignature } from './analyze-failure-patterns'
import { type InfrastructureFault, infrastructureFault } from './failure-record'
import { ancestorsOf, descendantsOf, type Graph, topologicalOrder } from './graph'
import { NOT_RUN, type NodeOutcome } from './validation-issues'

/** The nodes to rerun, dependencies first, and the nodes whose stored results are reused. */
interface RerunSet {
  rerunNodes: string[]
  reusedNodes: string[]
}

/**
 * Returns the nodes to rerun so that `seeds` are recomputed: the seeds, all their dependents, and those of their dependencies that have no
 * reusable result, or all dependencies with `includeUpstream`.
 */
export function rerunSet(
  graph: Graph,
  outcomes: Map<string, NodeOutcome>,
  seeds: readonly string[],
  includeUpstream = false,
): RerunSet {
  const rerun = new Set([...seeds, ...descendantsOf(graph, ...seeds)])
  const isReusable = (id: string) => {
    const { status, isStored } = outcomes.get(id) ?? NOT_RUN
    return status === 'succeeded' && isStored
  }
  // The set grows while it is iterated, so the dependencies of added nodes are checked too.
  for (const id of rerun) {
    for (const dependency of graph.dependencies.get(id) ?? [])
      if (includeUpstream || !isReusable(dependency)) rerun.add(dependency)
  }
  const upstream = ancestorsOf(graph, ...rerun)
  const order = topologicalOrder(graph)
  return {
    rerunNodes: order.filter((id) => rerun.has(id)),
    reusedNodes: order.filter((id) => upstream.has(id) && !rerun.has(id) && isReusable(id)),
  }
}

/** A node that failed by itself, with the nodes that failed or were skipped because of it. */
export interface FailureRoot {
  nodeId: string
  error: string | null
  /** null without an error message: unknown faults are never considered equal */
  signature: string | null
  infrastructure: InfrastructureFault | null
  victims: string[]
}

/**
 * Returns the failed nodes without the cascade victims, dependencies first. A victim was skipped, or failed with the signature of a failed
 * ancestor. On a cycle only nodes earlier in the order count as ancestors, so that a root remains.
 */
export function findFailureRoots(graph: Graph, outcomes: Map<string, NodeOutcome>): FailureRoot[] {
  const failed = topologicalOrder(graph).filter((id) => outcomes.get(id)?.status === 'failed')
  const signatures = new Map(
    failed.map((id) => {
      const error = outcomes.get(id)?.error
      return [id, error ? failureSignature(error) : null]
    }),
  )
  const isVictim = (id: string, index: number) => {
    const signature = signatures.get(id) ?? null
    if (signature === null) return false
    const ancestors = ancestorsOf(graph, id)
    return failed.slice(0, index).some((other) => ancestors.has(other) && signatures.get(other) === signature)
  }
  const victims = new Set(failed.filter(isVictim))
  for (const [id, { status }] of outcomes) if (status === 'skipped') victims.add(id)

  return failed
    .filter((id) => !victims.has(id))
    .map((nodeId) => {
      const error = outcomes.get(nodeId)?.error ?? null
      return {
        nodeId,
        error,
        signature: signatures.get(nodeId) ?? null,
        infrastructure: error === null ? null : infrastructureFault(error),
        victims: [...descendantsOf(graph, nodeId)].filter((id) => victims.has(id)),
      }
    })
}

const FED_SHARE = 0.5
const FAILED_SHARE = 0.6
const FAILED_MIN = 3

function sharedInfrastructureFault(graph: Graph, roots: readonly FailureRoot[]): string | null {
  const faulty = roots
    .filter(({ infrastructure }) => infrastructure !== null)
    .map(({ nodeId, infrastructure }) => ({ nodeId, infrastructure, above: ancestorsOf(graph, nodeId) }))
  for (const [index, { nodeId, infrastructure, above }] of faulty.entries()) {
    const twin = faulty
      .slice(index + 1)
      .find((other) => other.infrastructure === infrastructure && !above.has(other.nodeId) && !other.above.has(nodeId))
    if (twin) return `${nodeId} and ${twin.nodeId} are unrelated and share one infrastructure fault (${infrastructure})`
  }
  return null
}

function failedEntry(graph: Graph, roots: readonly FailureRoot[]): string | null {
  const entries = graph.ids.filter((id) => graph.dependencies.get(id)?.size === 0)
  const root = roots.find(({ nodeId }) => entries.length === 1 && entries[0] === nodeId)
  if (!root?.infrastructure) return null
  const fed = descendantsOf(graph, root.nodeId).size / graph.ids.length
  return atLeast(fed, FED_SHARE) ? `the only entry node ${root.nodeId} met an infrastructure fault` : null
}

/** Returns why the failures indicate a problem of the whole run rather than of single nodes, or null. `roots` exclude victims. */
export function findSystemicCause(graph: Graph, roots: readonly FailureRoot[]): string | null {
  const share = roots.length / graph.ids.length
  const widespread = roots.length >= FAILED_MIN && atLeast(share, FAILED_SHARE)
  return (
    sharedInfrastructureFault(graph, roots) ??
    failedEntry(graph, roots) ??
    (widespread ? `${roots.length} of ${graph.ids.length} nodes failed` : null)
  )
}

/** The next concrete step; `nodes` are those it targets, without their dependents. */
export interface NextAction {
  action: 'none' | 'rerun_nodes' | 'rerun_all' | 'change_agent' | 'relax_input' | 'ask_human'
  nodes: string[]
  reason: string
}

interface AdaptiveSituation {
  graph: Graph
  outcomes: Map<string, NodeOutcome>
  roots: readonly FailureRoot[]
  /** Nodes that the validation identified as responsible. */
  suspects: readonly string[]
  failedAttempts: number
  /** Whether the execution waits for an approval. */
  isWaiting: boolean
}

function actOnRoots(roots: readonly FailureRoot[], failedAttempts: number): NextAction {
  const nodes = roots.map(({ nodeId }) => nodeId)
  const needsPerson = roots.every(({ infrastructure }) => infrastructure === 'auth' || infrastructure === 'quota')
  if (needsPerson) return { action: 'ask_human', nodes, reason: 'credentials or a quota need a person' }
  if (failedAttempts > 0) {
    return { action: 'change_agent', nodes, reason: 'a rerun with the same agent did not succeed' }
  }
  const [first, ...rest] = roots.map(({ signature }) => signature)
  if (first && rest.length > 0 && rest.every((signature) => signature === first)) {
    return {
      action: 'relax_input',
      nodes,
      reason: 'several nodes fail in the same way, so their common input is the suspect',
    }
  }
  return {
    action: 'rerun_nodes',
    nodes,
    reason: 'the failures depend on each other, so they are repaired from the first one on',
  }
}

function actWithoutRoots({ graph, outcomes, suspects, failedAttempts, isWaiting }: AdaptiveSituation): NextAction {
  if (isWaiting) return { action: 'ask_human', nodes: [], reason: 'the execution waits for an approval' }
  const order = topologicalOrder(graph)
  const unfinished = order.filter((id) => {
    const { status, isStored } = outcomes.get(id) ?? NOT_RUN
    return status !== 'succeeded' || !isStored
  })
  const ends = order.filter((id) => graph.dependents.get(id)?.size === 0)
  const held = order.filter((id) => suspects.includes(id))
  const nodes = [held, unfinished, ends].find((candidates) => candidates.length > 0) ?? []
  if (nodes.length === 0) return { action: 'ask_human', nodes, reason: 'no node can be held responsible' }
  if (failedAttempts > 0)
    return { action: 'change_agent', nodes, reason: 'a rerun with the same agent did not raise the quality' }
  if (nodes === unfinished)
    return { action: 'rerun_nodes', nodes, reason: 'these nodes never finished, or left no result' }
  return {
    action: 'rerun_nodes',
    nodes,
    reason: 'no node failed, so the nodes behind the weak result run again with its issues',
  }
}

/** Chooses a concrete next step when no simple strategy fits, so that the caller's loop can always continue. */
export function chooseAdaptiveAction(situation: AdaptiveSituation): NextAction {
  const { roots, failedAttempts } = situation
  return roots.length > 0 ? actOnRoots(roots, failedAttempts) : actWithoutRoots(situation)
}
