export type FailureRole = 'root' | 'cascade'

/** What of a node decides its role. */
export interface AttributableNode {
  id: string
  status: string
  dependencies: readonly string[]
}

/**
 * Tells where a run broke from what broke in its wake: a failed node with a failed ancestor is a cascade, so is a node
 * skipped behind one; a failed node without is a root. Other nodes get no role. In a cycle the first failed node is the root.
 */
export function attributeFailures(nodes: readonly AttributableNode[]): Map<string, FailureRole> {
  const roles = new Map<string, FailureRole>()
  const isBroken = new Set<string>()
  for (const node of inOrder(nodes)) {
    const isBehind = node.dependencies.some((dependency) => dependency !== node.id && isBroken.has(dependency))
    const isFailed = node.status === 'failed'
    if (isFailed || isBehind) isBroken.add(node.id)
    if (isFailed) roles.set(node.id, isBehind ? 'cascade' : 'root')
    else if (isBehind && node.status === 'skipped') roles.set(node.id, 'cascade')
  }
  return roles
}

/** Dependencies before dependents; nodes in or behind a cycle come last, in the order given. */
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
