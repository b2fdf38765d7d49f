import type { Graph } from '@/lib/engine/quality-check/graph'
import { ancestorsOf, descendantsOf, topologicalOrder } from '@/lib/engine/quality-check/graph-walk'
import { NOT_RUN, type NodeOutcome } from '@/lib/engine/quality-check/node-outcomes'

/** Which nodes run again, dependencies first, and whose stored results they build on. */
export interface RerunSet {
  rerunNodes: string[]
  reusedNodes: string[]
}

/**
 * The nodes to run again so that `seeds` are made anew: the seeds, everything they feed, and of what feeds those only the
 * nodes without a result to reuse, unless `includeUpstream` adds all of it.
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
  // The set grows while it is walked, so an added node is asked for its own inputs too.
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
