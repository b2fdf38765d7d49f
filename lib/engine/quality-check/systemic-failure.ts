import type { FailureRoot } from '@/lib/engine/quality-check/failure-roots'
import type { Graph } from '@/lib/engine/quality-check/graph'
import { ancestorsOf, descendantsOf } from '@/lib/engine/quality-check/graph-walk'
import { atLeast } from '@/lib/engine/tolerance'

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

/** Why the failures point at the whole run rather than at single nodes, or null when they do not. `roots` exclude victims. */
export function findSystemicCause(graph: Graph, roots: readonly FailureRoot[]): string | null {
  const share = roots.length / graph.ids.length
  const widespread = roots.length >= FAILED_MIN && atLeast(share, FAILED_SHARE)
  return (
    sharedInfrastructureFault(graph, roots) ??
    failedEntry(graph, roots) ??
    (widespread ? `${roots.length} of ${graph.ids.length} nodes failed` : null)
  )
}
