import type { NodeView } from '@/lib/contracts/run-detail'

/**
 * Orders nodes as their work was done: none before its dependencies, otherwise by start, or as sent if any has no start. A span that wraps
 * others waits for them, so its result comes after theirs.
 */
export function sortByDependencies(nodes: readonly NodeView[]): NodeView[] {
  const isTimed = nodes.every((node) => node.startedAt !== null)
  const rank = new Map(
    nodes
      .map((node, ordinal) => ({ node, ordinal, at: isTimed ? Date.parse(node.startedAt ?? '') : 0 }))
      .sort((a, b) => a.at - b.at || a.ordinal - b.ordinal)
      .map(({ node }, place) => [node.id, place] as const),
  )
  const rankOf = (node: NodeView) => rank.get(node.id) ?? 0
  const waiting = new Map(nodes.map((node) => [node.id, node.dependencies.filter((id) => rank.has(id)).length]))
  const dependents = new Map<string, NodeView[]>()
  for (const node of nodes)
    for (const id of node.dependencies) {
      const known = dependents.get(id)
      if (known) known.push(node)
      else dependents.set(id, [node])
    }
  // Sorted by descending rank, so that the next one is last.
  const ready = nodes.filter((node) => waiting.get(node.id) === 0).sort((a, b) => rankOf(b) - rankOf(a))
  const ordered: NodeView[] = []
  for (let next = ready.pop(); next; next = ready.pop()) {
    ordered.push(next)
    for (const dependent of dependents.get(next.id) ?? []) {
      const left = (waiting.get(dependent.id) ?? 0) - 1
      waiting.set(dependent.id, left)
      if (left === 0) insert(ready, dependent, rankOf)
    }
  }
  return ordered.length === nodes.length ? ordered : nodes.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function insert(ready: NodeView[], node: NodeView, rankOf: (node: NodeView) => number): void {
  let low = 0
  let high = ready.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = ready[middle]
    if (other && rankOf(other) > rankOf(node)) low = middle + 1
    else high = middle
  }
  ready.splice(low, 0, node)
}
