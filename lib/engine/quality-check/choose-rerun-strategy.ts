import { chooseAdaptiveAction, type NextAction } from '@/lib/engine/quality-check/adaptive-action'
import type { RerunStrategy } from '@/lib/engine/quality-check/estimate-rerun-success'
import type { FailureRoot } from '@/lib/engine/quality-check/failure-roots'
import type { Graph } from '@/lib/engine/quality-check/graph'
import { ancestorsOf } from '@/lib/engine/quality-check/graph-walk'
import type { NodeOutcome } from '@/lib/engine/quality-check/node-outcomes'
import { findSystemicCause } from '@/lib/engine/quality-check/systemic-failure'

const FAILED_PARTIALS_MAX = 2

/** An earlier rerun of this execution. */
export interface RerunAttempt {
  strategy?: string
  rerun_nodes?: string[]
  success?: boolean
}

export interface RerunSituation {
  graph: Graph
  outcomes: Map<string, NodeOutcome>
  /** The failed nodes without the cascade victims. */
  roots: readonly FailureRoot[]
  attempts: readonly RerunAttempt[]
  /** Nodes that the validation holds responsible. */
  suspects: readonly string[]
}

export interface RerunChoice {
  strategy: Exclude<RerunStrategy, 'none'>
  next: NextAction
}

/** True when the faults are different, as far as they are known, and none of the nodes feeds another. */
function areIndependent(graph: Graph, roots: readonly FailureRoot[]): boolean {
  const signatures = roots.map(({ signature }) => signature).filter((signature) => signature !== null)
  if (new Set(signatures).size < signatures.length) return false
  return roots.every(({ nodeId }) => {
    const above = ancestorsOf(graph, nodeId)
    return roots.every((other) => other.nodeId === nodeId || !above.has(other.nodeId))
  })
}

/** The strategy for a result that is not accepted and may run again: two failed partials, systemic, single or multiple, adaptive. */
export function chooseRerunStrategy(situation: RerunSituation): RerunChoice {
  const { graph, outcomes, roots, attempts, suspects } = situation
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
  const next = chooseAdaptiveAction({ graph, outcomes, roots, suspects, failedAttempts: failed.length })
  return { strategy: 'adaptive', next }
}
