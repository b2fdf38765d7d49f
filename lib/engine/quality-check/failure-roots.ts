import type { Graph } from '@/lib/engine/quality-check/graph'
import { ancestorsOf, descendantsOf, topologicalOrder } from '@/lib/engine/quality-check/graph-walk'
import { type InfrastructureFault, infrastructureFault } from '@/lib/engine/quality-check/infrastructure'
import type { NodeOutcome } from '@/lib/engine/quality-check/node-outcomes'
import { failureSignature } from '@/lib/engine/quality-check/signature'

/** A node that failed by itself, with the nodes that failed or were skipped because of it. */
export interface FailureRoot {
  nodeId: string
  error: string | null
  /** null without an error message: unknown faults are never held to be the same fault */
  signature: string | null
  infrastructure: InfrastructureFault | null
  victims: string[]
}

/**
 * The failed nodes without the cascade victims, dependencies first. A victim was skipped, or failed with the signature of a
 * failed ancestor. On a cycle only the nodes that come earlier in the order count as ancestors, so a root remains.
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
