import type { Graph } from '@/lib/engine/quality-check/graph'

function reach(next: Map<string, Set<string>>, starts: Iterable<string>): Set<string> {
  const reached = new Set<string>()
  const pending = [...starts]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const neighbour of next.get(id) ?? []) {
      if (reached.has(neighbour)) continue
      reached.add(neighbour)
      pending.push(neighbour)
    }
  }
  return reached
}

/** Everything that feeds the given nodes, directly or not. In a cycle a node is its own ancestor. */
export function ancestorsOf(graph: Graph, ...ids: string[]): Set<string> {
  return reach(graph.dependencies, ids)
}

/** Everything the given nodes feed, directly or not. */
export function descendantsOf(graph: Graph, ...ids: string[]): Set<string> {
  return reach(graph.dependents, ids)
}

/** All node ids, dependencies first, otherwise in listed order; nodes on a cycle come last, in listed order (Kahn 1962). */
export function topologicalOrder(graph: Graph): string[] {
  const open = new Map(graph.ids.map((id) => [id, graph.dependencies.get(id)?.size ?? 0]))
  const order = graph.ids.filter((id) => open.get(id) === 0)
  for (const id of order) {
    for (const dependent of graph.dependents.get(id) ?? []) {
      const left = (open.get(dependent) ?? 0) - 1
      open.set(dependent, left)
      if (left === 0) order.push(dependent)
    }
  }
  const placed = new Set(order)
  return [...order, ...graph.ids.filter((id) => !placed.has(id))]
}
