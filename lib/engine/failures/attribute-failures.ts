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

/** Dependencies before dependents; nodes of a cycle follow in the order given. */
function inOrder(nodes: readonly AttributableNode[]): AttributableNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const waiting = new Map<string, number>()
  const dependents = new Map<string, AttributableNode[]>()
  for (const node of byId.values()) {
    const known = new Set(node.dependencies.filter((dependency) => dependency !== node.id && byId.has(dependency)))
    waiting.set(node.id, known.size)
    for (const dependency of known) {
      const list = dependents.get(dependency)
      if (list) list.push(node)
      else dependents.set(dependency, [node])
    }
  }
  const order = [...byId.values()].filter((node) => waiting.get(node.id) === 0)
  const placed = new Set(order)
  const left = byId.values()
  for (let index = 0; order.length < byId.size || index < order.length; index++) {
    const node = order[index] ?? firstOutside(left, placed)
    if (!node) break
    if (index === order.length) order.push(node)
    placed.add(node)
    for (const dependent of dependents.get(node.id) ?? []) {
      const open = (waiting.get(dependent.id) ?? 0) - 1
      waiting.set(dependent.id, open)
      if (open === 0 && !placed.has(dependent)) {
        order.push(dependent)
        placed.add(dependent)
      }
    }
  }
  return order
}

function firstOutside(nodes: Iterator<AttributableNode>, placed: ReadonlySet<AttributableNode>): AttributableNode | null {
  for (let next = nodes.next(); !next.done; next = nodes.next()) if (!placed.has(next.value)) return next.value
  return null
}
