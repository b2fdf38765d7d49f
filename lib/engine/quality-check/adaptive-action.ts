import type { FailureRoot } from '@/lib/engine/quality-check/failure-roots'
import type { Graph } from '@/lib/engine/quality-check/graph'
import { topologicalOrder } from '@/lib/engine/quality-check/graph-walk'
import { NOT_RUN, type NodeOutcome } from '@/lib/engine/quality-check/node-outcomes'

/** The next concrete step; `nodes` are the nodes it is about, before what depends on them is added. */
export interface NextAction {
  action: 'none' | 'rerun_nodes' | 'rerun_all' | 'change_agent' | 'relax_input' | 'ask_human'
  nodes: string[]
  reason: string
}

export interface AdaptiveSituation {
  graph: Graph
  outcomes: Map<string, NodeOutcome>
  roots: readonly FailureRoot[]
  /** Nodes that the validation holds responsible. */
  suspects: readonly string[]
  failedAttempts: number
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

function actWithoutRoots({ graph, outcomes, suspects, failedAttempts }: AdaptiveSituation): NextAction {
  const order = topologicalOrder(graph)
  const unfinished = order.filter((id) => (outcomes.get(id) ?? NOT_RUN).status !== 'succeeded')
  const ends = order.filter((id) => graph.dependents.get(id)?.size === 0)
  const held = order.filter((id) => suspects.includes(id))
  const nodes = [held, unfinished, ends].find((candidates) => candidates.length > 0) ?? []
  if (nodes.length === 0) return { action: 'ask_human', nodes, reason: 'no node can be held responsible' }
  if (failedAttempts > 0)
    return { action: 'change_agent', nodes, reason: 'a rerun with the same agent did not raise the quality' }
  if (nodes === unfinished) return { action: 'rerun_nodes', nodes, reason: 'these nodes never finished' }
  return {
    action: 'rerun_nodes',
    nodes,
    reason: 'no node failed, so the nodes behind the weak result run again with its issues',
  }
}

/** A concrete next step where no simple strategy fits, so that no caller's loop has to give up. */
export function chooseAdaptiveAction(situation: AdaptiveSituation): NextAction {
  const { roots, failedAttempts } = situation
  return roots.length > 0 ? actOnRoots(roots, failedAttempts) : actWithoutRoots(situation)
}
