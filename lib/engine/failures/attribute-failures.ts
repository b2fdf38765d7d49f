import type { FailureRole } from '@/lib/contracts/vocabulary'

/** The fields of a node that decide its role. */
interface AttributableNode {
  id: string
  status: string
  dependencies: readonly string[]
  type?: string | null | undefined
}

/**
 * Separates root causes from consequences: a failed node with a failed ancestor is a cascade, as is a node skipped behind one; a failed
 * node without one is a root. Other nodes get no role. In a cycle the first failed node is the root.
 * Nodes behind an error that the run recovered from (see {@link handledFailures}) are not cascades of it.
 */
export function attributeFailures(nodes: readonly AttributableNode[]): Map<string, FailureRole> {
  const roles = new Map<string, FailureRole>()
  if (!nodes.some(({ status }) => status === 'failed')) return roles
  const isBroken = new Set<string>()
  const handled = handledFailures(nodes)
  for (const node of inOrder(nodes)) {
    const isBehind = node.dependencies.some(
      (id) => id !== node.id && isBroken.has(id) && !(handled.has(id) && node.status === 'completed'),
    )
    const isFailed = node.status === 'failed'
    if (isFailed || isBehind) isBroken.add(node.id)
    if (isFailed) roles.set(node.id, isBehind ? 'cascade' : 'root')
    else if (isBehind && node.status === 'skipped') roles.set(node.id, 'cascade')
  }
  return roles
}

/**
 * Returns the failed tool calls that the run recovered from, and the nodes wrapping them: every dependent of the call still completed, as
 * when an agent reads the error and tries another way.
 */
export function handledFailures(nodes: readonly AttributableNode[]): Set<string> {
  const handled = new Set<string>()
  if (!nodes.some(({ status, type }) => status === 'failed' && type === 'tool')) return handled
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const dependents = new Map<string, AttributableNode[]>()
  for (const node of nodes)
    for (const id of node.dependencies) dependents.set(id, [...(dependents.get(id) ?? []), node])
  const isToolBelow = new Set<string>()
  const ordered = inOrder(nodes)
  for (const node of ordered) {
    const isOver = node.dependencies.some((id) => isToolBelow.has(id) && byId.get(id)?.status === 'failed')
    if (node.status === 'failed' && (node.type === 'tool' || isOver)) isToolBelow.add(node.id)
  }
  for (const { id } of ordered.toReversed()) {
    const waited = isToolBelow.has(id) ? (dependents.get(id) ?? []) : []
    if (waited.length > 0 && waited.every((one) => one.status === 'completed' || handled.has(one.id))) handled.add(id)
  }
  return handled
}

/** Sorts dependencies before dependents; nodes in or behind a cycle come last, in the given order. */
function inOrder(nodes: readonly AttributableNode[]): AttributableNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const waitingFor = new Map<AttributableNode, number>()
  const dependents = new Map<string, AttributableNode[]>()
  for (const node of byId.values()) {
    const known = new Set(node.dependencies.filter((dependency) => byId.has(dependency)))
    waitingFor.set(node, known.size)
    for (const dependency of known) {
      const list = dependents.get(dependency)
      if (list) list.push(node)
      else dependents.set(dependency, [node])
    }
  }
  const ready = new Set([...byId.values()].filter((node) => waitingFor.get(node) === 0))
  for (const node of ready) {
    for (const dependent of dependents.get(node.id) ?? []) {
      const left = (waitingFor.get(dependent) ?? 0) - 1
      waitingFor.set(dependent, left)
      if (left === 0) ready.add(dependent)
    }
  }
  return [...new Set([...ready, ...byId.values()])]
}
